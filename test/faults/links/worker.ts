import { parentPort, workerData } from 'node:worker_threads';
import { runLinks } from './run-links.ts';

parentPort?.postMessage(await runLinks(workerData));
