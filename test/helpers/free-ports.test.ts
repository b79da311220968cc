import assert from 'node:assert/strict';
import { once } from 'node:events';
import { describe, it } from 'node:test';
import { Worker } from 'node:worker_threads';
import { freePorts } from './free-ports.ts';

const url = new URL('./free-ports.ts', import.meta.url).href;
const script = `
  const { parentPort } = require('node:worker_threads');
  import(${JSON.stringify(url)})
    .then(({ freePorts }) => freePorts(20))
    .then((ports) => parentPort.postMessage(ports));
`;

/** Begins to look where this thread did. */
async function portsOfAnother(): Promise<number[]> {
  const worker = new Worker(script, { eval: true });
  const [ports] = await once(worker, 'message');
  await worker.terminate();
  return ports as number[];
}

describe('free ports', () => {
  it('are given to one only, though nobody listens on them yet', async () => {
    const own = await freePorts(20);
    const others = await portsOfAnother();
    assert.equal(new Set([...own, ...others]).size, 40);
  });
});
