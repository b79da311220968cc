export interface SandboxAccess {
  /** Where the lending service answers, e.g. `http://localhost:8788`. */
  readonly lendingUrl: string;
  readonly username: string;
  readonly password: string;
  readonly fetch?: typeof fetch;
}

const timeoutMs = 10_000;

/** The controls of the lender's sandbox, called with the sponsor's credentials, which stay here. */
export class SandboxClient {
  readonly #access: SandboxAccess;
  readonly #authorization: string;

  constructor(access: SandboxAccess) {
    this.#access = access;
    this.#authorization = `Basic ${Buffer.from(`${access.username}:${access.password}`).toString('base64')}`;
  }

  async call(method: 'GET' | 'POST', path: string, body?: unknown): Promise<unknown> {
    const send = this.#access.fetch ?? fetch;
    const answer = await send(`${this.#access.lendingUrl}/sandbox/v1${path}`, {
      method,
      headers: { authorization: this.#authorization, 'content-type': 'application/json' },
      ...(method === 'POST' && { body: JSON.stringify(body ?? {}) }),
      signal: AbortSignal.timeout(timeoutMs),
    });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`the sandbox answered ${answer.status} to ${method} ${path}`);
    return text === '' ? null : JSON.parse(text);
  }
}
