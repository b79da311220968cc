import { Pool } from 'undici';
import type { LoadPlan, LoadRequest, LoadResult } from './load.ts';

process.on('message', (plan: LoadPlan) => {
  run(plan).then((result) => process.send?.(result));
});

/** A closed loop: so many are under way at any time, and all are sent once. */
async function run(plan: LoadPlan): Promise<LoadResult> {
  const { requests, concurrency } = plan;
  const pool = new Pool(plan.origin, { connections: concurrency, pipelining: 1 });
  const latencies = new Float64Array(requests.length);
  const answers: string[] = plan.keepAnswers ? new Array(requests.length).fill('') : [];
  const statuses: Record<number, number> = {};
  let next = 0;
  const work = async (): Promise<void> => {
    while (next < requests.length) {
      const index = next;
      next += 1;
      const began = performance.now();
      const { status, body } = await send(pool, requests[index] as LoadRequest);
      latencies[index] = performance.now() - began;
      statuses[status] = (statuses[status] ?? 0) + 1;
      if (plan.keepAnswers) answers[index] = body;
    }
  };
  const began = performance.now();
  await Promise.all(Array.from({ length: concurrency }, work));
  const seconds = (performance.now() - began) / 1000;
  await pool.close();
  latencies.sort();
  const percentile = (share: number): number =>
    latencies[Math.floor(latencies.length * share)] ?? 0;
  return {
    seconds,
    perSecond: requests.length / seconds,
    p50Ms: percentile(0.5),
    p99Ms: percentile(0.99),
    statuses,
    answers,
  };
}

async function send(
  pool: Pool,
  { method, path, headers = {}, body }: LoadRequest,
): Promise<{ status: number; body: string }> {
  try {
    const answer = await pool.request({ method, path, headers, body: body ?? null });
    return { status: answer.statusCode, body: await answer.body.text() };
  } catch {
    return { status: 0, body: '' };
  }
}
