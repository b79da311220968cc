import { once } from 'node:events';
import { Worker } from 'node:worker_threads';

/**
 * What the worker answers, by its only message; its thread ends then. Modules that it imports can have a
 * mistake in them.
 */
export async function inThread<Report>(worker: URL, workerData: unknown): Promise<Report> {
  const thread = new Worker(worker, { workerData });
  const [report] = (await once(thread, 'message')) as [Report];
  await thread.terminate();
  return report;
}
