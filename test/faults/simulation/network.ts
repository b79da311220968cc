import { currentProcess, SimulatedProcess } from './simulated-process.ts';
import type { VirtualTime } from './virtual-time.ts';

/** Where a request goes. */
export interface Host {
  /** As the history calls it. */
  readonly name: string;
  readonly process: SimulatedProcess;
  answer(request: Request): Promise<Response>;
}

/**
 * What happens to one exchange.
 * - `refused`: nothing was sent.
 * - `lost_before`: it was sent and broke off before it arrived; `silent_before`: nobody notices.
 * - `lost_yet_arrives`: the sender takes it for lost, and it arrives some minutes later.
 * - `lost_after`, `silent_after`: the same of the answer, after the effect.
 * - `cut_within`: the answer breaks off in its body.
 */
export type Fate =
  | 'through'
  | 'refused'
  | 'lost_before'
  | 'silent_before'
  | 'lost_yet_arrives'
  | 'lost_after'
  | 'silent_after'
  | 'cut_within';

export interface Passage {
  readonly fate: Fate;
  /** Milliseconds to the host and back. */
  readonly outMs: number;
  readonly backMs: number;
  /** Milliseconds after which the request arrives once more. */
  readonly againAfterMs: number | undefined;
  /** An earlier answer comes back in place of this one, where there was one that may be kept. */
  readonly isStale: boolean;
}

export interface Asked {
  readonly from: string;
  readonly to: string;
  readonly method: string;
  readonly path: string;
}

/** A request on its way. The host gets another `Request` of it each time that it arrives. */
export interface Sent {
  readonly url: string;
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | undefined;
}

/** What the sender hears. */
export interface Listener {
  sent(): void;
  head(status: number, headers: Headers): void;
  data(bytes: Uint8Array): void;
  end(): void;
  /** @param wasSent otherwise there was no connection */
  failed(code: string, wasSent: boolean): void;
}

/** What a host has done, as it was asked by a body. */
export interface Done {
  readonly asked: Asked;
  readonly body: string;
  readonly status: number;
  /** Epoch milliseconds. */
  readonly sentAt: number;
  /** Before it was done, its sender took it for lost. */
  readonly isGivenUp: boolean;
}

export interface NetworkOptions {
  time: VirtualTime;
  /** What becomes of an exchange. */
  passageOf(asked: Asked): Passage;
  /** Hears of everything that arrived, and of what did not. */
  tell(asked: Asked, what: string): void;
  done(what: Done): void;
}

/** Wires and routers: they outlive every service. */
const networkProcess = new SimulatedProcess('network');

/** All exchanges between the parts of a run. It has no sockets: the answers come by virtual time. */
export class Network {
  readonly #options: NetworkOptions;
  readonly #hosts = new Map<string, Host>();
  readonly #kept = new Map<string, Whole>();

  constructor(options: NetworkOptions) {
    this.#options = options;
  }

  /** A host of this origin that died is replaced. */
  listen(origin: string, host: Host): void {
    this.#hosts.set(origin, host);
  }

  /** As `fetch` does; a redirect is not followed. */
  fetch(sent: Sent, signal: AbortSignal | undefined): Promise<Response> {
    return new Promise((resolve, reject) => {
      const stop = () => {
        exchange.abort();
        reject(signal?.reason as Error);
      };
      const unwatch = () => signal?.removeEventListener('abort', stop);
      let status = 0;
      let headers = new Headers();
      const chunks: Uint8Array[] = [];
      const exchange = this.send(sent, {
        sent: () => undefined,
        head: (...head) => {
          [status, headers] = head;
        },
        data: (bytes) => chunks.push(bytes),
        end: () => {
          unwatch();
          const isBodiless = status === 204 || status === 304;
          const body = isBodiless ? null : Buffer.concat(chunks);
          resolve(new Response(body, { status, headers }));
        },
        failed: (code) => {
          unwatch();
          reject(new TypeError('fetch failed', { cause: { code } }));
        },
      });
      signal?.addEventListener('abort', stop);
    });
  }

  /** Asks a host at once, past everything that goes wrong on the way. */
  ask(request: Request): Promise<Response> {
    const host = this.#hosts.get(new URL(request.url).origin);
    if (host === undefined) throw new Error(`nobody is at ${request.url}`);
    return host.process.run(() => host.answer(request));
  }

  /** Sends for the process that is running; it hears nothing once it has ended. */
  send(sent: Sent, listener: Listener): { abort(): void } {
    const exchange = new Exchange(sent, listener, {
      ...this.#options,
      hosts: this.#hosts,
      kept: this.#kept,
    });
    exchange.begin();
    return exchange;
  }
}

interface ExchangeOptions extends NetworkOptions {
  hosts: ReadonlyMap<string, Host>;
  /** Answers that a proxy keeps, by their addresses. */
  kept: Map<string, Whole>;
}

class Exchange {
  readonly #sent: Sent;
  readonly #listener: Listener;
  readonly #options: ExchangeOptions;
  readonly #sender = currentProcess();
  readonly #asked: Asked;
  readonly #passage: Passage;
  readonly #origin: string;
  readonly #sentAt: number;
  #isOver = false;

  constructor(sent: Sent, listener: Listener, options: ExchangeOptions) {
    this.#sent = sent;
    this.#listener = listener;
    this.#options = options;
    this.#sentAt = options.time.now;
    const { origin, pathname, search } = new URL(sent.url);
    this.#origin = origin;
    const host = options.hosts.get(origin);
    this.#asked = {
      from: this.#sender.name,
      to: host?.name ?? origin,
      method: sent.method,
      path: pathname + search,
    };
    this.#passage = options.passageOf(this.#asked);
  }

  begin(): void {
    this.#later(Math.min(this.#passage.outMs, connectMs), () => this.#connect());
  }

  #connect(): void {
    // Its time was over before there was a connection.
    if (this.#isOver) return;
    const { fate, outMs } = this.#passage;
    const host = this.#options.hosts.get(this.#origin);
    if (host === undefined || host.process.isDead || fate === 'refused') {
      this.#fail('ECONNREFUSED', false);
      return;
    }
    this.#hear(() => this.#listener.sent());
    if (this.#isOver) return;
    if (fate === 'silent_before') return void this.#tell('lost on the way, unnoticed');
    if (fate === 'lost_before') return void this.#fail('ECONNRESET', true);
    if (fate === 'lost_yet_arrives') this.#fail('ECONNRESET', true);
    // Whatever the sender does now, it arrives.
    this.#later(Math.max(0, outMs - connectMs), () => void this.#arrive());
  }

  async #arrive(): Promise<void> {
    const host = this.#options.hosts.get(this.#origin);
    if (host === undefined || host.process.isDead) return this.#fail('ECONNRESET', true);
    const { againAfterMs } = this.#passage;
    if (againAfterMs !== undefined) {
      this.#later(againAfterMs, () => void this.#answerOf(', once more'));
    }
    const unwatch = host.process.onDeath(() =>
      this.#later(1, () => this.#fail('ECONNRESET', true)),
    );
    const kept = this.#passage.isStale ? this.#kept() : undefined;
    if (kept !== undefined) this.#tell('an earlier answer');
    const whole = kept ?? (await this.#answerOf(''));
    unwatch();
    if (whole === 'broken') this.#fail('ECONNRESET', true);
    else if (whole !== undefined) this.#bringBack(whole);
  }

  abort(): void {
    this.#isOver = true;
  }

  /** What the host says; undefined when it did not live to say it. */
  async #answerOf(how: string): Promise<Whole | 'broken' | undefined> {
    const host = this.#options.hosts.get(this.#origin);
    if (host === undefined || host.process.isDead) return undefined;
    const isGivenUp = this.#isOver;
    const { url, method, headers, body } = this.#sent;
    const whole = await host.process.run(() =>
      wholeAnswer(host, new Request(url, { method, headers, ...(body !== undefined && { body }) })),
    );
    if (whole !== 'broken' && body !== undefined) {
      const { status } = whole.response;
      const sentAt = this.#sentAt;
      this.#options.done({ asked: this.#asked, body, status, sentAt, isGivenUp });
    }
    if (host.process.isDead) return undefined;
    if (whole !== 'broken' && whole.response.status === 200 && mayBeKept(this.#asked)) {
      this.#options.kept.set(this.#asked.path, whole);
    }
    this.#tell(whole === 'broken' ? 'broken off' : `${whole.response.status}${how}`);
    return whole;
  }

  #kept(): Whole | undefined {
    return this.#options.kept.get(this.#asked.path);
  }

  #bringBack({ response, bytes }: Whole): void {
    const { fate, backMs } = this.#passage;
    if (fate === 'silent_after') return void this.#tell('the answer was lost, unnoticed');
    this.#later(backMs, () => {
      if (fate === 'lost_after') return this.#fail('ECONNRESET', true);
      this.#hear(() => this.#listener.head(response.status, response.headers));
      if (fate === 'cut_within') {
        this.#hear(() => this.#listener.data(bytes.subarray(0, bytes.byteLength >> 1)));
        return this.#fail('UND_ERR_SOCKET', true);
      }
      this.#hear(() => this.#listener.data(bytes));
      this.#hear(() => {
        this.#isOver = true;
        this.#listener.end();
      });
    });
  }

  #fail(code: string, wasSent: boolean): void {
    if (this.#isOver) return;
    this.#tell(code);
    this.#hear(() => {
      this.#isOver = true;
      this.#listener.failed(code, wasSent);
    });
  }

  /** The sender, if it lives and still listens. */
  #hear(word: () => void): void {
    if (this.#isOver || this.#sender.isDead) return;
    this.#sender.run(word);
  }

  #later(ms: number, what: () => void): void {
    this.#options.time.after(ms, networkProcess, what);
  }

  #tell(what: string): void {
    this.#options.tell(this.#asked, what);
  }
}

/** Longer than this only what is under way takes. */
const connectMs = 20;

/** An application as it was. Of lists the lender says what stands in them now. */
function mayBeKept({ to, method, path }: Asked): boolean {
  return to === 'lender' && method === 'GET' && path.includes('/loan/');
}

async function wholeAnswer(host: Host, request: Request): Promise<Whole | 'broken'> {
  try {
    const response = await host.answer(request);
    return { response, bytes: new Uint8Array(await response.arrayBuffer()) };
  } catch {
    return 'broken';
  }
}

interface Whole {
  readonly response: Response;
  readonly bytes: Uint8Array;
}
