const marginMs = 5_000;

/** How long a call may be on its way: one that is cut at `cutAtMs` may still be for a moment. */
export function callLimitMs(cutAtMs: number): number {
  return cutAtMs + marginMs;
}
