import assert from 'node:assert/strict';
import { type Offer, selectOfferResponse } from '../../../../server/lending-api/offers.ts';
import { softPullResponse } from '../../../../server/lending-api/soft-pull.ts';
import type { TestLending } from '../../../helpers/lending.ts';
import { PlainBrowser, type PlainPage } from '../../../helpers/plain-browser.ts';
import { aSoftPull, softPullPath } from '../../../helpers/soft-pull.ts';
import { StoredApplication } from '../../../helpers/stored-application.ts';
import { storedRows } from '../../../helpers/stored-rows.ts';
import { wrongDigits } from '../../../helpers/wrong-answers.ts';

/** What the pages say of how long somebody is known. */
export const knownFor = [30, 2] as const;

let people = 0;

/** Somebody who was approved and stands before the lender's pages. */
export class Consumer extends StoredApplication {
  readonly browser: PlainBrowser;
  readonly email: string;
  readonly last4: string;
  readonly offers: readonly Offer[];
  link = '';

  private constructor(lending: TestLending, request: Record<string, unknown>, offers: Offer[]) {
    super(lending, String(request.external_application_id));
    this.browser = new PlainBrowser(lending);
    this.email = String(request.email);
    this.last4 = String(request.ssn).slice(-4);
    this.offers = offers;
  }

  /** Applies and is offered something; `change` goes into the soft pull. */
  static async approved(
    lending: TestLending,
    change: Record<string, unknown> = {},
  ): Promise<Consumer> {
    people += 1;
    const body = aSoftPull({
      external_application_id: `hosted-${people}`,
      email: `hosted-${people}@example.test`,
      ...change,
    });
    const answer = await lending.call('POST', softPullPath, { body });
    assert.equal(answer.status, 200);
    const { offers } = softPullResponse.parse(await answer.json());
    return new Consumer(lending, body, offers);
  }

  /** Approved, with an offer chosen: `link` is the terms page. */
  static async choosing(
    lending: TestLending,
    change: Record<string, unknown> = {},
  ): Promise<Consumer> {
    const consumer = await Consumer.approved(lending, change);
    await consumer.choose(consumer.offers[0]?.offer_uuid ?? '');
    return consumer;
  }

  /** Selects an offer and goes to the link that is answered. */
  async choose(offerUuid: string, body: Record<string, unknown> = {}): Promise<string> {
    const path = `/api/v1/sponsor/consumers/offers/${offerUuid}/select/`;
    const answer = await this.lending.call('PATCH', path, { body });
    const text = await answer.text();
    assert.equal(answer.status, 200, text);
    this.link = selectOfferResponse.parse(JSON.parse(text)).consumer_invitation_link;
    return this.link;
  }

  identify(digits = this.last4): Promise<PlainPage> {
    return this.browser.post(`${this.link}/identity`, { ssn_last4: digits });
  }

  /** Wrong digits, so many times; the last page. */
  async guess(times: number): Promise<PlainPage> {
    let page = await this.identify(wrongDigits());
    for (let count = 1; count < times; count += 1) page = await this.identify(wrongDigits());
    return page;
  }

  /** Signs what the page shows now; `change` puts other things into the form. */
  async sign(change: Record<string, string> = {}): Promise<PlainPage> {
    const page = await this.browser.open(this.link);
    return this.browser.post(`${this.link}/accept`, {
      ...page.hidden,
      typed_name: 'Ada Sample',
      agree: 'yes',
      ...change,
    });
  }

  async accept(): Promise<PlainPage> {
    await this.identify();
    return this.sign();
  }

  decline(): Promise<PlainPage> {
    return this.browser.post(`${this.link}/decline`, {});
  }

  async documents() {
    const { id } = await this.application();
    return storedRows(this.lending.context)
      .selectFrom('documents')
      .selectAll()
      .where('application_id', '=', id)
      .orderBy('position')
      .execute();
  }
}
