import { Connection, requestBytes } from './connection.ts';
import type { RatePlan, RateSecond, RateStep } from './rate.ts';

process.on('message', (plan: RatePlan) => {
  run(plan).then((seconds) => process.send?.(seconds));
});

/** An open loop: requests leave by the clock, however long others take. */
async function run(plan: RatePlan): Promise<RateSecond[]> {
  const connections = Array.from(
    { length: plan.connections },
    () => new Connection(plan.origin, plan.timeoutMs),
  );
  // The one that was used last comes first.
  const idle = [...connections];
  const planned = plan.steps.reduce((sum, step) => sum + step.seconds, 0);
  const seconds = Array.from({ length: planned }, emptySecond);
  const afterAll = emptySecond();
  // What was shed has done nothing, and is sent again.
  const waiting = plan.requests.map((request) => requestBytes(plan.origin, request));
  let taken = 0;
  const running = new Set<Promise<void>>();
  const began = performance.now();
  const secondOfNow = () => seconds[Math.floor((performance.now() - began) / 1_000)] ?? afterAll;
  const send = async (connection: Connection, second: RateSecond): Promise<void> => {
    const request = waiting[taken];
    if (request === undefined) return;
    taken += 1;
    second.sent += 1;
    const at = performance.now();
    try {
      const { status } = await connection.send(request);
      const tookMs = performance.now() - at;
      const ended = secondOfNow();
      if (status < 300) {
        ended.good += 1;
        ended.slowestGoodMs = Math.max(ended.slowestGoodMs, tookMs);
      } else if (status === 503 || status === 429) {
        ended.shed += 1;
        waiting.push(request);
      } else {
        noteFailure(ended, String(status));
      }
    } catch (error) {
      noteFailure(secondOfNow(), kindOf(error));
    }
  };
  let due = 0;
  await new Promise<void>((resolve) => {
    const timer = setInterval(() => {
      const elapsed = (performance.now() - began) / 1_000;
      const second = seconds[Math.floor(elapsed)];
      if (second === undefined) {
        clearInterval(timer);
        return resolve();
      }
      for (; due < dueBy(plan.steps, elapsed); due += 1) {
        // A request that finds no place here would only measure this process.
        const connection = idle.pop();
        if (connection === undefined) continue;
        const sending = send(connection, second).finally(() => {
          idle.push(connection);
          running.delete(sending);
        });
        running.add(sending);
      }
    }, 5);
  });
  await Promise.all(running);
  for (const connection of connections) connection.close();
  return [...seconds, afterAll];
}

function emptySecond(): RateSecond {
  return { sent: 0, good: 0, shed: 0, failed: 0, failures: {}, slowestGoodMs: 0 };
}

/** How many have left so many seconds after the first step began. */
function dueBy(steps: readonly RateStep[], elapsed: number): number {
  let due = 0;
  let left = elapsed;
  for (const { perSecond, seconds } of steps) {
    due += perSecond * Math.min(left, seconds);
    left = Math.max(0, left - seconds);
  }
  return due;
}

function noteFailure(second: RateSecond, kind: string): void {
  second.failed += 1;
  second.failures[kind] = (second.failures[kind] ?? 0) + 1;
}

function kindOf(error: unknown): string {
  const { code, name } = error as { code?: unknown; name?: unknown };
  return typeof code === 'string' ? code : String(name);
}
