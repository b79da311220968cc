import { appendFileSync, existsSync, readFileSync } from 'node:fs';

export interface TestTime {
  name: string;
  /** From the root of the repository. */
  file: string;
  milliseconds: number;
}

/** Notes how long tests took in the file that `TEST_TIMES` names, for whoever started this process. */
export function noteTimes(times: readonly TestTime[]): void {
  const file = process.env.TEST_TIMES;
  if (file === undefined) return;
  appendFileSync(file, times.map((time) => `${JSON.stringify(time)}\n`).join(''));
}

/** The tests that took longest, longest first. */
export function slowestTests(file: string, count: number): TestTime[] {
  const text = existsSync(file) ? readFileSync(file, 'utf8') : '';
  const times = text.split('\n').filter(Boolean);
  return times
    .map((line): TestTime => JSON.parse(line))
    .toSorted((one, other) => other.milliseconds - one.milliseconds)
    .slice(0, count);
}
