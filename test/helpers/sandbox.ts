/** A message that the lender's sandbox would have sent. */
export interface SandboxMessage {
  id: string;
  external_application_id: string | null;
  channel: 'sms' | 'email';
  to: string;
  subject: string;
  text: string;
  links: string[];
  created: string;
}

/** A callback of the lender with every attempt to deliver it. */
export interface SandboxEvent {
  event_id: string;
  event_type: string;
  target_url: string;
  payload: Record<string, unknown>;
  status: 'Queued' | 'Delivered' | 'Retrying' | 'Exhausted';
  attempts: { at: string; status_code: number | null; error: string | null }[];
  next_attempt_at: string | null;
}

export interface SandboxOptions {
  username?: string;
  password?: string;
}

/** The sandbox controls, as the sponsor of the published merchant. */
export class Sandbox {
  readonly #base: string;
  readonly #authorization: string;

  constructor(lendingUrl: string, options: SandboxOptions = {}) {
    const { username = 'sponsor@example.test', password = 'sandbox-api-password' } = options;
    this.#base = lendingUrl;
    this.#authorization = `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`;
  }

  advanceClock(seconds: number): Promise<unknown> {
    return this.#post('/clock/advance', { seconds });
  }

  /** Newest first. */
  messages(filter: { to?: string; external_application_id?: string }): Promise<SandboxMessage[]> {
    const query = new URLSearchParams(filter);
    return this.#call('GET', `/sandbox/v1/messages?${query}`) as Promise<SandboxMessage[]>;
  }

  /** Oldest first. */
  events(
    filter: { external_application_id?: string; event_type?: string; limit?: string } = {},
  ): Promise<SandboxEvent[]> {
    const query = new URLSearchParams(filter);
    return this.#call('GET', `/sandbox/v1/events?${query}`) as Promise<SandboxEvent[]>;
  }

  holdEvents(): Promise<unknown> {
    return this.#post('/events/hold');
  }

  releaseEvents(order: 'oldest_first' | 'newest_first', copies = 1): Promise<unknown> {
    return this.#post('/events/release', { order, copies });
  }

  /** `accept-terms`, `decline-terms`, `activate-portal`, `suspend`, `release`, … */
  application(externalApplicationId: string, step: string, body: unknown = {}): Promise<unknown> {
    return this.#post(`/applications/${externalApplicationId}/${step}`, body);
  }

  /** @param uuid as a step has it: null while the lender has not said it */
  paymentRequest(uuid: string | null, answer: 'approve' | 'reject'): Promise<unknown> {
    return this.#post(`/payment-requests/${uuid}/${answer}`);
  }

  transaction(uuid: string | null, to: string): Promise<unknown> {
    return this.#post(`/transactions/${uuid}/advance`, { to });
  }

  /** A call of the Sponsor Lending API itself. */
  get(path: string): Promise<unknown> {
    return this.#call('GET', path);
  }

  /** Another one, with a body. */
  post(path: string, body: unknown): Promise<unknown> {
    return this.#call('POST', path, body);
  }

  #post(path: string, body: unknown = {}): Promise<unknown> {
    return this.#call('POST', `/sandbox/v1${path}`, body);
  }

  async #call(method: string, path: string, body?: unknown): Promise<unknown> {
    const answer = await fetch(`${this.#base}${path}`, {
      method,
      headers: { authorization: this.#authorization, 'content-type': 'application/json' },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${method} ${path} answered ${answer.status}: ${text}`);
    return text === '' ? undefined : JSON.parse(text);
  }
}
