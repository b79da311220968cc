import assert from 'node:assert/strict';
import type { LendingConfig } from '../../server/lending/context.ts';
import { basicAuthHeader } from '../../server/platform/http/basic-auth.ts';
import { sandboxCallback, sandboxSponsors } from '../../server/sandbox-settings.ts';
import { aCharge } from '../helpers/accepted-loan.ts';
import { startTestLending, type TestLending } from '../helpers/lending.ts';
import { aMerchantUser, anOnboarding, aPaymentDetail } from '../helpers/merchant-bodies.ts';
import { aSoftPull } from '../helpers/soft-pull.ts';
import type { UserType } from '../../server/lending-api/merchant-users.ts';

export type Body = Record<string, unknown>;
export type SponsorName = NonNullable<Parameters<TestLending['call']>[2]>['as'] & string;

export const firstSponsor = 'sponsor@example.test';
export const otherSponsor = 'sponsor-two@example.test';

const API = '/api/v1/sponsor';

/** An Active merchant with a verified bank account, every product and users of every kind. */
export interface Team {
  sponsor: SponsorName;
  contractorId: string;
  merchantId: string;
  /** A user_id by role. */
  users: Record<UserType, string>;
  /** A Salesrep beside the one in `users`. */
  otherRep: string;
  deactivated: string;
}

export interface Loan {
  external_application_id: string;
  loan_id: string;
  number: string;
}

interface Owned {
  team: Team;
  /** The user_id that invited the consumer. */
  owner: string;
}

/**
 * A real lending service and the merchants, loans and charges that calls are made on, all of them
 * made through the API and the sandbox's controls. Its due work runs only when a clock is advanced.
 */
export class World {
  readonly lending: TestLending;
  #made = 0;
  #teams: Record<'own' | 'stranger' | 'foreign', Team> | undefined;

  private constructor(lending: TestLending) {
    this.lending = lending;
  }

  static async start(): Promise<World> {
    const lending = await startTestLending({ sponsors: sponsorsThatMayAll() });
    await lending.stop();
    const world = new World(lending);
    world.#teams = {
      own: await world.newTeam(),
      stranger: await world.newTeam(),
      foreign: await world.newTeam(otherSponsor),
    };
    return world;
  }

  close(): Promise<void> {
    return this.lending.close();
  }

  /** The first sponsor's `Authorization`. */
  get authorization(): string {
    return basicAuthHeader({ username: firstSponsor, password: 'sandbox-api-password' });
  }

  get team(): Team {
    return this.#named('own');
  }

  /** Another merchant of the same sponsor. */
  get stranger(): Team {
    return this.#named('stranger');
  }

  /** A merchant of another sponsor. */
  get foreign(): Team {
    return this.#named('foreign');
  }

  #named(which: 'own' | 'stranger' | 'foreign'): Team {
    if (!this.#teams) throw new Error('The world has not been started.');
    return this.#teams[which];
  }

  /** A name that nothing else in this world has. */
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

  async newTeam(sponsor: SponsorName = firstSponsor): Promise<Team> {
    const team = await this.newMerchant(sponsor);
    await this.must(
      ['POST', `${API}/merchants/payment-detail/`, verifiableAccount(team.users.Admin)],
      sponsor,
    );
    await this.verifyAccount(team);
    await this.selectEveryProduct(team);
    return team;
  }

  /** As a new team, but without a bank account and without products. */
  async newMerchant(sponsor: SponsorName = firstSponsor): Promise<Team> {
    const name = this.fresh('merchant');
    const admin = `${name}-admin`;
    const onboarded = await this.must(
      [
        'POST',
        `${API}/merchants/onboarding/`,
        anOnboarding({ ...onboardingOf(name), user_id: admin }),
      ],
      sponsor,
    );
    await this.sandbox(`/merchants/${name}/complete-onboarding`, {}, sponsor);
    const add = async (role: UserType, user_id = `${name}-${role.toLowerCase()}`) => {
      const email = `${user_id}@example.test`;
      const user = { request_user_id: admin, user_id, email, user_type: role };
      await this.must(['POST', `${API}/merchants/users/`, aMerchantUser(user)], sponsor);
      return user_id;
    };
    const team: Team = {
      sponsor,
      contractorId: name,
      merchantId: String(onboarded.platform_merchant_id),
      users: {
        Admin: admin,
        Salesmanager: await add('Salesmanager'),
        Salesrep: await add('Salesrep'),
        Salesperson: await add('Salesperson'),
      },
      otherRep: await add('Salesrep', `${name}-other-rep`),
      deactivated: await add('Admin', `${name}-gone`),
    };
    await this.setStatus('merchant_users', 'user_id', team.deactivated, 'Deactivated');
    return team;
  }

  async verifyAccount({ users, sponsor }: Team): Promise<void> {
    const path = `${API}/merchants/payment-detail/verify-micro-deposits/${users.Admin}/`;
    await this.must(['POST', path, { micro_deposits_amounts: ['0.32', '0.45'] }], sponsor);
  }

  async selectEveryProduct(team: Team): Promise<void> {
    const request_user_id = team.users.Admin;
    const product_ids = await this.productIds(team);
    const body = { request_user_id, product_ids };
    await this.must(['PATCH', `${API}/merchants/rate-sheets/`, body], team.sponsor);
  }

  async productIds({ users, sponsor }: Team): Promise<unknown[]> {
    const path = `${API}/merchants/rate-sheets/${users.Admin}/`;
    const sheet = await this.must(['GET', path], sponsor);
    return (sheet as unknown as Body[]).map(({ product_id }) => product_id);
  }

  /** Sets a status that no call leads to in one step. */
  async setStatus(
    table: 'merchant_users' | 'merchants' | 'bank_accounts',
    column: string,
    value: string,
    status: string,
  ): Promise<void> {
    await this.lending.context.database.query
      .updateTable(table)
      .set({ status })
      .where(column as never, '=', value as never)
      .execute();
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
  async softPull({ team, owner }: Owned, change: Body = {}): Promise<Body> {
    const body = this.softPullBody(owner, change);
    return this.must(['POST', `${API}/consumers/soft-pull/`, body], team.sponsor);
  }

  /** A loan of 8,400.00 whose terms the consumer has accepted; up to 50,000.00 were approved. */
  async loan(owned: Owned, change: Body = {}): Promise<Loan> {
    const answer = await this.softPull(owned, change);
    const [offer] = answer.offers as Body[];
    const { sponsor } = owned.team;
    const path = `${API}/consumers/offers/${String(offer?.offer_uuid)}/select/`;
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
  async charge({ team, owner }: Owned, loan?: Loan, change: Body = {}): Promise<string> {
    const on = loan ?? (await this.loan({ team, owner }));
    const body = aCharge(on, { request_user_id: owner, ...change });
    const charge = await this.must(
      ['POST', `${API}/merchants/payment-request/`, body],
      team.sponsor,
    );
    return String(charge.payment_request_uuid);
  }

  async approvedCharge(owned: Owned, loan?: Loan): Promise<string> {
    const id = await this.charge(owned, loan);
    await this.sandbox(`/payment-requests/${id}/approve`, {}, owned.team.sponsor);
    return id;
  }

  async settledCharge(owned: Owned, loan?: Loan): Promise<string> {
    const id = await this.approvedCharge(owned, loan);
    await this.sandbox(`/transactions/${id}/advance`, { to: 'Transferred' }, owned.team.sponsor);
    return id;
  }
}

function onboardingOf(name: string): Body {
  return {
    contractor_id: name,
    business_name: `Quarry ${name}`,
    user_business_email: `${name}@example.test`,
  };
}

/** The account whose micro-deposits are 0.32 and 0.45. */
export function verifiableAccount(request_user_id: string): Body {
  const account = { ach_account_number: '000123456789', ach_routing_number: '110000000' };
  return aPaymentDetail({ request_user_id, ...account });
}

/** The sandbox's sponsors with every feature on. */
export function sponsorsThatMayAll(): LendingConfig['sponsors'] {
  return sandboxSponsors(sandboxCallback).map((sponsor) => ({
    id: sponsor.username,
    name: sponsor.name,
    passwordSha256: sponsor.password_sha256,
    features: { allow_soft_pull_process: true, allow_approve_on_behalf: true },
    callback: sponsor.callback,
  }));
}
