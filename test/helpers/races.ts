import assert from 'node:assert/strict';
import { inParallel } from './in-parallel.ts';
import type { RaceTestbed } from './race-testbed.ts';

/** A call of one contender, and the statuses that it may be answered with when another wins. */
export interface Contender {
  method?: 'POST' | 'PATCH';
  path: string;
  body?: unknown;
  headers?: Record<string, string>;
}

/** One try: what is fought for, prepared again, and what must hold when it is over. */
export interface Race {
  contenders: readonly Contender[];
  /** What the service must say to whoever comes second. */
  refusals: readonly number[];
  afterwards?: (winner: number) => Promise<void>;
}

export const racesOfEach = 200;
const racesAtOnce = 4;

/**
 * Holds a race so many times, some of them at once: the contenders of each call at the same moment,
 * every one another process where there are several, and exactly one of them may win.
 */
export async function assertOneWins(
  { racers }: RaceTestbed,
  prepare: (index: number) => Promise<Race>,
  tries = racesOfEach,
): Promise<void> {
  const indexes = Array.from({ length: tries }, (_, index) => index);
  await inParallel(racesAtOnce, indexes, async (index) => {
    const { contenders, refusals, afterwards } = await prepare(index);
    const answers = await Promise.all(
      contenders.map(async ({ method = 'POST', path, body = {}, headers = {} }, position) => {
        // Each process goes first as often as the other.
        const racer = racers[(index + position) % racers.length];
        const response = await racer?.(method, path, { body, headers });
        return { status: response?.status ?? 0, text: (await response?.text()) ?? '' };
      }),
    );
    const winners = answers.flatMap(({ status }, position) => (status < 300 ? [position] : []));
    const told = `race ${index}: ${JSON.stringify(answers)}`;
    assert.equal(winners.length, 1, told);
    const losers = answers.filter((_, position) => position !== winners[0]);
    for (const { status } of losers) assert.ok(refusals.includes(status), told);
    await afterwards?.(winners[0] ?? 0);
  });
}
