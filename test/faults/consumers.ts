import { setTimeout as sleep } from 'node:timers/promises';
import { sampleOrder } from '../helpers/sample-order.ts';
import { walkToOutcome } from '../helpers/walk-checkout.ts';
import { Acknowledged, NotingClient, NotingSandbox } from './acknowledged.ts';

export interface Addresses {
  bffUrl: string;
  demoUrl: string;
  lendingUrl: string;
}

const pauseMs = 100;
/** A lost answer is settled when the time of its call has passed, and only while somebody is up. */
const settledWithinMs = 300_000;
/** Where crash comes after crash: what counts is how long somebody takes after the last. */
export const patienceUnderCrashesMs = 3_600_000;
/** Under the limit of calls of a checkout. */
const changesACheckout = 200;

export interface ConsumersOptions {
  patienceMs: number;
  /** Between two tries; as short as can be when absent. */
  pauseMs?: number;
  name?: string;
}

/** Consumers who go on whatever happens, each under an address of their own. */
export class Consumers {
  readonly acknowledged = new Acknowledged();
  /** Who came to the outcome of their charge. */
  arrived = 0;
  readonly gaveUp: string[] = [];
  /** Who was still on the way when all left. */
  readonly left: string[] = [];
  readonly #addresses: Addresses;
  readonly #patienceMs: number;
  readonly #pauseMs: number | undefined;
  readonly #name: string;
  readonly #leaving = new AbortController();
  #begun = 0;

  constructor(addresses: Addresses, { patienceMs, pauseMs, name = 'consumer' }: ConsumersOptions) {
    this.#addresses = addresses;
    this.#name = name;
    this.#patienceMs = patienceMs;
    this.#pauseMs = pauseMs;
  }

  /** One consumer's way from the open shop to the outcome of the charge. */
  async walk(): Promise<void> {
    this.#begun += 1;
    const email = `${this.#name}.${this.#begun}@example.test`;
    const { bffUrl, demoUrl, lendingUrl } = this.#addresses;
    const client = new NotingClient({ bffUrl, origin: demoUrl }, this.acknowledged);
    const sandbox = new NotingSandbox(lendingUrl, this.acknowledged);
    const applicant = { email, ssn: '900-10-0001', sms_consent: false };
    try {
      const pause = this.#pauseMs === undefined ? {} : { pauseMs: this.#pauseMs };
      const options = { withinMs: this.#patienceMs, signal: this.#leaving.signal, ...pause };
      await open(client, bffUrl, options);
      await walkToOutcome({ client, sandbox, applicant }, options);
      this.arrived += 1;
    } catch (error) {
      const list = this.#leaving.signal.aborted ? this.left : this.gaveUp;
      list.push(`${email}: ${error instanceof Error ? error.message : error}`);
    }
  }

  /** Opens a checkout and changes its amount, a cent more each time, until it fails or was enough. */
  async #changeAmounts(): Promise<void> {
    const { bffUrl, demoUrl } = this.#addresses;
    const client = new NotingClient({ bffUrl, origin: demoUrl }, this.acknowledged);
    try {
      await client.open({ amount: '5000.00' });
      for (let cents = 500_001; cents <= 500_000 + changesACheckout; cents += 1) {
        await client.changeAmount((cents / 100).toFixed(2));
        this.acknowledged.noteAmount(client.id, cents);
      }
    } catch {
      await sleep(pauseMs);
    }
  }

  /** So many who change their minds, beside those who walk. */
  async keepChanging(atOnce: number, isOver: () => boolean): Promise<void> {
    const changeOn = async (): Promise<void> => {
      while (!isOver()) await this.#changeAmounts();
    };
    await Promise.all(Array.from({ length: atOnce }, changeOn));
  }

  /** All leave where they are, and none gives up for it. */
  leave(): void {
    this.#leaving.abort();
  }

  /** Waits, after the last crash, for those who walk: who has not arrived by then leaves. */
  async settle(walking: Promise<unknown>, withinMs = settledWithinMs): Promise<void> {
    const leaving = setTimeout(() => this.leave(), withinMs);
    await walking;
    clearTimeout(leaving);
  }

  /** So many at once, each starting again until `isOver` says so. */
  async keepWalking(atOnce: number, isOver: () => boolean): Promise<void> {
    const walkOn = async (): Promise<void> => {
      do await this.walk();
      while (!isOver() && !this.#leaving.signal.aborted);
    };
    await Promise.all(Array.from({ length: atOnce }, walkOn));
  }
}

/** As many as make full use of the product. */
const consumersAtOnce = 16;
const usualCapacityMs = 20_000;
const capacityPatienceMs = 120_000;

/** Checkouts a second that the product can do, with nobody waiting. */
export async function capacityOf(addresses: Addresses, forMs = usualCapacityMs): Promise<number> {
  const consumers = new Consumers(addresses, { patienceMs: capacityPatienceMs, name: 'first' });
  const began = performance.now();
  await consumers.keepWalking(consumersAtOnce, () => performance.now() - began > forMs);
  return consumers.arrived / ((performance.now() - began) / 1_000);
}

/** Opens the checkout as soon as there is a server to open it. */
async function open(
  client: NotingClient,
  bffUrl: string,
  { withinMs, signal }: { withinMs: number; signal: AbortSignal },
): Promise<void> {
  const deadline = performance.now() + withinMs;
  for (;;) {
    try {
      await client.open(await sampleOrder(bffUrl));
      return;
    } catch (error) {
      if (performance.now() > deadline || signal.aborted) throw error;
      await sleep(pauseMs);
    }
  }
}
