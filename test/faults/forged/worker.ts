import { parentPort, workerData } from 'node:worker_threads';
import { plant } from '../plant.ts';
import type { MistakenRun } from './run-forged.ts';

const { mistake, ...run } = workerData as MistakenRun;
plant(mistake);
// Imported now, so that the product has the mistake.
const { runForged } = await import('./run-forged.ts');

parentPort?.postMessage(await runForged(run));
