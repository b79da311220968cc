import { dayMs, hourMs, minuteMs, secondMs } from '../../../server/platform/durations.ts';
import type { CheckoutStep } from '../../../widget/contract/step.ts';
import { Random } from '../fuzz/random.ts';
import { type Find, Judge } from './judge.ts';
import { LendersSide } from './lenders-side.ts';
import { Shopper } from './shopper.ts';
import { type LenderTestbed, startLenderTestbed } from './testbed.ts';

const leastActs = 4;
const mostActs = 36;
const mostActsBefore = 5;
const mostNeighbours = 3;
/** Looks at a checkout after the time that a lender has for its answer. */
const lastLooks = 5;

const times = [
  ...[2 * secondMs, 20 * secondMs, 30 * secondMs, minuteMs, 2 * minuteMs, 6 * minuteMs],
  ...[16 * minuteMs, hourMs, 7 * hourMs, dayMs, 2 * dayMs, 5 * dayMs],
];

export interface SequenceOptions {
  seed: number;
  serial: number;
  /** Told of the clock that the thread is to go by. */
  setClock(now: () => number): void;
}

export interface SequenceEnd {
  readonly answers: number;
  readonly changed: number;
  readonly screens: readonly string[];
  readonly finds: readonly Find[];
  readonly marked: readonly CheckoutStep[];
  readonly told: readonly string[];
}

/** One order of one consumer, at one checkout or, in a second tab, at two. */
export async function runSequence(options: SequenceOptions): Promise<SequenceEnd> {
  const key = options.seed * 1_000_003 + options.serial;
  const random = new Random(key);
  const testbed = await startLenderTestbed(new Random(key ^ 0x5bd1e995));
  options.setClock(testbed.bff.now);
  const tabs = random.chance(0.2) ? 2 : 1;
  const judge = new Judge(testbed, { tabs });
  const noteRejection = (error: unknown) => judge.find('crash', `unhandled: ${textOf(error)}`);
  process.on('unhandledRejection', noteRejection);
  try {
    await walk(testbed, judge, { random, tabs });
  } catch (error) {
    judge.find('crash', textOf(error));
  } finally {
    await testbed.close();
    process.off('unhandledRejection', noteRejection);
  }
  const { answers, changed, told } = testbed.distorter;
  const { finds, marked } = judge;
  return { answers, changed, screens: [...judge.screens], finds, marked, told };
}

async function walk(
  testbed: LenderTestbed,
  judge: Judge,
  { random, tabs }: { random: Random; tabs: number },
): Promise<void> {
  const side = new LendersSide(testbed, random);
  for (let serial = random.below(mostNeighbours + 1); serial > 0; serial -= 1) {
    side.addNeighbour(serial);
  }
  const shoppers = Array.from({ length: tabs }, () => new Shopper(testbed, judge, random, 'order'));
  const acts = leastActs + random.below(mostActs - leastActs);
  for (const shopper of shoppers) await comeToOddness(testbed, shopper, side);
  for (let act = 0; act < acts; act += 1) {
    const chance = random.fraction();
    if (chance < 0.6) await random.pick(shoppers).act();
    else if (chance < 0.8) await side.act();
    else await testbed.pass(random.pick(times));
    judge.books();
  }
  await end(testbed, judge, { random, shoppers });
}

/** Where the lender begins to answer oddly; all is well before. */
async function comeToOddness(
  { distorter, oddFrom }: LenderTestbed,
  shopper: Shopper,
  side: LendersSide,
): Promise<void> {
  distorter.mood = 'none';
  for (let act = 0; act < mostActsBefore; act += 1) {
    if ((await shopper.look())?.screen === oddFrom) break;
    await shopper.goOn();
    await side.goOn();
  }
  distorter.mood = 'some';
}

/** Nothing stays in work, whether the lender is well again, as odd as before, or gone. */
async function end(
  testbed: LenderTestbed,
  judge: Judge,
  { random, shoppers }: { random: Random; shoppers: readonly Shopper[] },
): Promise<void> {
  testbed.distorter.mood = random.pick(['some', 'none', 'all']);
  await testbed.pass(testbed.bff.context.config.lenderAnswerHours * hourMs);
  for (let look = 0; look < lastLooks; look += 1) await testbed.pass(minuteMs + secondMs);
  for (const shopper of shoppers) {
    if (shopper.page.checkoutId === '') continue;
    const step = await shopper.look();
    if (step?.screen === 'working') judge.find('endless', `in work since ${step.since}`);
  }
  judge.books();
}

function textOf(error: unknown): string {
  return error instanceof Error ? `${error.stack?.slice(0, 800)}` : String(error);
}
