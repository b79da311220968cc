import { type RaceNodes, startRaceNodes } from './nodes.ts';

/** What a try ended with, and where BFF and lender, or two answers, say different things. */
export interface RaceEnd {
  readonly end: string;
  readonly torn: readonly string[];
}

/** Two that want something of the same checkout at once. */
export interface Race {
  readonly name: string;
  /** How it may end. */
  readonly ends: readonly string[];
  /** Begins with checkouts of its own; who is first, and what is lost, goes by the index. */
  run(nodes: RaceNodes, index: number): Promise<RaceEnd>;
}

export interface RaceReport {
  readonly ends: Readonly<Record<string, number>>;
  readonly torn: readonly string[];
}

/** On the engine that the run is for (see `makeStorage`). */
export async function runRace(race: Race, tries: number): Promise<RaceReport> {
  const nodes = await startRaceNodes();
  try {
    const ends: Record<string, number> = Object.fromEntries(race.ends.map((end) => [end, 0]));
    const torn: string[] = [];
    for (let index = 0; index < tries; index += 1) {
      const ended = await race.run(nodes, index);
      nodes.testbed.proxy.heal();
      ends[ended.end] = (ends[ended.end] ?? 0) + 1;
      torn.push(...ended.torn.map((what) => `${race.name}, try ${index}: ${what}`));
    }
    return { ends, torn };
  } finally {
    await nodes.close();
  }
}

/** As they were asked, or the other way round. */
export function inTurns<Contender>(index: number, contenders: readonly Contender[]): Contender[] {
  return index % 2 === 0 ? [...contenders] : contenders.toReversed();
}
