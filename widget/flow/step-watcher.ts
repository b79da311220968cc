import { eitherSignal } from '../client/either-signal.ts';
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

/** The BFF writes at once: what has given nothing by then is held back on its way. */
const openingMs = 10_000;
/** The BFF sends a comment every 15 s: after two missed ones the connection counts as dead. */
const silenceMs = 40_000;
/**
 * By the streams in a row that gave nothing and were soon over: a server that is started again is
 * back in three seconds.
 */
const pausesMs = [1_000, 1_000, 1_000, 1_000, 2_000, 4_000, 8_000];
const longestPauseMs = 15_000;

export interface StreamedStep {
  id: string;
  step: CheckoutStep;
}

/** A checkout as the watcher needs it. */
export interface StepSource {
  read(signal: AbortSignal): Promise<CheckoutStep>;
  steps(
    lastEventId: string | null,
    signal: AbortSignal,
    onActivity: () => void,
  ): AsyncGenerator<StreamedStep>;
}

/** What is needed of an open checkout's client, which loads this file lazily. */
interface WatchedClient extends Pick<StepSource, 'read'> {
  openEvents(lastEventId: string | null, signal: AbortSignal): Promise<EventBody>;
  readStep(answer: unknown): Promise<CheckoutStep>;
}

type EventBody = ReadableStream<Uint8Array<ArrayBuffer>>;

/**
 * Follows a checkout by its event stream. Whenever the stream ends, fails or falls silent it reads
 * the step by a plain GET, so that steps also arrive where no stream gets through, and reconnects
 * with growing pauses from the last event it has seen.
 */
export class StepWatcher {
  readonly #timers: Timers;
  readonly #onStep: (step: CheckoutStep) => void;
  readonly #onError: (error: unknown) => void;
  #stop: AbortController | null = null;
  #endPause = () => {};
  /** Grows with every step that is shown, which shows that a step that was read is older. */
  #followed = 0;

  /** @param onError hears why the step could not be read */
  constructor(
    timers: Timers,
    onStep: (step: CheckoutStep) => void,
    onError: (error: unknown) => void,
  ) {
    this.#timers = timers;
    this.#onStep = onStep;
    this.#onError = onError;
  }

  /** Follows the checkout while it is at a step that can change by itself. */
  follow(client: WatchedClient | null, step: CheckoutStep | null): void {
    this.#followed++;
    if (client === null || step === null || !watched[step.screen]) this.stop();
    else {
      this.start({
        read: (signal) => client.read(signal),
        steps: (...request) => streamSteps(client, ...request),
      });
    }
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
    let failures = 0;
    while (!signal.aborted) {
      const begunAt = this.#timers.now();
      const newestId = await this.#followStream(source, lastEventId, signal);
      const hasLasted = this.#timers.now() - begunAt >= longestPauseMs;
      failures = newestId === lastEventId && !hasLasted ? failures + 1 : 0;
      lastEventId = newestId;
      await this.#readOnce(source, signal);
      const pauseMs = pausesMs[failures] ?? longestPauseMs;
      // Pages that lost their server together do not come back together.
      await this.#pause(pauseMs * (1 - Math.random() / 2), signal);
    }
  }

  /** @returns the id of the last event, which a stream that gave no step leaves as it was */
  async #followStream(
    source: StepSource,
    startId: string | null,
    signal: AbortSignal,
  ): Promise<string | null> {
    let lastEventId = startId;
    const silence = new AbortController();
    let callOff = () => {};
    const listen = (limitMs: number) => {
      callOff();
      callOff = this.#timers.after(limitMs, () => silence.abort());
    };
    try {
      listen(openingMs);
      const either = eitherSignal(signal, silence.signal);
      const onActivity = () => listen(silenceMs);
      for await (const { id, step } of source.steps(startId, either, onActivity)) {
        lastEventId = id;
        if (!signal.aborted) this.#onStep(step);
      }
    } catch {
      // A broken stream is expected: the caller reads the step and connects again.
    } finally {
      callOff();
      silence.abort();
    }
    return lastEventId;
  }

  async #readOnce(source: StepSource, signal: AbortSignal): Promise<void> {
    const followed = this.#followed;
    try {
      const step = await source.read(signal);
      if (!signal.aborted && followed === this.#followed) this.#onStep(step);
    } catch (error) {
      if (!signal.aborted) this.#onError(error);
    }
  }

  async #pause(delayMs: number, signal: AbortSignal): Promise<void> {
    if (signal.aborted) return;
    await new Promise<void>((resolve) => {
      const callOff = this.#timers.after(delayMs, resolve);
      this.#endPause = () => {
        callOff();
        resolve();
      };
    });
  }
}

/**
 * The steps as they change, until the stream ends or fails; `onActivity` hears everything that comes.
 * @throws ClientError
 */
export async function* streamSteps(
  client: WatchedClient,
  lastEventId: string | null,
  signal: AbortSignal,
  onActivity: () => void,
): AsyncGenerator<StreamedStep> {
  const body = await client.openEvents(lastEventId, signal);
  for await (const { id, data } of readEvents(body, onActivity)) {
    yield { id, step: await client.readStep(JSON.parse(data)) };
  }
}

interface StepEvent {
  id: string;
  data: string;
}

/**
 * Reads server-sent events from a fetched body, since `EventSource` cannot send a bearer token
 * (HTML, section 9.2.6). `onActivity` hears every chunk, comments included.
 */
export async function* readEvents(
  body: EventBody,
  onActivity: () => void,
): AsyncGenerator<StepEvent> {
  const reader = body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = '';
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      onActivity();
      const blocks = (rest + value).split('\n\n');
      rest = blocks.pop() ?? '';
      yield* blocks.flatMap(stepEvent);
    }
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}

/** As the BFF writes it: a field a line, each line ended by LF alone. Others and comments are none. */
function stepEvent(block: string): StepEvent[] {
  const { id, event, data }: Partial<Record<string, string>> = Object.fromEntries(
    block.split('\n').map((line) => line.split(/: (.*)/)),
  );
  return event === 'step' && id && data ? [{ id, data }] : [];
}
