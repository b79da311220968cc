import { readFile } from 'node:fs/promises';
import type { Product } from '../../helpers/serve.ts';
import { until } from '../../helpers/until.ts';
import { Random } from '../fuzz/random.ts';
import type { Injection, WritingCall } from './strace.ts';

/**
 * Where in its life the product is killed: while it starts, brings earlier data up to date, serves,
 * or closes its files; or what happens to PostgreSQL meanwhile: one of its processes is killed at a
 * call, or it is gone for a time.
 */
export type Stage = 'start' | 'migration' | 'traffic' | 'checkpoint' | 'server' | 'outage';

/** Of a run that others do not notice, on a machine that is busy with them. */
export const readyWithinMs = 180_000;

/** One crash. */
export interface PointReport {
  seed: number;
  stage: Stage;
  /** The call before which it was killed and what that would have written; null when none came. */
  place: string | null;
  failures: string[];
}

/** Seeds of one stage. Each has random numbers of its own: a run of other seeds has other points. */
export function seedsOf(
  stage: Stage,
  shares: Readonly<Partial<Record<Stage, number>>>,
  { from, points }: { from: number; points: number },
): number[] {
  const stages = Object.entries(shares).flatMap(([name, share]) =>
    new Array<string>(share).fill(name),
  );
  return Array.from({ length: points }, (_none, index) => from + index).filter(
    (seed) => stages[seed % stages.length] === stage,
  );
}

export function randomOf(seed: number): Random {
  return new Random(Math.imul(seed, 0x9e3779b1));
}

/** A port that stood free may have been taken for a moment by another test that looked for one. */
export function startAgain(product: Product): Promise<void> {
  return until('the product starts', async () => {
    try {
      await product.start();
      return true as const;
    } catch (error) {
      if (/ is in use: stop what listens there/.test(String(error))) return undefined;
      throw error;
    }
  }).then(() => undefined);
}

/** Calls before which a process may be killed, with their share of all points. */
export interface Calls {
  share: number;
  calls: readonly WritingCall[];
  /** How many of them are worth trying. */
  most: number;
}

export function drawInjection(random: Random, table: readonly Calls[]): Injection {
  const drawn = random.pick(table.flatMap((each) => new Array<Calls>(each.share).fill(each)));
  return { calls: drawn.calls, nth: 1 + random.below(drawn.most), effect: 'kill' };
}

/**
 * Of the last line of strace's log:
 * `pwrite64(23</tmp/data/lending.db-wal>, "…", 4096, 0) = ?` => `pwrite64 lending.db-wal`
 */
export async function readPlace(logFile: string): Promise<string | null> {
  const text = await readFile(logFile, 'utf8').catch(() => '');
  const calls = text.split('\n').filter((line) => /\) += \?|<unfinished/.test(line));
  const call = calls.at(-1)?.match(/(?<name>\w+)\((?:"|\d+<)(?<target>[^">]*)/)?.groups;
  if (call === undefined) return null;
  const file = call.target?.match(/(?:bff|lending|sandbox|base|pg_wal|global)\b[^/]*/)?.[0];
  const place = call.target?.includes('/') ? (file ?? 'another file') : 'a socket or a pipe';
  return `${call.name} ${place}`;
}
