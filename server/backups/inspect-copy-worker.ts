// The thread of inspectCopyAside(), which a file of its own begins.
import { parentPort, workerData } from 'node:worker_threads';
import { inspectCopy } from './inspect-copy.ts';

parentPort?.postMessage(inspectCopy(String(workerData)));
