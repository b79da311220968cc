import { setTimeout as sleep } from 'node:timers/promises';

export interface UntilOptions {
  withinMs?: number;
  everyMs?: number;
}

/** Asks again and again until there is an answer; for what another process does in its own time. */
export async function until<Value>(
  what: string,
  read: () => Promise<Value | undefined>,
  { withinMs = 60_000, everyMs = 50 }: UntilOptions = {},
): Promise<Value> {
  const deadline = performance.now() + withinMs;
  for (;;) {
    const value = await read();
    if (value !== undefined) return value;
    if (performance.now() > deadline) throw new Error(`${what}: not within ${withinMs} ms`);
    await sleep(everyMs);
  }
}
