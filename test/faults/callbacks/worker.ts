import { parentPort, workerData } from 'node:worker_threads';
import { plant } from '../plant.ts';
import type { CallbacksRun } from './run-callbacks.ts';

const run = workerData as CallbacksRun;
if (run.mistake !== undefined) plant(run.mistake);
// Imported now, so that the product has the mistake.
const { runCallbacks } = await import('./run-callbacks.ts');

parentPort?.postMessage(await runCallbacks(run));
