/** Spans of time in milliseconds. */
export const minuteMs = 60_000;
export const hourMs = 60 * minuteMs;
export const dayMs = 24 * hourMs;

/** Spans of time for the sandbox's clock, which is moved by seconds. */
export const hourSeconds = 3_600;
export const daySeconds = 24 * hourSeconds;
