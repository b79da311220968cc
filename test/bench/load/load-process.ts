import { type Answer, Connection, requestBytes } from './connection.ts';
import type { LoadPlan, LoadResult } from './load.ts';

/** Longer than any answer takes: these are all waited for. */
const timeoutMs = 300_000;

process.on('message', (plan: LoadPlan) => {
  run(plan).then((result) => process.send?.(result));
});

/** A closed loop: so many are under way at any time, and all are sent once. */
async function run(plan: LoadPlan): Promise<LoadResult> {
  const { concurrency } = plan;
  const requests = plan.requests.map((request) => requestBytes(plan.origin, request));
  const latencies = new Float64Array(requests.length);
  const answers: string[] = plan.keepAnswers ? new Array(requests.length).fill('') : [];
  const statuses: Record<number, number> = {};
  const firstBodies: Record<number, string> = {};
  let next = 0;
  const work = async (): Promise<void> => {
    const connection = new Connection(plan.origin, timeoutMs);
    while (next < requests.length) {
      const index = next;
      next += 1;
      const began = performance.now();
      const { status, body } = await send(connection, requests[index] as Buffer);
      latencies[index] = performance.now() - began;
      statuses[status] = (statuses[status] ?? 0) + 1;
      firstBodies[status] ??= body;
      if (plan.keepAnswers) answers[index] = body;
    }
    connection.close();
  };
  const began = performance.now();
  await Promise.all(Array.from({ length: concurrency }, work));
  const seconds = (performance.now() - began) / 1000;
  latencies.sort();
  const percentile = (share: number): number =>
    latencies[Math.floor(latencies.length * share)] ?? 0;
  return {
    seconds,
    perSecond: requests.length / seconds,
    p50Ms: percentile(0.5),
    p99Ms: percentile(0.99),
    statuses,
    firstBodies,
    answers,
  };
}

async function send(connection: Connection, request: Buffer): Promise<Answer> {
  try {
    return await connection.send(request);
  } catch {
    return { status: 0, body: '' };
  }
}
