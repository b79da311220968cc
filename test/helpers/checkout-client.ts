import { createHash } from 'node:crypto';
import type { CheckoutSession } from '../../widget/contract/checkout.ts';
import type { Disclosure } from '../../widget/contract/disclosure.ts';
import type { CheckoutStep, Screen, StepOf } from '../../widget/contract/step.ts';
import { anApplicationBody } from './applicant-corpus.ts';

export interface CheckoutClientOptions {
  bffUrl: string;
  /** The merchant's origin, from which a browser would call. */
  origin: string;
  /** Its publishable key; the demo shop's when absent. */
  merchant?: string;
  /** After which it no longer waits for an answer. */
  timeoutMs?: number;
}

export interface Answer {
  status: number;
  body: unknown;
}

/** The BFF refused, or failed. */
export class CheckoutAnswerError extends Error {
  override readonly name = 'CheckoutAnswerError';
  readonly answer: Answer;

  constructor(answer: Answer) {
    super(`the BFF answered ${answer.status}: ${JSON.stringify(answer.body)}`);
    this.answer = answer;
  }
}

/** A consumer's browser without a browser: the calls that the widget would make, over HTTP. */
export class CheckoutClient {
  readonly #options: CheckoutClientOptions;
  #session: CheckoutSession | undefined;

  constructor(options: CheckoutClientOptions) {
    this.#options = options;
  }

  get id(): string {
    return this.#opened.checkout_id;
  }

  get resumeHandle(): string {
    return this.#opened.resume;
  }

  get token(): string {
    return this.#opened.token;
  }

  async open(order: { amount?: string; order_token?: string }): Promise<CheckoutStep> {
    const return_url = `${this.#options.origin}/`;
    const body = { merchant: this.#merchant, return_url, locale: 'en', ...order };
    return this.#enter(await this.call('POST', '/v1/checkouts', body));
  }

  /** Takes a checkout up by its handle, as after the return from the lender. */
  async resume(handle = this.#opened.resume): Promise<CheckoutStep> {
    const body = { resume: handle, merchant: this.#merchant };
    return this.#enter(await this.call('POST', '/v1/resume', body));
  }

  async step(): Promise<CheckoutStep> {
    return stepOf(await this.call('GET', this.#path()));
  }

  async changeAmount(amount: string): Promise<CheckoutStep> {
    return stepOf(await this.call('PATCH', this.#path(), { amount }));
  }

  async apply(applicant: Readonly<Record<string, unknown>> = {}): Promise<CheckoutStep> {
    return stepOf(await this.sendApplication(applicant));
  }

  /** The consents are those of today's texts, unless they are given. */
  async sendApplication(applicant: Readonly<Record<string, unknown>> = {}): Promise<Answer> {
    const isGiven = applicant.soft_pull_consent_version !== undefined;
    const consents = isGiven ? {} : await this.consents();
    const body = anApplicationBody({ ...consents, ...applicant });
    return this.call('POST', this.#path('/application'), body);
  }

  async select(offerUuid: string): Promise<StepOf<'redirect'>> {
    const step = stepOf(await this.call('POST', this.#path(`/offers/${offerUuid}/select`), {}));
    return as(step, 'redirect');
  }

  async inviteToPortal(): Promise<CheckoutStep> {
    return stepOf(await this.call('POST', this.#path('/portal-invitation'), {}));
  }

  async charge(): Promise<CheckoutStep> {
    return stepOf(await this.call('POST', this.#path('/charge'), {}));
  }

  /** The consents of the texts that the BFF shows today. */
  async consents(): Promise<Record<string, unknown>> {
    const query = new URLSearchParams({ merchant: this.#merchant, state: 'OH' });
    const { body } = await this.call('GET', `/v1/disclosures/en?${query}`);
    const { disclosures } = body as { disclosures: Disclosure[] };
    const version = (id: string) => disclosures.find((each) => each.id === id)?.version;
    const now = new Date().toISOString().replace(/\.\d+Z$/, 'Z');
    const authorization = disclosures.find(({ id }) => id === 'soft_pull_authorization');
    return {
      soft_pull_consent_version: authorization?.version,
      soft_pull_consent_text_sha256: sha256(authorization?.text ?? ''),
      soft_pull_consent_at: now,
      esign_consent_version: version('esign_consent'),
      esign_consent_at: now,
      privacy_notice_version: version('privacy_notice'),
    };
  }

  /** The first event of the stream, as it came over the wire. */
  async firstEvent(): Promise<string> {
    const answer = await fetch(`${this.#options.bffUrl}${this.#path('/events')}`, {
      headers: { origin: this.#options.origin, authorization: `Bearer ${this.token}` },
    });
    let received = '';
    for await (const chunk of answer.body ?? []) {
      received += Buffer.from(chunk).toString();
      if (/^data: .*\n\n/m.test(received)) break;
    }
    return received;
  }

  async call(method: string, path: string, body?: unknown): Promise<Answer> {
    const answer = await this.#send(method, path, body);
    // On a loaded machine a connection may stand for 10 s before the request is written to it: the
    // server has read none, and hears it now.
    return answer.status === 408 ? this.#send(method, path, body) : answer;
  }

  async #send(method: string, path: string, body: unknown): Promise<Answer> {
    const { bffUrl, timeoutMs } = this.#options;
    const answer = await fetch(`${bffUrl}${path}`, {
      method,
      headers: {
        origin: this.#options.origin,
        'content-type': 'application/json',
        ...(this.#session && { authorization: `Bearer ${this.#session.token}` }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      ...(timeoutMs !== undefined && { signal: AbortSignal.timeout(timeoutMs) }),
    });
    const text = await answer.text();
    return { status: answer.status, body: text === '' ? undefined : JSON.parse(text) };
  }

  get #merchant(): string {
    return this.#options.merchant ?? 'pk_sandbox_hillside';
  }

  get #opened(): CheckoutSession {
    if (!this.#session) throw new Error('the checkout has not been opened');
    return this.#session;
  }

  #path(rest = ''): string {
    return `/v1/checkouts/${this.id}${rest}`;
  }

  #enter(answer: Answer): CheckoutStep {
    const step = stepOf(answer);
    this.#session = answer.body as CheckoutSession;
    return step;
  }
}

/** The step as the screen it must be. @throws Error that says which it is instead */
export function as<Name extends Screen>(step: CheckoutStep, screen: Name): StepOf<Name> {
  if (step.screen !== screen) {
    throw new Error(`the checkout is at ${JSON.stringify(step)}, not at ${screen}`);
  }
  return step as StepOf<Name>;
}

function stepOf(answer: Answer): CheckoutStep {
  if (answer.status >= 400) throw new CheckoutAnswerError(answer);
  return (answer.body as { step: CheckoutStep }).step;
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
