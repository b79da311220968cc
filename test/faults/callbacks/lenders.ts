import type { BareLender } from '../../helpers/bare-lender.ts';
import type { TestLending } from '../../helpers/lending.ts';
import type { SandboxEvent } from '../../helpers/sandbox.ts';

/** A callback that the lender would send: the test does, as often and whenever it likes. */
export interface HeldCallback {
  readonly path: string;
  readonly body: string;
}

/** What a lender's books have of an application. */
export interface LenderBooks {
  readonly loan: string;
  /** Oldest first, `109 settled 400000` each: its state in the words of the merchant API. */
  readonly charges: readonly string[];
  /** `settled 50000` each. */
  readonly refunds: readonly string[];
}

/** What people do at the lender. Each returns the callback that tells of it. */
export interface LendersSide {
  /** Whose application is reviewed. */
  readonly applicant: Readonly<Record<string, string>>;
  endReview(applicationId: string): Promise<HeldCallback>;
  acceptTerms(applicationId: string): Promise<HeldCallback>;
  answerCharge(
    applicationId: string,
    uuid: string,
    answer: 'approve' | 'reject',
  ): Promise<HeldCallback>;
  /** It tells nobody. */
  settleCharge(uuid: string): Promise<void>;
  settleRefund(applicationId: string): Promise<HeldCallback>;
  books(applicationId: string): Promise<LenderBooks>;
}

/** The embedded service, whose callbacks have the ids of their events. */
export class EmbeddedSide implements LendersSide {
  readonly applicant = { ssn: '900-10-0106' };
  readonly #lending: TestLending;

  constructor(lending: TestLending) {
    this.#lending = lending;
  }

  async holdCallbacks(): Promise<void> {
    await this.#control('POST', '/events/hold');
  }

  async endReview(id: string): Promise<HeldCallback> {
    await this.#control('POST', `/applications/${id}/verify`, { result: 'passed' });
    return this.#newest(id);
  }

  async acceptTerms(id: string): Promise<HeldCallback> {
    await this.#control('POST', `/applications/${id}/accept-terms`);
    const callback = await this.#newest(id);
    await this.#control('POST', `/applications/${id}/activate-portal`);
    return callback;
  }

  async answerCharge(id: string, uuid: string, answer: 'approve' | 'reject') {
    await this.#control('POST', `/payment-requests/${uuid}/${answer}`);
    return this.#newest(id);
  }

  async settleCharge(uuid: string): Promise<void> {
    await this.#control('POST', `/transactions/${uuid}/advance`, { to: 'Transferred' });
  }

  async settleRefund(id: string): Promise<HeldCallback> {
    const refund = (await this.#transactions(id)).find(({ kind }) => kind === 115);
    await this.#control('POST', `/transactions/${refund?.id}/advance`, { to: 'Transferred' });
    return this.#newest(id);
  }

  async books(id: string): Promise<LenderBooks> {
    const loan = await this.#lending.context.database.query
      .selectFrom('applications')
      .select('status')
      .where('external_application_id', '=', id)
      .executeTakeFirstOrThrow();
    const requests = await this.#lending.context.database.query
      .selectFrom('charge_requests')
      .innerJoin('applications', 'applications.id', 'charge_requests.application_id')
      .select([
        'charge_requests.id',
        'charge_requests.status',
        'charge_requests.transaction_description as kind',
        'charge_requests.consumer_charge_amount_cents as cents',
      ])
      .where('applications.external_application_id', '=', id)
      .orderBy('charge_requests.requested_at')
      .orderBy('charge_requests.id')
      .execute();
    const transactions = await this.#transactions(id);
    const stateOf = (uuid: string) => transactions.find((each) => each.id === uuid)?.status;
    return {
      loan: loan.status,
      charges: requests.map(({ id: uuid, status, kind, cents }) =>
        line(kind, word(stateOf(uuid) ?? status), cents),
      ),
      refunds: transactions
        .filter(({ kind }) => kind === 115)
        .map(({ status, cents }) => line(word(status), cents)),
    };
  }

  #transactions(id: string) {
    return this.#lending.context.database.query
      .selectFrom('transactions')
      .innerJoin('applications', 'applications.id', 'transactions.application_id')
      .select([
        'transactions.id',
        'transactions.status',
        'transactions.transaction_description as kind',
        'transactions.consumer_charge_amount_cents as cents',
      ])
      .where('applications.external_application_id', '=', id)
      .execute();
  }

  async #newest(id: string): Promise<HeldCallback> {
    const query = new URLSearchParams({ external_application_id: id });
    const events = (await this.#control('GET', `/events?${query}`)) as SandboxEvent[];
    const newest = events.at(-1);
    if (newest === undefined) throw new Error('the lender tells of nothing');
    const { pathname } = new URL(newest.target_url);
    return { path: pathname, body: JSON.stringify(newest.payload) };
  }

  async #control(method: string, path: string, body?: unknown): Promise<unknown> {
    const sent = method === 'POST' ? { body: body ?? {} } : {};
    const answer = await this.#lending.call(method, `/sandbox/v1${path}`, sent);
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${method} ${path} answered ${answer.status}: ${text}`);
    return text === '' ? undefined : JSON.parse(text);
  }
}

/** A lender that is not ours: its callbacks have no ids, and one is the same text as another. */
export class BareSide implements LendersSide {
  readonly applicant = { last_name: 'Review' };
  readonly #lender: BareLender;

  constructor(lender: BareLender) {
    this.#lender = lender;
  }

  async endReview(id: string): Promise<HeldCallback> {
    await this.#lender.controls.decide(id, 'offers');
    return this.#newest();
  }

  async acceptTerms(id: string): Promise<HeldCallback> {
    await this.#lender.controls.acceptTerms(id);
    return this.#newest();
  }

  async answerCharge(_id: string, uuid: string, answer: 'approve' | 'reject') {
    await this.#lender.controls[answer](uuid);
    return this.#newest();
  }

  async settleCharge(uuid: string): Promise<void> {
    this.#lender.controls.moveTransaction(uuid, 'Transferred');
  }

  async settleRefund(): Promise<HeldCallback> {
    await this.#lender.controls.moveRefund('Transferred');
    return this.#newest();
  }

  async books(id: string): Promise<LenderBooks> {
    const { books, controls } = this.#lender;
    const loan = controls.loan(id);
    return {
      loan: loan.state,
      charges: books.charges
        .filter((charge) => charge.loan === loan)
        .map(({ kind, state, cents }) => line(kind, word(state), cents)),
      refunds: books.refunds
        .filter(({ charge }) => charge.loan === loan)
        .map(({ state, cents }) => line(word(state), cents)),
    };
  }

  #newest(): HeldCallback {
    const newest = this.#lender.heldCallbacks.at(-1);
    if (newest === undefined) throw new Error('the lender tells of nothing');
    return { path: new URL(newest.url).pathname, body: JSON.stringify(newest.fields) };
  }
}

function line(...parts: readonly (string | number)[]): string {
  return parts.join(' ');
}

const words: Readonly<Record<string, string>> = {
  Rejected: 'rejected',
  Pending: 'approved',
  Transferred: 'settled',
};

/** A status of a charge or of its transaction, in the words of the merchant API. */
function word(status: string): string {
  return words[status] ?? status;
}
