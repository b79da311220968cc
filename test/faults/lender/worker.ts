import { parentPort, workerData } from 'node:worker_threads';
import { runLender } from './run-lender.ts';

parentPort?.postMessage(await runLender(workerData));
