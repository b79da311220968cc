import type { CheckoutStep } from '../../../widget/contract/step.ts';
import type { Answer } from '../../helpers/checkout-client.ts';
import { sampleOrder } from '../../helpers/sample-order.ts';
import { type Product, serve } from '../../helpers/serve.ts';
import { walkToOutcome } from '../../helpers/walk-checkout.ts';
import { Acknowledged, NotingClient, NotingSandbox } from '../acknowledged.ts';
import { randomOf } from '../crash-points/point.ts';
import { type Ledger, readSqliteLedger } from '../ledger.ts';
import { type MetTrouble, type PassingCall, startTcpProxy, type TcpProxy } from './tcp-proxy.ts';
import { calls, matrix, type Trouble } from './troubles.ts';

/** A page that has no answer by then asks where its checkout stands. */
const pageTimeoutMs = 10_000;
const longestMs = 300_000;

export interface MatrixOptions {
  /** A case each, whose cell of the matrix follows from its seed. */
  seeds: readonly number[];
  atOnce: number;
}

export interface CaseReport {
  seed: number;
  trouble: Trouble;
  /** True if the call was made, and met its trouble. */
  isMet: boolean;
  /** From a call of the page until it had an answer: to that call, or to a later one. */
  slowestMs: number;
  /** Why the consumer did not come to the outcome of the charge. */
  gaveUp: string | null;
}

export interface MatrixReport {
  cases: CaseReport[];
  ledger: Ledger;
}

/** Each case is a consumer, one of whose calls meets one trouble on the way. */
export async function runMatrix({ seeds, atOnce }: MatrixOptions): Promise<MatrixReport> {
  await using running = new AsyncDisposableStack();
  const troubled = new Set<TroubledConsumer>();
  const troubleOf = (between: 'lender' | 'callback') => (call: PassingCall) => {
    for (const consumer of troubled) {
      const met = consumer.troubleOf(between, call);
      if (met !== undefined) return met;
    }
    return undefined;
  };
  const proxied = async (options: Parameters<typeof startTcpProxy>[0]): Promise<TcpProxy> => {
    const proxy = await startTcpProxy(options);
    running.defer(() => proxy.close());
    return proxy;
  };
  const lender = await serve({ environment: { SERVE: 'lending' } });
  running.defer(() => lender.remove());
  const toLender = await proxied({
    target: () => lender.lendingUrl,
    host: new URL(lender.lendingUrl).host,
    troubleOf: troubleOf('lender'),
  });
  let bff: Product | undefined;
  const bffUrl = () => bff?.bffUrl ?? '';
  const toBff = await proxied({ target: bffUrl, troubleOf: troubleOf('callback') });
  bff = await serve({
    environment: {
      SERVE: 'bff',
      BFF_PUBLIC_URL: toBff.url,
      LENDING_BASE_URL: toLender.url,
      LINK_ALLOWED_ORIGINS: lender.lendingUrl,
    },
  });
  running.defer(() => bff?.remove());

  const acknowledged = new Acknowledged();
  const reports: CaseReport[] = [];
  const demoUrl = bff.demoUrl;
  const left = seeds.values();
  const work = async (): Promise<void> => {
    for (const seed of left) {
      const consumer = new TroubledConsumer(seed);
      const toPage = await startTcpProxy({
        target: bffUrl,
        host: new URL(toBff.url).host,
        troubleOf: (call) => consumer.troubleOf('page', call),
      });
      troubled.add(consumer);
      const places = {
        bffUrl: toPage.url,
        publicUrl: toBff.url,
        lendingUrl: lender.lendingUrl,
        demoUrl,
      };
      reports.push(await consumer.walk(places, acknowledged));
      troubled.delete(consumer);
      await toPage.close();
    }
  };
  await Promise.all(Array.from({ length: atOnce }, work));
  await bff.stop();
  await lender.stop();
  const ledger = await readSqliteLedger(
    { bff: bff.dataDir, lending: lender.dataDir },
    acknowledged,
  );
  return { cases: reports.toSorted((one, other) => one.seed - other.seed), ledger };
}

interface Places {
  /** The page's own way to the BFF. */
  bffUrl: string;
  /** What the BFF calls itself. */
  publicUrl: string;
  lendingUrl: string;
  demoUrl: string;
}

class TroubledConsumer {
  readonly #seed: number;
  readonly #trouble: Trouble;
  /** Ids by which the calls between the services are known as this consumer's. */
  readonly #ids = new Set<string>();
  #isMet = false;

  constructor(seed: number) {
    this.#seed = seed;
    const trouble = matrix[seed % matrix.length];
    if (trouble === undefined) throw new RangeError('The matrix is empty.');
    this.#trouble = trouble;
  }

  /** Of one of this consumer's calls, once. */
  troubleOf(between: 'page' | 'lender' | 'callback', call: PassingCall): MetTrouble | undefined {
    const wanted = calls[this.#trouble.call];
    const isMeant =
      !this.#isMet &&
      wanted.between === between &&
      wanted.pattern.test(call.name) &&
      (between === 'page' || [...this.#ids].some((id) => call.text.includes(id)));
    if (!isMeant) return undefined;
    this.#isMet = true;
    return { ...this.#trouble, random: randomOf(this.#seed) };
  }

  async walk(places: Places, acknowledged: Acknowledged): Promise<CaseReport> {
    const email = `consumer.${this.#seed}@example.test`;
    const client = new TimedClient(places, acknowledged, this.#ids);
    const sandbox = new NotingSandbox(places.lendingUrl, acknowledged);
    const applicant = { email, ssn: '900-10-0001', sms_consent: false };
    let gaveUp: string | null = null;
    try {
      await client.open(await sampleOrder(places.publicUrl));
      this.#ids.add(client.id);
      await walkToOutcome({ client, sandbox, applicant }, { withinMs: longestMs });
    } catch (error) {
      gaveUp = error instanceof Error ? error.message : String(error);
    }
    const { slowestMs } = client;
    return { seed: this.#seed, trouble: this.#trouble, isMet: this.#isMet, slowestMs, gaveUp };
  }
}

/** A page that notes how long it is without an answer, and the ids that it is shown. */
class TimedClient extends NotingClient {
  slowestMs = 0;
  readonly #ids: Set<string>;
  #waitingSince: number | undefined;

  constructor({ bffUrl, demoUrl }: Places, acknowledged: Acknowledged, ids: Set<string>) {
    super({ bffUrl, origin: demoUrl, timeoutMs: pageTimeoutMs }, acknowledged);
    this.#ids = ids;
  }

  override async call(method: string, path: string, body?: unknown): Promise<Answer> {
    this.#waitingSince ??= performance.now();
    const answer = await super.call(method, path, body);
    this.slowestMs = Math.max(this.slowestMs, performance.now() - this.#waitingSince);
    this.#waitingSince = undefined;
    return answer;
  }

  override async step(): Promise<CheckoutStep> {
    const step = await super.step();
    if (step.screen === 'offers')
      for (const { offer_uuid } of step.offers) this.#ids.add(offer_uuid);
    if (step.screen === 'accepted' && step.loan_number !== null) this.#ids.add(step.loan_number);
    return step;
  }
}
