import { type StreamClient, type StreamedStep, streamSteps } from '../client/stream-steps.ts';
import type { CheckoutStep, Screen } from '../contract/step.ts';
import type { Timers } from './timers.ts';

/** Screens that can change without the person's doing. */
export const watched: Readonly<Record<Screen, boolean>> = {
  details: false,
  working: true,
  review: true,
  offers: true,
  no_offers: false,
  redirect: true,
  accepted: true,
  charge_pending: true,
  charge_outcome: true,
  cancelled: false,
  ask_lender: true,
  expired: false,
};

/** The BFF sends a comment every 15 s: after two missed ones the connection counts as dead. */
const silenceMs = 40_000;
const firstPauseMs = 1_000;
const longestPauseMs = 15_000;

/** A checkout as the watcher needs it. */
export interface StepSource {
  read(signal: AbortSignal): Promise<CheckoutStep>;
  steps(
    lastEventId: string | null,
    signal: AbortSignal,
    onActivity: () => void,
  ): AsyncGenerator<StreamedStep>;
}

export interface StepWatcherOptions {
  timers: Timers;
  onStep: (step: CheckoutStep) => void;
}

type WatchedClient = StreamClient & Pick<StepSource, 'read'>;

function sourceOf(client: WatchedClient): StepSource {
  return {
    read: (signal) => client.read(signal),
    steps: (...request) => streamSteps(client, ...request),
  };
}

/**
 * Follows a checkout by its event stream. Whenever the stream ends, fails or falls silent it reads
 * the step by a plain GET, so that steps also arrive where no stream gets through, and reconnects
 * with growing pauses from the last event it has seen.
 */
export class StepWatcher {
  readonly #timers: Timers;
  readonly #onStep: (step: CheckoutStep) => void;
  #stop: AbortController | null = null;
  #endPause = () => {};

  constructor({ timers, onStep }: StepWatcherOptions) {
    this.#timers = timers;
    this.#onStep = onStep;
  }

  /** Follows the checkout while it is at a step that can change by itself. */
  follow(client: WatchedClient | null, step: CheckoutStep | null): void {
    if (client === null || step === null || !watched[step.screen]) this.stop();
    else this.start(sourceOf(client));
  }

  start(source: StepSource): void {
    if (this.#stop !== null) return;
    this.#stop = new AbortController();
    void this.#watch(source, this.#stop.signal);
  }

  stop(): void {
    this.#stop?.abort();
    this.#stop = null;
    this.#endPause();
  }

  async #watch(source: StepSource, signal: AbortSignal): Promise<void> {
    let lastEventId: string | null = null;
    let pauseMs = firstPauseMs;
    while (!signal.aborted) {
      const stream = await this.#followStream(source, lastEventId, signal);
      pauseMs = stream.gaveSteps ? firstPauseMs : Math.min(pauseMs * 2, longestPauseMs);
      lastEventId = stream.lastEventId;
      await this.#readOnce(source, signal);
      await this.#pause(pauseMs, signal);
    }
  }

  async #followStream(
    source: StepSource,
    startId: string | null,
    signal: AbortSignal,
  ): Promise<{ lastEventId: string | null; gaveSteps: boolean }> {
    let lastEventId = startId;
    let gaveSteps = false;
    const silence = new AbortController();
    let callOff = () => {};
    const listen = () => {
      callOff();
      callOff = this.#timers.after(silenceMs, () => silence.abort());
    };
    try {
      listen();
      const either = AbortSignal.any([signal, silence.signal]);
      for await (const { id, step } of source.steps(startId, either, listen)) {
        lastEventId = id ?? lastEventId;
        gaveSteps = true;
        if (!signal.aborted) this.#onStep(step);
      }
    } catch {
      // A broken stream is expected: the caller reads the step and connects again.
    } finally {
      callOff();
    }
    return { lastEventId, gaveSteps };
  }

  async #readOnce(source: StepSource, signal: AbortSignal): Promise<void> {
    if (signal.aborted) return;
    const step = await source.read(signal).catch(() => null);
    if (step !== null && !signal.aborted) this.#onStep(step);
  }

  #pause(delayMs: number, signal: AbortSignal): Promise<void> {
    if (signal.aborted) return Promise.resolve();
    return new Promise((resolve) => {
      const callOff = this.#timers.after(delayMs, resolve);
      this.#endPause = () => {
        callOff();
        resolve();
      };
    });
  }
}
