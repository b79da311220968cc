import { expect } from '@open-wc/testing';
import type { CheckoutStep } from '../../../widget/contract/step.ts';
import {
  type StepSource,
  StepWatcher,
  type StreamedStep,
  watched,
} from '../../../widget/flow/step-watcher.ts';
import { aStep, everyStep } from '../helpers/contract-values.ts';
import { FakeTimers } from '../helpers/fake-timers.ts';
import { until } from '../helpers/until.ts';

type WrittenStream = (signal: AbortSignal, onActivity: () => void) => AsyncGenerator<StreamedStep>;

/** A source whose streams the test writes, one after the other. */
class WrittenSource implements StepSource {
  readonly opened: (string | null)[] = [];
  readonly #streams: WrittenStream[];
  reads = 0;

  constructor(...streams: WrittenStream[]) {
    this.#streams = streams;
  }

  steps(
    lastEventId: string | null,
    signal: AbortSignal,
    onActivity: () => void,
  ): AsyncGenerator<StreamedStep> {
    this.opened.push(lastEventId);
    return (this.#streams.shift() ?? silent)(signal, onActivity);
  }

  async read(signal: AbortSignal): Promise<CheckoutStep> {
    signal.throwIfAborted();
    this.reads++;
    return aStep('accepted');
  }
}

async function* of(...steps: StreamedStep[]): AsyncGenerator<StreamedStep> {
  yield* steps;
}

async function* broken(): AsyncGenerator<StreamedStep> {
  yield* [];
  throw new TypeError('no stream gets through here');
}

/** It says that it is there, and nothing after that. */
async function* heard(signal: AbortSignal, onActivity: () => void): AsyncGenerator<StreamedStep> {
  onActivity();
  yield* silent(signal);
}

async function* silent(signal: AbortSignal): AsyncGenerator<StreamedStep> {
  yield* [];
  signal.throwIfAborted();
  await new Promise((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason));
  });
}

function setup(...streams: WrittenStream[]) {
  const timers = new FakeTimers();
  const seen: string[] = [];
  const source = new WrittenSource(...streams);
  const onStep = ({ screen }: CheckoutStep) => seen.push(screen);
  const watcher = new StepWatcher(timers, onStep, () => undefined);
  watcher.start(source);
  return { timers, seen, source, watcher };
}

/** Chance shortens each pause by up to a half. */
function isPause(ms: number | null, longestMs: number): boolean {
  return ms !== null && ms >= longestMs / 2 && ms <= longestMs;
}

describe('StepWatcher', () => {
  it('hands on the steps of the stream and reconnects from the last one', async () => {
    const working = { id: '1', step: aStep('working') };
    const offers = { id: '2', step: aStep('offers') };
    const { timers, seen, source, watcher } = setup(() => of(working, offers));
    await until(() => isPause(timers.next, 1_000));
    expect(seen).to.deep.equal(['working', 'offers', 'accepted']);
    timers.advance(1_000);
    await until(() => source.opened.length === 2);
    expect(source.opened).to.deep.equal([null, '2']);
    watcher.stop();
  });

  it('reads the step where no stream gets through, and waits longer from the fourth time on', async () => {
    const pauses = [1_000, 1_000, 1_000, 2_000, 4_000, 8_000, 15_000, 15_000];
    const { timers, source, watcher } = setup(...pauses.map(() => broken));
    for (const [round, pauseMs] of pauses.entries()) {
      await until(() => source.reads === round + 1 && timers.next !== null);
      expect(timers.next).to.satisfy((next: number) => isPause(next, pauseMs));
      timers.advance(pauseMs);
    }
    watcher.stop();
  });

  it('brings pages back one by one that lost their server at the same time', async () => {
    const pages = Array.from({ length: 20 }, () => setup(broken));
    await until(() => pages.every(({ timers }) => isPause(timers.next, 1_000)));
    const pauses = new Set(pages.map(({ timers }) => timers.next));
    expect(pauses.size).to.be.above(10);
    for (const { watcher } of pages) watcher.stop();
  });

  it('reads the step soon where something on the way holds the stream back', async () => {
    const { timers, source, watcher } = setup();
    await until(() => timers.next === 10_000);
    timers.advance(10_000);
    await until(() => source.reads === 1);
    watcher.stop();
  });

  it('takes a connection that has fallen silent for a dead one', async () => {
    const { timers, source, watcher } = setup(heard);
    await until(() => timers.next === 40_000);
    timers.advance(40_000);
    await until(() => source.reads === 1);
    watcher.stop();
  });

  it('is soon back however often a stream that gave nothing new ends after a while', async () => {
    const rounds = 9;
    const { timers, source, watcher } = setup(...Array.from({ length: rounds }, () => heard));
    for (let round = 1; round <= rounds; round += 1) {
      await until(() => timers.next === 40_000);
      timers.advance(40_000);
      await until(() => source.reads === round && isPause(timers.next, 1_000));
      timers.advance(1_000);
    }
    watcher.stop();
  });

  it('says nothing more once it is stopped', async () => {
    const { timers, seen, source, watcher } = setup(broken);
    watcher.stop();
    await until(() => source.opened.length === 1);
    await new Promise(requestAnimationFrame);
    expect(seen).to.deep.equal([]);
    expect(source.reads).to.equal(0);
    expect(timers.next).to.equal(null);
  });

  it('starts once, however often it is told to', async () => {
    const { source, watcher } = setup();
    watcher.start(source);
    watcher.start(source);
    expect(source.opened).to.have.length(1);
    watcher.stop();
  });
});

describe('watched', () => {
  it('follows every screen that can change by itself', () => {
    const screens = new Set(everyStep.map(({ screen }) => screen));
    const unwatched = [...screens].filter((screen) => !watched[screen]);
    expect(unwatched).to.deep.equal(['details', 'no_offers', 'cancelled', 'expired']);
  });
});
