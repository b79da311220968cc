import assert from 'node:assert/strict';
import { merchantOnboardingResponse } from '../../../../server/lending-api/merchant-onboarding.ts';
import { secondMs } from '../../../helpers/durations.ts';
import type { TestLending } from '../../../helpers/lending.ts';
import { anOnboarding } from '../../../helpers/merchant-bodies.ts';
import { PlainBrowser, type PlainPage } from '../../../helpers/plain-browser.ts';
import { storedRows } from '../../../helpers/stored-rows.ts';

/** The code that the sandbox always sends. */
export const rightCode = '123456';

const path = '/api/v1/sponsor/merchants/onboarding/';

let made = 0;

/** A merchant that was invited, with its Admin's browser. */
export class InvitedMerchant {
  readonly id: string;
  readonly link: string;
  readonly browser: PlainBrowser;
  readonly #lending: TestLending;

  private constructor(lending: TestLending, id: string, link: string, browser: PlainBrowser) {
    this.#lending = lending;
    this.id = id;
    this.link = link;
    this.browser = browser;
  }

  static async invited(
    lending: TestLending,
    change: Record<string, unknown> = {},
  ): Promise<InvitedMerchant> {
    made += 1;
    const body = anOnboarding({
      user_business_email: `admin-${made}@quarry.example.test`,
      user_id: `quarry-admin-${made}`,
      contractor_id: `quarry-${made}`,
      sponsor_redirect_url: 'https://sponsor.example/merchants?from=lender',
      ...change,
    });
    const answer = await lending.call('POST', path, { body });
    assert.equal(answer.status, 201);
    const { invitation_link, platform_merchant_id } = merchantOnboardingResponse.parse(
      await answer.json(),
    );
    const browser = new PlainBrowser(lending);
    return new InvitedMerchant(lending, platform_merchant_id, invitation_link, browser);
  }

  /** Invited, and past the code: with the page that follows it. */
  static async verified(
    lending: TestLending,
    change: Record<string, unknown> = {},
  ): Promise<{ merchant: InvitedMerchant; page: PlainPage }> {
    const merchant = await InvitedMerchant.invited(lending, change);
    await merchant.sendCode();
    return { merchant, page: await merchant.typeCode(rightCode) };
  }

  inAnotherBrowser(): InvitedMerchant {
    return new InvitedMerchant(this.#lending, this.id, this.link, new PlainBrowser(this.#lending));
  }

  /** With the link of an invitation that was sent again, in the same browser. */
  renewed(link: string): InvitedMerchant {
    return new InvitedMerchant(this.#lending, this.id, link, this.browser);
  }

  /** Once another one may be sent. */
  sendNewCode(): Promise<PlainPage> {
    this.#lending.tick(10 * secondMs);
    return this.sendCode();
  }

  sendCode(headers: Record<string, string> = {}): Promise<PlainPage> {
    return this.browser.post(`${this.link}/code`, {}, headers);
  }

  typeCode(code: string): Promise<PlainPage> {
    return this.browser.post(`${this.link}/verify`, { code });
  }

  /** Accepts the terms, with what the page itself carries. */
  async sign(
    change: Record<string, string> = {},
    headers: Record<string, string> = {},
  ): Promise<PlainPage> {
    const { hidden } = await this.browser.open(this.link, headers);
    const fields = { ...hidden, typed_name: 'Dana Quarry', agree: 'yes', ...change };
    return this.browser.post(`${this.link}/accept`, fields, headers);
  }

  async status() {
    const { status } = await this.#query
      .selectFrom('merchants')
      .select('status')
      .where('id', '=', this.id)
      .executeTakeFirstOrThrow();
    return status;
  }

  admin() {
    return this.#query
      .selectFrom('merchant_users')
      .selectAll()
      .where('merchant_id', '=', this.id)
      .executeTakeFirstOrThrow();
  }

  /** The messages that carried a code. */
  codes() {
    return storedRows(this.#lending.context)
      .selectFrom('messages')
      .selectAll()
      .where('merchant_id', '=', this.id)
      .where('kind', '=', 'onboarding_code')
      .execute();
  }

  callbacks() {
    return this.#query
      .selectFrom('events')
      .select('payload')
      .where('merchant_id', '=', this.id)
      .execute();
  }

  evidence() {
    return this.#query
      .selectFrom('consent_events')
      .selectAll()
      .where('application_id', '=', this.id)
      .orderBy('position')
      .execute();
  }

  get #query() {
    return this.#lending.context.database.query;
  }
}
