import { randomUUID } from 'node:crypto';
import type {
  Charge,
  ChargeKind,
  ChargeResolution,
  Checkout,
  CheckoutSummary,
  CreditLimit,
  FailedEvents,
  NewCheckout,
  Problem,
  Refund,
  RefundResolution,
  Report,
  SentEvent,
  Settlements,
} from './merchant-api-types.ts';

/** The BFF refused the call: nothing was done. */
export class RefusedError extends Error {
  override readonly name = 'RefusedError';
  readonly status: number;
  readonly problem: Problem;

  constructor(status: number, problem: Problem) {
    super(`the BFF answered ${status}: ${problem.detail ?? problem.title}`);
    this.status = status;
    this.problem = problem;
  }
}

/** There was no answer, or none that tells: what was asked for may have been done. */
export class NoAnswerError extends Error {
  override readonly name = 'NoAnswerError';
}

/** Under which a form is sent: what it asks for is done once. */
export interface FormKey {
  readonly key: string;
  /** Something was done under it, or may have been: the form keeps it, whatever comes next. */
  readonly isUsed: boolean;
}

export function newKey(): FormKey {
  return { key: randomUUID(), isUsed: false };
}

/** For a form that was refused, or got no answer. */
export function keyAfter(error: RefusedError | NoAnswerError, { key, isUsed }: FormKey): FormKey {
  const isRefused = error instanceof RefusedError && error.problem.code !== 'idempotency_conflict';
  return isRefused && !isUsed ? newKey() : { key, isUsed: true };
}

export interface MerchantApiOptions {
  /** The BFF's origin. */
  readonly bffUrl: string;
  /** It stays on this server. */
  readonly secretKey: string;
  readonly fetch?: typeof fetch;
}

interface ResentEvents {
  readonly resent: number;
  readonly has_more: boolean;
  readonly last_event_id: string | null;
}

/** From `since` on and before `until`, ISO 8601. */
export interface Span {
  readonly since: string | undefined;
  readonly until: string | undefined;
}

/** `isWhole` unless it has more rows than are read in one go. */
export interface List<Row> {
  readonly rows: readonly Row[];
  readonly isWhole: boolean;
}

type Query = Readonly<Record<string, string | undefined>>;

const timeoutMs = 15_000;
/** The most rows that a page of a list has. */
const pageRows = '100';
/** A list that is longer is read no further. */
const mostPages = 50;

/**
 * The merchant API's calls. Each throws a `RefusedError` or a `NoAnswerError`. What moves money has a
 * key: sent again under the same key, it is done once.
 */
export class MerchantApi {
  readonly #options: MerchantApiOptions;

  constructor(options: MerchantApiOptions) {
    this.#options = options;
  }

  /** Those made within a span of time, the newest first, as the BFF has stored them. */
  listCheckouts({ since, until }: Span): Promise<List<CheckoutSummary>> {
    const query = { created_after: since, created_before: until };
    return this.#all<CheckoutSummary>('/checkouts', query, 'checkouts', 'checkout_id');
  }

  /** As the lender has it now, if it answers quickly; null if there is none. */
  async readCheckout(id: string): Promise<Checkout | null> {
    try {
      return await this.#get<Checkout>(`/checkouts/${encodeURIComponent(id)}`);
    } catch (error) {
      if (error instanceof RefusedError && error.status === 404) return null;
      throw error;
    }
  }

  /** Makes a checkout with a link, for a customer who has no page of the shop before them. */
  createCheckout(body: NewCheckout, key: string): Promise<{ checkout_id: string; url: string }> {
    return this.#post('/checkouts', body, key);
  }

  /** A new link; of a new checkout of the same order, if somebody has applied by the one before. */
  issueLink(id: string, key: string): Promise<{ checkout_id: string; url: string }> {
    return this.#post(`/checkouts/${id}/link`, {}, key);
  }

  /** Its link as a picture for a camera, SVG. */
  async readQrCode(id: string): Promise<string> {
    const answer = await this.#call(`/checkouts/${encodeURIComponent(id)}/qr.svg`, {});
    return answer.text();
  }

  createCharge(
    id: string,
    body: { transaction_description: ChargeKind; amount: string; description?: string },
    key: string,
  ): Promise<Charge> {
    return this.#post(`/checkouts/${id}/charges`, body, key);
  }

  async listRefunds(id: string, chargeId: string): Promise<readonly Refund[]> {
    const path = `/checkouts/${id}/charges/${chargeId}/refunds`;
    return (await this.#all<Refund>(path, {}, 'refunds', 'refund_id')).rows;
  }

  /** @param body without an amount all that is left goes back */
  createRefund(
    id: string,
    chargeId: string,
    body: { amount?: string; reason?: string },
    key: string,
  ): Promise<Refund> {
    return this.#post(`/checkouts/${id}/charges/${chargeId}/refunds`, body, key);
  }

  /** Settles a charge that is `unresolved`, as far as the lender's lists bear it out. */
  resolveCharge(
    id: string,
    chargeId: string,
    body: ChargeResolution,
    key: string,
  ): Promise<unknown> {
    return this.#post(`/checkouts/${id}/charges/${chargeId}/resolve`, body, key);
  }

  /** The same of a refund. */
  resolveRefund(refund: Refund, id: string, body: RefundResolution, key: string): Promise<unknown> {
    const { charge_id, refund_id } = refund;
    const path = `/checkouts/${id}/charges/${charge_id}/refunds/${refund_id}/resolve`;
    return this.#post(path, body, key);
  }

  cancelCheckout(id: string, key: string): Promise<Checkout> {
    return this.#post(`/checkouts/${id}/cancel`, {}, key);
  }

  raiseLimit(id: string, amount: string, key: string): Promise<CreditLimit> {
    return this.#post(`/checkouts/${id}/credit-limit`, { amount }, key);
  }

  /** What was sent about a checkout, the newest first. */
  async listEvents(checkoutId: string): Promise<readonly SentEvent[]> {
    const query = { checkout_id: checkoutId, limit: pageRows };
    const page = await this.#get<{ events: SentEvent[] }>('/events', query);
    return page.events;
  }

  resendEvent(eventId: string, key: string): Promise<SentEvent> {
    return this.#post(`/events/${encodeURIComponent(eventId)}/resend`, {}, key);
  }

  /** As many as a page of the list has. */
  listFailedEvents(): Promise<FailedEvents> {
    return this.#get('/events', { status: 'failed', limit: pageRows });
  }

  /**
   * Sends again what failed since a time.
   * @returns how many deliveries are on their way
   */
  async resendFailedEvents(since: string, key: string): Promise<number> {
    let resent = 0;
    let after: string | null = null;
    for (let page = 0; page < mostPages; page += 1) {
      const body = { created_after: since, ...(after !== null && { starting_after: after }) };
      const answer: ResentEvents = await this.#post(
        '/failed-events/resend',
        body,
        `${key}-${page}`,
      );
      resent += answer.resent;
      after = answer.last_event_id;
      if (!answer.has_more) break;
    }
    return resent;
  }

  /** Money that moved on these days in New York, both included; the oldest first. */
  listSettlements(from: string, to: string): Promise<Settlements> {
    return this.#all('/settlements', { from, to }, 'settlements', 'settlement_id');
  }

  /** The same as a table for a spreadsheet, with one line of column names; null where it is not whole. */
  async settlementsTable(from: string, to: string): Promise<string | null> {
    let table = '';
    let next: string | null = `/settlements?${new URLSearchParams({ from, to, limit: pageRows })}`;
    for (let page = 0; next !== null && page < mostPages; page += 1) {
      const answer = await this.#call(next, { headers: { accept: 'text/csv' } });
      const text = await answer.text();
      table += page === 0 ? text : text.slice(text.indexOf('\n') + 1);
      next = nextPage(answer.headers.get('link'));
    }
    return next === null ? table : null;
  }

  /** How many checkouts came how far, by day. */
  readReport(from: string, to: string): Promise<Report> {
    return this.#get('/report', { from, to, by: 'day' });
  }

  /** Every page of a list, as far as one can read it in one go. */
  async #all<Row>(path: string, query: Query, name: string, idName: string): Promise<List<Row>> {
    const rows: Row[] = [];
    let after: string | undefined;
    for (let page = 0; page < mostPages; page += 1) {
      const asked = { ...query, limit: pageRows, starting_after: after };
      const answer = await this.#get<Record<string, Row[]> & { has_more: boolean }>(path, asked);
      const found = answer[name] ?? [];
      rows.push(...found);
      if (!answer.has_more) return { rows, isWhole: true };
      after = String(Reflect.get(Object(found.at(-1)), idName));
    }
    return { rows, isWhole: false };
  }

  async #get<Answer>(path: string, query: Query = {}): Promise<Answer> {
    const given = Object.entries(query).filter((each): each is [string, string] => !!each[1]);
    const search = new URLSearchParams(given).toString();
    const answer = await this.#call(search === '' ? path : `${path}?${search}`, {});
    return (await answer.json()) as Answer;
  }

  async #post<Answer>(path: string, body: unknown, key: string): Promise<Answer> {
    const answer = await this.#call(path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'idempotency-key': key },
      body: JSON.stringify(body),
    });
    return (await answer.json()) as Answer;
  }

  async #call(path: string, init: RequestInit): Promise<Response> {
    const { bffUrl, secretKey, fetch: send = fetch } = this.#options;
    const authorization = `Basic ${Buffer.from(`${secretKey}:`).toString('base64')}`;
    let answer: Response;
    try {
      answer = await send(`${bffUrl}/v1/merchant${path}`, {
        ...init,
        headers: { authorization, ...init.headers },
        signal: AbortSignal.timeout(timeoutMs),
      });
    } catch (error) {
      throw new NoAnswerError(`${path} was not answered`, { cause: error });
    }
    if (answer.ok) return answer;
    const problem = (await answer.json().catch(() => null)) as Problem | null;
    // By 501 and 503 the BFF says that nothing was done; another 5xx says nothing.
    const tells = answer.status < 500 || answer.status === 501 || answer.status === 503;
    if (problem === null || !tells) throw new NoAnswerError(`${path}: ${answer.status}`);
    throw new RefusedError(answer.status, problem);
  }
}

/** `'</v1/merchant/settlements?…>; rel="next"'` => `'/settlements?…'` */
function nextPage(link: string | null): string | null {
  const address = /<([^>]*)>; *rel="next"/.exec(link ?? '')?.[1];
  return address === undefined ? null : address.replace(/^.*?\/v1\/merchant/, '');
}
