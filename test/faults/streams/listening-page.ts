import { CheckoutClient } from '../../../widget/client/checkout-client.ts';
import type { CheckoutStep } from '../../../widget/contract/step.ts';
import { StepWatcher, type StreamedStep, streamSteps } from '../../../widget/flow/step-watcher.ts';
import { systemTimers, type Timers } from '../../../widget/flow/timers.ts';

const firstAmount = 1_000;
/** How long the widget waits for a stream's first words, and for more of them. */
const watchesMs = [10_000, 40_000];
const hurry = 50;

/** The pauses before a page connects again, fifty times as short; its watch over silence as it is. */
const hurriedTimers: Timers = {
  ...systemTimers,
  after: (delayMs, run) =>
    systemTimers.after(watchesMs.includes(delayMs) ? delayMs : delayMs / hurry, run),
};

/** What a page saw of a checkout whose steps have numbers. */
export interface Seen {
  /** The number of the step that is shown. */
  shown: number;
  /** Steps that were shown. One that a later step overtakes is missed by nobody. */
  applied: number;
  /** Steps that came after a later one. */
  backwards: number;
  /** Events that a stream sent although the page had them. */
  sentAgain: number;
  /** Events with a lower number than one before: the server has lost a step. */
  undone: number;
}

/** The widget's own client of a checkout and its watch over the steps, without the screens. */
export class ListeningPage {
  readonly seen: Seen = { shown: 0, applied: 0, backwards: 0, sentAgain: 0, undone: 0 };
  readonly client: CheckoutClient;
  readonly #ids = new Set<string>();
  #newest = 0;
  readonly #isByStreamAlone: boolean;
  readonly #watcher: StepWatcher;
  readonly #ends = new AbortController();
  #wake: () => void = () => undefined;

  /** @param isByStreamAlone no plain GET gets through: what no stream brings is not shown */
  constructor(server: string, merchant: string, { isByStreamAlone = false } = {}) {
    this.client = new CheckoutClient({ server, merchant });
    this.#isByStreamAlone = isByStreamAlone;
    const onStep = (step: CheckoutStep) => this.#take(step);
    this.#watcher = new StepWatcher(hurriedTimers, onStep, () => undefined);
  }

  get signal(): AbortSignal {
    return this.#ends.signal;
  }

  /** @returns the handle for other pages of the checkout */
  async open(returnUrl: string): Promise<string> {
    const { resume } = await this.client.create(
      { amount: amountOf(0), return_url: returnUrl, locale: 'en' },
      this.signal,
    );
    return resume;
  }

  async join(handle: string): Promise<void> {
    await this.client.resume(handle, this.signal);
  }

  /** Makes the next step of the checkout; may be repeated. @throws ClientError */
  async change(number: number): Promise<void> {
    await this.client.change({ amount: amountOf(number) }, this.signal);
  }

  listen(): void {
    this.#watcher.start({
      read: async (signal) => {
        if (this.#isByStreamAlone) throw new TypeError('no plain GET gets through');
        return this.client.read(signal);
      },
      steps: (...request) => this.#noting(streamSteps(this.client, ...request)),
    });
  }

  /** Until it shows the step of this number or a later one, or for this long. @returns whether it does */
  async shows(number: number, withinMs: number): Promise<boolean> {
    if (this.seen.shown >= number) return true;
    return new Promise((resolve) => {
      const callOff = systemTimers.after(withinMs, () => resolve(false));
      this.#wake = () => {
        if (this.seen.shown < number) return;
        callOff();
        resolve(true);
      };
    });
  }

  close(): void {
    this.#watcher.stop();
    this.#ends.abort();
  }

  async *#noting(steps: AsyncGenerator<StreamedStep>): AsyncGenerator<StreamedStep> {
    for await (const streamed of steps) {
      if (streamed.id !== null && this.#ids.has(streamed.id)) this.seen.sentAgain += 1;
      if (Number(streamed.id) < this.#newest) this.seen.undone += 1;
      this.#newest = Math.max(this.#newest, Number(streamed.id));
      if (streamed.id !== null) this.#ids.add(streamed.id);
      yield streamed;
    }
  }

  /** What is shown already changes nothing: after each stream the page reads where it is. */
  #take(step: CheckoutStep): void {
    if (step.screen !== 'details') throw new Error(`at ${step.screen}, not at details`);
    const number = Math.round(Number(step.amount) - firstAmount);
    if (number === this.seen.shown) return;
    if (number < this.seen.shown) this.seen.backwards += 1;
    else this.seen.applied += 1;
    this.seen.shown = number;
    this.#wake();
  }
}

function amountOf(number: number): string {
  return `${firstAmount + number}.00`;
}
