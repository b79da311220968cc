import { parentPort, workerData } from 'node:worker_threads';
import { plant } from '../plant.ts';
import type { RoundReport, RoundsRun } from './run-rounds.ts';

const run = workerData as RoundsRun;
if (run.mistake) plant(run.mistake);
// Imported now, so that what it imports has the mistake in it.
const { runRounds } = await import('./run-rounds.ts');

const reports: RoundReport[] = [];
for await (const report of runRounds(run)) reports.push(report);
parentPort?.postMessage(reports);
