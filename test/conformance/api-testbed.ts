import assert from 'node:assert/strict';
import { basicAuthHeader } from '../../server/platform/http/basic-auth.ts';
import { type Listening, listen } from '../../server/platform/http/listen.ts';
import { aCharge } from '../helpers/accepted-loan.ts';
import { startTestLending, type TestLending } from '../helpers/lending.ts';
import { aSoftPull } from '../helpers/soft-pull.ts';
import { type MerchantFixture, newMerchantFixture } from './merchant-fixture.ts';
import { firstSponsor, otherSponsor, type SponsorName, sponsorsThatMayAll } from './sponsors.ts';

export type Body = Record<string, unknown>;

const api = '/api/v1/sponsor';

export interface Loan {
  external_application_id: string;
  loan_id: string;
  number: string;
}

interface Owned {
  fixture: MerchantFixture;
  /** The user_id that invited the consumer. */
  owner: string;
}

/**
 * A real lending service and the merchants, loans and charges that calls are made on, all of them
 * made through the API and the sandbox's controls. Its due work runs only when a clock is advanced.
 */
export class ApiTestbed {
  readonly lending: TestLending;
  readonly #server: Listening;
  #made = 0;
  #fixtures: Record<'own' | 'stranger' | 'foreign', MerchantFixture> | undefined;

  private constructor(lending: TestLending, server: Listening) {
    this.lending = lending;
    this.#server = server;
  }

  static async start(): Promise<ApiTestbed> {
    const lending = await startTestLending({ sponsors: sponsorsThatMayAll() });
    await lending.stop();
    const testbed = new ApiTestbed(
      lending,
      await listen(lending.app, { port: 0, address: '127.0.0.1' }),
    );
    testbed.#fixtures = {
      own: await newMerchantFixture(testbed),
      stranger: await newMerchantFixture(testbed),
      foreign: await newMerchantFixture(testbed, otherSponsor),
    };
    return testbed;
  }

  async close(): Promise<void> {
    await this.#server.close();
    await this.lending.close();
  }

  /** A call as it is, over HTTP. */
  send(address: string, request: RequestInit): Promise<Response> {
    return fetch(`${this.#server.url}${address}`, request);
  }

  /** The first sponsor's `Authorization`. */
  get authorization(): string {
    return basicAuthHeader({ username: firstSponsor, password: 'sandbox-api-password' });
  }

  get fixture(): MerchantFixture {
    return this.#named('own');
  }

  /** Another merchant of the same sponsor. */
  get stranger(): MerchantFixture {
    return this.#named('stranger');
  }

  /** A merchant of another sponsor. */
  get foreign(): MerchantFixture {
    return this.#named('foreign');
  }

  #named(which: 'own' | 'stranger' | 'foreign'): MerchantFixture {
    if (!this.#fixtures) throw new Error('The testbed has not been started.');
    return this.#fixtures[which];
  }

  /** A name that nothing else in this testbed has. */
  fresh(what: string): string {
    this.#made += 1;
    return `${what}-${this.#made}`;
  }

  /** A call that prepares something: its answer, or an error that shows what came instead. */
  async must(
    [method, path, body]: readonly [method: string, path: string, body?: unknown],
    as: SponsorName = firstSponsor,
  ): Promise<Body> {
    const response = await this.lending.call(method, path, { body, as });
    const text = await response.text();
    assert.ok(response.ok, `${method} ${path} answered ${response.status}: ${text}`);
    return text === '' ? {} : (JSON.parse(text) as Body);
  }

  sandbox(path: string, body: unknown = {}, as: SponsorName = firstSponsor): Promise<Body> {
    return this.must(['POST', `/sandbox/v1${path}`, body], as);
  }

  softPullBody(user: string, change: Body = {}): Body {
    const external_application_id = this.fresh('application');
    return aSoftPull({
      request_user_id: user,
      external_application_id,
      loan_id: external_application_id.replace('application', 'loan'),
      email: `${external_application_id}@example.test`,
      sms_consent: true,
      sms_consent_version: '2026-01',
      sms_consent_at: '2026-03-02T15:00:00Z',
      ...change,
    });
  }

  /** The answer to a soft pull, offers included. */
  async softPull({ fixture, owner }: Owned, change: Body = {}): Promise<Body> {
    const body = this.softPullBody(owner, change);
    return this.must(['POST', `${api}/consumers/soft-pull/`, body], fixture.sponsor);
  }

  /** A loan of 8,400.00 whose terms the consumer has accepted; up to 50,000.00 were approved. */
  async loan(owned: Owned, change: Body = {}): Promise<Loan> {
    const answer = await this.softPull(owned, change);
    const [offer] = answer.offers as Body[];
    const { sponsor } = owned.fixture;
    const path = `${api}/consumers/offers/${String(offer?.offer_uuid)}/select/`;
    await this.must(['PATCH', path, {}], sponsor);
    const external_application_id = String(answer.external_application_id);
    await this.sandbox(`/applications/${external_application_id}/accept-terms`, {}, sponsor);
    return {
      external_application_id,
      loan_id: String(answer.loan_id),
      number: String(answer.consumer_application_human_readable_id),
    };
  }

  /** A charge of 1,000.00 that waits for approval: its payment_request_uuid. */
  async charge({ fixture, owner }: Owned, loan?: Loan, change: Body = {}): Promise<string> {
    const on = loan ?? (await this.loan({ fixture, owner }));
    const body = aCharge(on, { request_user_id: owner, ...change });
    const charge = await this.must(
      ['POST', `${api}/merchants/payment-request/`, body],
      fixture.sponsor,
    );
    return String(charge.payment_request_uuid);
  }

  async approvedCharge(owned: Owned, loan?: Loan): Promise<string> {
    const id = await this.charge(owned, loan);
    await this.sandbox(`/payment-requests/${id}/approve`, {}, owned.fixture.sponsor);
    return id;
  }

  async settledCharge(owned: Owned, loan?: Loan): Promise<string> {
    const id = await this.approvedCharge(owned, loan);
    await this.sandbox(`/transactions/${id}/advance`, { to: 'Transferred' }, owned.fixture.sponsor);
    return id;
  }
}
