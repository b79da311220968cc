import { parentPort, workerData } from 'node:worker_threads';
import { registerSimulation } from './hooks.ts';
import type { SimulationRun } from './run-simulation.ts';

const run = workerData as SimulationRun;
registerSimulation(run.mistake);
// Imported now, so that what they import is in its place.
const { runWeeks } = await import('./run-weeks.ts');

await runWeeks(run, (report) => parentPort?.postMessage(report));
