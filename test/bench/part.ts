/** One figure of a run, beside the figure it has to reach where there is one. */
export interface Figure {
  name: string;
  value: number;
  unit: string;
  atMost?: number;
  atLeast?: number;
}

export function count(name: string, value: number): Figure {
  return { name, value, unit: '' };
}

/** Something of which there must be none. */
export function none(name: string, value: number): Figure {
  return { ...count(name, value), atMost: 0 };
}

/** One part of `npm run bench`: what it measures, side by side in one run. */
export interface Part {
  name: string;
  title: string;
  run(): Promise<Figure[]>;
}

export function isReached({ value, atMost, atLeast }: Figure): boolean {
  return value <= (atMost ?? Number.POSITIVE_INFINITY) && value >= (atLeast ?? 0);
}
