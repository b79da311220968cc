import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '../../helpers/free-ports.ts';
import { count, type Figure, none } from '../part.ts';
import { startSideProcess } from '../side-process.ts';

/** As many as the product's own goal for soft pulls causes, and some more. */
export const eventsASecond = 250;
export const receivers = 100;
/** Of a hundred: the first answer nothing before all is caused, the next are slow. */
export const deadShare = 20;
export const slowShare = 10;
const goalMs = 2_000;
const healthyPatienceMs = 30_000;
/** Longer than the longest pause of what waits for a slow receiver. */
const patienceMs = 6 * 60_000;

export type Kind = 'dead' | 'slow' | 'healthy';

/** Of the receiver with this number. */
export function kindOf(receiver: number): Kind {
  const place = receiver % 100;
  if (place < deadShare) return 'dead';
  return place < deadShare + slowShare ? 'slow' : 'healthy';
}

export interface SentEvent {
  id: string;
  receiver: number;
  /** Epoch milliseconds. */
  createdAt: number;
}

/** Sends events to the receivers, each of which is somebody else's. */
export interface Sender {
  turns: number;
  turnsASecond: number;
  /** Causes the events of a turn, from 0, each in a transaction of its own. */
  cause(turn: number): Promise<void>;
  /** Deliveries that are pending, by receiver. */
  pending(): Promise<readonly { receiver: number; count: number }[]>;
  /** The dead answer now: makes what they are owed due. @returns how many events that are */
  sendAgain(): Promise<number>;
  events(): Promise<SentEvent[]>;
  stop(): Promise<void>;
}

/** The address of the receiver with this number. */
export type AddressOf = (receiver: number) => string;

/**
 * From the commit of a cause to the arrival at a receiver that answers, beside those that do not. Then
 * these answer too, and all must arrive.
 */
export async function sendToAll(
  start: (addressOf: AddressOf) => Promise<Sender>,
): Promise<Figure[]> {
  const port = await freePort();
  const origin = `http://127.0.0.1:${port}`;
  const process = await startSideProcess(join(import.meta.dirname, 'receivers.ts'), [String(port)]);
  try {
    const sender = await start((receiver) => `${origin}/${kindOf(receiver)}/${receiver}`);
    try {
      await causeAll(sender);
      await untilEnded(sender, ['healthy'], healthyPatienceMs);
      const revivedAt = Date.now();
      await fetch(`${origin}/revive`);
      const sentAgain = await sender.sendAgain();
      await untilEnded(sender, ['healthy', 'slow', 'dead'], patienceMs);
      const arrived = (await (await fetch(`${origin}/arrivals`)).json()) as Arrivals;
      return figuresOf(await sender.events(), { ...arrived, sentAgain, revivedAt });
    } finally {
      await sender.stop();
    }
  } finally {
    process.stop();
  }
}

/** At an even pace. */
async function causeAll({ turns, turnsASecond, cause }: Sender): Promise<void> {
  const startedAt = performance.now();
  for (let turn = 0; turn < turns; turn += 1) {
    await cause(turn);
    const dueInMs = startedAt + ((turn + 1) * 1000) / turnsASecond - performance.now();
    if (dueInMs > 1) await sleep(dueInMs);
  }
}

/** Until no delivery to such receivers is pending, or for so long none of them has ended. */
async function untilEnded(sender: Sender, kinds: readonly Kind[], withinMs: number): Promise<void> {
  let left = Number.POSITIVE_INFINITY;
  let endedAt = performance.now();
  while (left > 0 && performance.now() - endedAt < withinMs) {
    const before = left;
    left = (await sender.pending())
      .filter(({ receiver }) => kinds.includes(kindOf(receiver)))
      .reduce((sum, row) => sum + row.count, 0);
    if (left < before) endedAt = performance.now();
    if (left > 0) await sleep(500);
  }
}

interface Arrivals {
  /** Epoch milliseconds, by the id of an event. */
  arrivals: Record<string, number>;
  repeats: number;
}

interface Outcome extends Arrivals {
  sentAgain: number;
  revivedAt: number;
}

function figuresOf(events: readonly SentEvent[], outcome: Outcome): Figure[] {
  const { arrivals, repeats, sentAgain, revivedAt } = outcome;
  const of = (kind: Kind) => events.filter(({ receiver }) => kindOf(receiver) === kind);
  const delays = of('healthy')
    .map(({ id, createdAt }) => (arrivals[id] ?? Number.POSITIVE_INFINITY) - createdAt)
    .toSorted((one, other) => one - other);
  const at = (share: number) => delays[Math.ceil(delays.length * share) - 1] ?? Number.NaN;
  const lastArrival = Object.values(arrivals).reduce((one, other) => Math.max(one, other), 0);
  return [
    count('events', events.length),
    count('for receivers that answer at once', delays.length),
    count('for slow ones', of('slow').length),
    count('for those that were dead until then', of('dead').length),
    count('of these sent again by their time', sentAgain),
    none('events that did not arrive', events.filter(({ id }) => !(id in arrivals)).length),
    none('that arrived twice', repeats),
    {
      name: 'last arrival after the dead answer',
      value: (lastArrival - revivedAt) / 1_000,
      unit: 's',
    },
    { name: 'from cause to prompt arrival, p50', value: at(0.5), unit: 'ms' },
    { name: 'from cause to prompt arrival, p99', value: at(0.99), unit: 'ms', atMost: goalMs },
    { name: 'from cause to prompt arrival, longest', value: at(1), unit: 'ms' },
  ];
}
