import { setTimeout as sleep } from 'node:timers/promises';
import { count, none, type Part } from '../bench/part.ts';
import { serve } from '../helpers/serve.ts';
import { Consumers, capacityOf } from './consumers.ts';
import { readSqliteLedger, wrongIn } from './ledger.ts';

const patienceMs = 300_000;
/** Nobody looks or presses sooner. */
const pauseMs = 3_000;
const longestMs = 240_000;
/** Who is on the way at half of capacity, with nobody waiting. */
const usuallyWalking = 10;

/** A process that stands still while consumers go on arriving at half of what it can do. */
export function standstillPart({ seconds }: { seconds: number }): Part {
  return {
    name: 'standstill',
    title: `The process stands still for ${seconds} s, at half of capacity (SQLite)`,
    async run() {
      const report = await standStill({ seconds });
      const { capacity, mostWaiting, recoveredAfter, outcomes, gaveUp, wrong } = report;
      return [
        { name: 'capacity, checkouts a second', value: capacity, unit: '' },
        { name: 'that arrive a second', value: capacity / 2, unit: '' },
        count('most that wait at a time', mostWaiting),
        { name: 'until only those of the moment are on the way', value: recoveredAfter, unit: 's' },
        { name: 'outcomes a second meanwhile', value: outcomes / recoveredAfter, unit: '' },
        none('that gave up', gaveUp.length),
        none('lost or doubled', wrong.length),
      ];
    },
  };
}

export interface StandstillRun {
  seconds: number;
  /** For which its capacity is measured. */
  capacityMs?: number;
  /** For which consumers arrive before it stands still. */
  calmMs?: number;
}

export interface StandstillReport {
  /** Checkouts a second. */
  capacity: number;
  mostWaiting: number;
  /** Seconds until only those of the moment were on the way. */
  recoveredAfter: number;
  /** In that time. */
  outcomes: number;
  gaveUp: readonly string[];
  /** What is lost or doubled. */
  wrong: readonly string[];
}

export async function standStill({
  seconds,
  capacityMs,
  calmMs = 10_000,
}: StandstillRun): Promise<StandstillReport> {
  await using running = new AsyncDisposableStack();
  const product = await serve({ environment: { SERVE: 'bff,lending' } });
  running.defer(() => product.remove());
  const capacity = await capacityOf(product, capacityMs);
  const consumers = new Consumers(product, { patienceMs, pauseMs });
  const walks: Promise<void>[] = [];
  const walking = () => walks.length - consumers.arrived - consumers.gaveUp.length;
  const arriving = setInterval(() => walks.push(consumers.walk()), 2_000 / capacity);
  running.defer(() => {
    clearInterval(arriving);
    consumers.leave();
  });
  await sleep(calmMs);
  process.kill(product.pid, 'SIGSTOP');
  await sleep(seconds * 1_000);
  process.kill(product.pid, 'SIGCONT');
  const goesOnAt = performance.now();
  const arrivedBefore = consumers.arrived;
  let mostWaiting = walking();
  while (walking() > usuallyWalking && performance.now() - goesOnAt < longestMs) {
    await sleep(250);
    mostWaiting = Math.max(mostWaiting, walking());
  }
  const recoveredAfter = (performance.now() - goesOnAt) / 1_000;
  const outcomes = consumers.arrived - arrivedBefore;
  clearInterval(arriving);
  consumers.leave();
  await Promise.all(walks);
  await product.stop();
  const { gaveUp, acknowledged } = consumers;
  const wrong = wrongIn(await readSqliteLedger(product.dataDir, acknowledged));
  return { capacity, mostWaiting, recoveredAfter, outcomes, gaveUp, wrong };
}
