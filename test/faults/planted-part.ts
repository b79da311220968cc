import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { dirname, join } from 'node:path';
import type { Figure, Part } from '../bench/part.ts';
import { findPlanted } from './simulation/find-planted.ts';
import { type PlantedMistake, plantedMistakes } from './simulation/planted.ts';

/** Weeks with a mistake until it must have been found. */
const mostWeeks = 200;

/** Mistakes that were sought. One that was found is not sought again while it stands here. */
const soughtFile = join(import.meta.dirname, '../../.bench/planted-mistakes.json');

interface SoughtMistake extends PlantedMistake {
  /** Weeks until it was found; null when it was not. */
  readonly weeks: number | null;
  /** By what it was found. */
  readonly wrong: string;
  readonly ended_at: string;
}

/** Mistakes in the product's source, of which each has to be found within 200 weeks. */
export function plantedPart(): Part {
  return {
    name: 'planted',
    title: 'Mistakes that the simulation finds',
    async run() {
      const queue = plantedMistakes.values();
      const seekers = Array.from({ length: availableParallelism() }, () => seekAll(queue));
      await Promise.all(seekers);
      return figuresOf(await readSought());
    },
  };
}

/** One after the other, as long as there are any. */
async function seekAll(queue: Iterable<PlantedMistake>): Promise<void> {
  const seeds = Array.from({ length: mostWeeks }, (_none, index) => index + 1);
  for (const mistake of queue) {
    if ((await readSought()).some((sought) => sought.weeks !== null && isSame(sought, mistake))) {
      continue;
    }
    const { weeks, wrong } = await findPlanted(mistake, seeds);
    const sought = { ...mistake, weeks, wrong, ended_at: new Date().toISOString() };
    await noteSought(sought);
    const when = weeks === null ? 'NOT FOUND' : `week ${weeks}, ${wrong}`;
    console.error(`${mistake.name}: ${when.slice(0, 200)}`);
  }
}

/** Of those in the file, the ones that are still planted as they were. */
async function readSought(): Promise<SoughtMistake[]> {
  const text = await readFile(soughtFile, 'utf8').catch(() => '[]');
  const noted = JSON.parse(text) as SoughtMistake[];
  return plantedMistakes.flatMap((mistake) => noted.filter((sought) => isSame(sought, mistake)));
}

let lastNote: Promise<void> = Promise.resolve();

/** In the place of an earlier result; one note is written after the other. */
function noteSought(sought: SoughtMistake): Promise<void> {
  lastNote = lastNote.then(async () => {
    const others = (await readSought()).filter((other) => !isSame(other, sought));
    await mkdir(dirname(soughtFile), { recursive: true });
    await writeFile(soughtFile, JSON.stringify([...others, sought], null, 2));
  });
  return lastNote;
}

function isSame(one: PlantedMistake, other: PlantedMistake): boolean {
  return (['name', 'file', 'search', 'replace'] as const).every((key) => one[key] === other[key]);
}

function figuresOf(sought: readonly SoughtMistake[]): Figure[] {
  const found = sought.flatMap(({ weeks }) => weeks ?? []);
  return [
    { name: 'planted mistakes', value: sought.length, unit: '', atLeast: plantedMistakes.length },
    { name: 'of them not found', value: sought.length - found.length, unit: '', atMost: 0 },
    {
      name: 'weeks that the last one took',
      value: Math.max(0, ...found),
      unit: '',
      atMost: mostWeeks,
    },
  ];
}
