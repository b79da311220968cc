import { parentPort, workerData } from 'node:worker_threads';
import { runBatch, usualBatch } from './run-hostile.ts';

parentPort?.postMessage(await runBatch(workerData as number, usualBatch));
