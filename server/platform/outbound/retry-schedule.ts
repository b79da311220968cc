import { dayMs, hourMs, minuteMs, secondMs } from '../durations.ts';

/** Before each try of what is delivered to a receiver: 18 tries over 35 days. */
const delaysMs: readonly number[] = [
  0,
  5 * secondMs,
  30 * secondMs,
  2 * minuteMs,
  5 * minuteMs,
  15 * minuteMs,
  30 * minuteMs,
  hourMs,
  2 * hourMs,
  4 * hourMs,
  8 * hourMs,
  12 * hourMs,
  dayMs,
  2 * dayMs,
  3 * dayMs,
  5 * dayMs,
  9 * dayMs,
  14 * dayMs,
];

const jitter = 0.2;

/**
 * Milliseconds from a failed try to the next one, or undefined after the last. `failedTries`
 * counts from 1; `random` is in [0, 1).
 */
export function nextTryDelayMs(failedTries: number, random: number): number | undefined {
  const delayMs = delaysMs[failedTries];
  return delayMs === undefined
    ? undefined
    : Math.round(delayMs * (1 - jitter + 2 * jitter * random));
}
