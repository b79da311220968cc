export { dayMs, hourMs, minuteMs, secondMs } from '../../server/platform/durations.ts';

/** Spans of time for the sandbox's clock, which is moved by seconds. */
export const hourSeconds = 3_600;
export const daySeconds = 24 * hourSeconds;
