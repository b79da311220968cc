import type { ErrorCode } from '../../../widget/contract/error-code.ts';
import type { Reached } from '../../../widget/contract/problem.ts';
import type { CheckoutStep } from '../../../widget/contract/step.ts';
import { aStep, disclosures } from './contract-values.ts';

export const bffOrigin = 'https://bff.example';

export interface WireCall {
  method: string;
  path: string;
  body: unknown;
  token: string | null;
  lastEventId: string | null;
}

type Answer = Response | Promise<Response>;

/** The BFF's wire, faked at `fetch`: what was sent is kept, what comes back is the test's. */
export class FakeBff {
  /** Where the checkout stands: what every call answers that nothing else was planned for. */
  step: CheckoutStep = aStep('details');
  readonly calls: WireCall[] = [];
  readonly #planned = new Map<string, ((call: WireCall) => Answer)[]>();
  readonly #realFetch = window.fetch;
  #streams: ReadableStreamDefaultController<Uint8Array>[] = [];
  #sessions = 0;

  constructor() {
    window.fetch = (input, init) => this.#fetch(new URL(String(input)), init ?? {});
  }

  uninstall(): void {
    window.fetch = this.#realFetch;
  }

  /** The next call of that name, such as `POST /charge`, is answered by this; then the one after. */
  plan(name: string, ...answers: ((call: WireCall) => Answer)[]): void {
    this.#planned.set(name, [...(this.#planned.get(name) ?? []), ...answers]);
  }

  called(name: string): WireCall[] {
    return this.calls.filter((call) => nameOf(call) === name);
  }

  get openStreams(): number {
    return this.#streams.length;
  }

  push(step: CheckoutStep, id: string): void {
    const text = `id: ${id}\nevent: step\ndata: ${JSON.stringify({ step })}\n\n`;
    for (const stream of this.#streams) stream.enqueue(new TextEncoder().encode(text));
  }

  endStreams(): void {
    for (const stream of this.#streams) stream.close();
    this.#streams = [];
  }

  async #fetch(url: URL, init: RequestInit): Promise<Response> {
    // The page's own modules come by fetch too, in some loaders.
    if (url.origin !== bffOrigin) return this.#realFetch.call(window, url, init);
    const headers = new Headers(init.headers);
    const call: WireCall = {
      method: init.method ?? 'GET',
      path: `${url.pathname}${url.search}`,
      body: typeof init.body === 'string' ? JSON.parse(init.body) : undefined,
      token: headers.get('authorization')?.replace('Bearer ', '') ?? null,
      lastEventId: headers.get('last-event-id'),
    };
    this.calls.push(call);
    const planned = this.#planned.get(nameOf(call))?.shift();
    const answer = planned === undefined ? this.#usual(call, init.signal) : planned(call);
    return abortable(answer, init.signal);
  }

  #usual(call: WireCall, signal: AbortSignal | null | undefined): Answer {
    const name = nameOf(call);
    if (name === 'GET /events') return this.#stream(signal);
    if (name === 'GET /disclosures') {
      const locale = call.path.includes('/es?') ? 'es' : 'en';
      return json(200, { disclosures: disclosures(locale) });
    }
    if (name === 'POST /checkouts' || name === 'POST /resume') return this.session();
    if (name === 'POST /take-up') return json(200, { resume: 'r-own', step: this.step });
    return json(200, { step: this.step });
  }

  /** A session on the present step, with a token of its own. */
  session(step: CheckoutStep = this.step): Response {
    const number = ++this.#sessions;
    return json(200, { checkout_id: 'c1', token: `t${number}`, resume: 'r1', step });
  }

  #stream(signal: AbortSignal | null | undefined): Response {
    const body = new ReadableStream<Uint8Array>({
      start: (stream) => {
        this.#streams.push(stream);
        signal?.addEventListener('abort', () => {
          this.#streams = this.#streams.filter((one) => one !== stream);
        });
      },
    });
    return new Response(body, { headers: { 'Content-Type': 'text/event-stream' } });
  }
}

/** `POST /v1/checkouts/c1/offers/…/select` => `POST /select` */
function nameOf({ method, path }: WireCall): string {
  const [bare = ''] = path.split('?');
  if (bare.startsWith('/v1/disclosures/')) return `${method} /disclosures`;
  const last = bare.split('/').at(-1);
  return last === 'c1' ? `${method} /checkout` : `${method} /${last}`;
}

function abortable(answer: Answer, signal: AbortSignal | null | undefined): Promise<Response> {
  const aborted = new Promise<Response>((_, reject) => {
    if (signal?.aborted) reject(signal.reason);
    signal?.addEventListener('abort', () => reject(signal.reason));
  });
  return Promise.race([Promise.resolve(answer), aborted]);
}

export function json(status: number, body: unknown): Response {
  const text = JSON.stringify(body);
  const response = new Response(text, {
    status,
    headers: { 'Content-Type': 'application/json' },
  });
  // Read at once: what an answer leads to has been done by the next frame, however busy the browser is.
  response.text = () => Promise.resolve(text);
  return response;
}

export function problem(
  status: number,
  code: ErrorCode,
  change: { retryable?: boolean; errors?: Record<string, string[]>; reached?: Reached } = {},
): Response {
  return json(status, {
    type: 'about:blank',
    title: code,
    status,
    code,
    retryable: false,
    correlation_id: `about-${code}`,
    ...change,
  });
}

/** An answer that the test lets go when it wants to. */
export function held(): { answer: Promise<Response>; release: (response: Response) => void } {
  let release: (response: Response) => void = () => {};
  const answer = new Promise<Response>((resolve) => {
    release = resolve;
  });
  return { answer, release };
}

export function networkFailure(): Promise<Response> {
  return Promise.reject(new TypeError('Failed to fetch'));
}
