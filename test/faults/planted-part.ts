import type { Figure, Part } from '../bench/part.ts';
import { type Finding, NotedMistakes } from './noted-mistakes.ts';
import { findPlanted } from './simulation/find-planted.ts';
import { plantedMistakes } from './simulation/planted.ts';

/** Weeks with a mistake until it must have been found. */
const mostWeeks = 200;

interface FoundInWeeks extends Finding {
  /** Weeks until it was found; null when it was not. */
  readonly weeks: number | null;
}

/** Mistakes in the product's source, of which each has to be found within 200 weeks. */
export function plantedPart(): Part {
  return {
    name: 'planted',
    title: 'Mistakes that the simulation finds',
    async run() {
      const seeds = Array.from({ length: mostWeeks }, (_none, index) => index + 1);
      const noted = new NotedMistakes<FoundInWeeks>('planted-mistakes', plantedMistakes);
      return figuresOf(await noted.seekAll((mistake) => findPlanted(mistake, seeds)));
    },
  };
}

function figuresOf(sought: readonly FoundInWeeks[]): Figure[] {
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
