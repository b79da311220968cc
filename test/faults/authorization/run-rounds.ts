import { availableParallelism } from 'node:os';
import { changedTables, snapshot } from '../../conformance/snapshot.ts';
import { Random } from '../fuzz/random.ts';
import { inThread } from '../in-thread.ts';
import type { Mistake } from '../plant.ts';
import { type BffBed, startBffBed } from './bff-bed.ts';
import { type Cell, judge, type Service } from './cell.ts';
import {
  type LendingBed,
  lendingCells,
  lendingsOwnCells,
  secretsOf,
  startLendingBed,
} from './lending-cells.ts';
import { merchantCells, merchantsOwnCells, strangersOwnCells } from './merchant-cells.ts';
import { pageCells, pagesOwnCells } from './page-cells.ts';

/** Every cell once, in an order and with unknown ids of its own. */
export interface RoundReport {
  readonly seed: number;
  readonly requests: number;
  readonly cells: number;
  /** One line each. */
  readonly leaks: readonly string[];
}

export interface RoundsRun {
  readonly seeds: readonly number[];
  readonly mistake?: Mistake | undefined;
  /** Goes no further than the first leak. */
  readonly untilFound?: boolean;
}

interface Side {
  readonly service: Service;
  readonly secrets: readonly string[];
  /** Nothing is changed by these. */
  strangers(random: Random): Promise<Cell[]> | Cell[];
  own(random: Random): Cell[];
  /** All that is stored. */
  stored(): Promise<Map<string, string>>;
}

/** Rounds over BFF and lending service, one after the other. */
export async function* runRounds({ seeds, untilFound }: RoundsRun): AsyncGenerator<RoundReport> {
  const bff = await startBffBed();
  const lending = await startLendingBed();
  const sides = [bffSide(bff), lendingSide(lending)];
  try {
    for (const seed of seeds) {
      const round = { seed, requests: 0, cells: 0, leaks: [] as string[] };
      for (const side of sides) {
        const { requests, cells, leaks } = await runSide(side, new Random(seed), untilFound);
        round.requests += requests;
        round.cells += cells;
        round.leaks.push(...leaks);
      }
      yield round;
    }
  } finally {
    await bff.close();
    await lending.close();
  }
}

async function runSide(
  { service, secrets, strangers, own, stored }: Side,
  random: Random,
  untilFound = false,
): Promise<Omit<RoundReport, 'seed'>> {
  const report = { requests: 0, cells: 0, leaks: [] as string[] };
  const runCells = async (cells: readonly Cell[]) => {
    for (const cell of cells) {
      if (untilFound && report.leaks.length > 0) return;
      const { requests, leaks } = await judge(service, cell, secrets);
      report.requests += requests;
      report.cells += 1;
      report.leaks.push(...leaks);
    }
  };
  const before = await stored();
  await runCells(shuffled(await strangers(random), random));
  const changed = changedTables(before, await stored());
  if (changed.length > 0) report.leaks.push(`refused calls changed ${changed.join(', ')}`);
  await runCells(own(random));
  return report;
}

function shuffled(cells: readonly Cell[], random: Random): Cell[] {
  return cells
    .map((cell) => ({ cell, at: random.fraction() }))
    .toSorted((one, other) => one.at - other.at)
    .map(({ cell }) => cell);
}

function bffSide(bed: BffBed): Side {
  const { bff, lending } = bed.testbed;
  return {
    service: bff.app,
    secrets: bed.secrets,
    strangers: async (random) => [...merchantCells(bed, random), ...(await pageCells(bed, random))],
    own: (random) => [
      ...strangersOwnCells(bed, random),
      ...merchantsOwnCells(bed),
      ...pagesOwnCells(bed, random),
    ],
    // A call that is refused is not made at the lender either.
    stored: async () => {
      const atLender = [...(await snapshot(lending))].map(
        ([name, rows]) => [`lending ${name}`, rows] as const,
      );
      return new Map([...(await snapshot(bff)), ...atLender]);
    },
  };
}

function lendingSide(bed: LendingBed): Side {
  const { lending } = bed.testbed;
  return {
    service: lending.app,
    secrets: secretsOf(bed),
    strangers: (random) => lendingCells(bed, random),
    own: () => lendingsOwnCells(bed),
    stored: () => snapshot(lending),
  };
}

/** The same in a thread, whose modules can have a mistake in them. */
export function runRoundsInThread(run: RoundsRun): Promise<RoundReport[]> {
  return inThread(new URL('./worker.ts', import.meta.url), run);
}

/** The same, by as many threads as there are processors. */
export async function runRoundsInThreads(seeds: readonly number[]): Promise<RoundReport[]> {
  const threads = Math.max(1, Math.min(availableParallelism(), seeds.length));
  const shares = Array.from({ length: threads }, (_none, thread) =>
    seeds.filter((_seed, index) => index % threads === thread),
  );
  const reports = await Promise.all(shares.map((share) => runRoundsInThread({ seeds: share })));
  return reports.flat().toSorted((one, other) => one.seed - other.seed);
}
