import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { readdir, readFile } from 'node:fs/promises';
import { Agent, get, type IncomingMessage } from 'node:http';
import { connect, type Socket } from 'node:net';
import { it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { findExecutable } from '../helpers/find-executable.ts';
import { type Product, serve } from '../helpers/serve.ts';
import { until } from '../helpers/until.ts';
import { Consumers } from './consumers.ts';
import { judgeFiles } from './crash-points/sqlite-points.ts';

const run = promisify(execFile);
const patienceMs = 60_000;
/** What a product at rest may open more: enough for its consumers, and soon used up by a crowd. */
const spare = 40;
const consumersAtOnce = 4;
/** Shorter than the time after which a connection without a request is closed. */
const crowdedMs = 3_000;

const skip = (await findExecutable(['prlimit'])) === undefined && 'no prlimit';

/** As `ulimit -n` would; a start opens more at a time than what serves needs. */
async function limitDescriptors({ pid }: Product): Promise<void> {
  const open = (await readdir(`/proc/${pid}/fd`)).length;
  await run('prlimit', ['--pid', String(pid), `--nofile=${open + spare}:${open + spare}`]);
}

/** Connects until the process has no descriptor left: whoever came last is turned away. */
async function gatherCrowd(url: string): Promise<Socket[]> {
  const crowd: Socket[] = [];
  const isFull = async () => {
    const last = crowd.slice(-spare);
    if (last.length > 0 && last.every(({ destroyed }) => destroyed)) return true;
    for (let more = 0; more < spare; more += 1) {
      const socket = connect(Number(new URL(url).port), 'localhost').resume();
      socket.on('error', () => socket.destroy());
      crowd.push(socket);
    }
    return undefined;
  };
  await until('nobody else is let in', isFull, { everyMs: 200 });
  return crowd;
}

function leave(crowd: readonly Socket[]): void {
  for (const socket of crowd) socket.destroy();
}

/** Asks on one connection, which it keeps. */
class OneConnection {
  readonly #agent = new Agent({ keepAlive: true, maxSockets: 1 });

  async status(url: string): Promise<number | undefined> {
    const asked = get(url, { agent: this.#agent });
    const [answer] = (await once(asked, 'response')) as [IncomingMessage];
    await once(answer.resume(), 'end');
    return answer.statusCode;
  }

  close(): void {
    this.#agent.destroy();
  }
}

it('turns away whom it has no descriptor for, and goes on once there are some', {
  skip,
}, async (t) => {
  const product = await serve({ environment: { SERVE: 'bff,lending' } });
  t.after(() => product.remove());
  const { bffUrl, lendingUrl } = product;
  let hasEnded = false;
  void product.ended().then(() => {
    hasEnded = true;
  });
  const kept = new OneConnection();
  t.after(() => kept.close());
  const isReady = async () => {
    const answer = await fetch(`${bffUrl}/readyz`, { signal: AbortSignal.timeout(crowdedMs) });
    await answer.body?.cancel();
    return answer.ok || undefined;
  };
  const asset = (name: string) => kept.status(`${lendingUrl}/docs/${name}`);
  await limitDescriptors(product);

  assert.equal(await asset('swagger-ui-bundle.js'), 200);
  const first = await gatherCrowd(bffUrl);
  t.after(() => leave(first));
  await assert.rejects(isReady());
  assert.equal(await asset('swagger-ui.css'), 500);
  leave(first);
  await until('it is ready', () => isReady().catch(() => undefined));
  assert.equal(await asset('swagger-ui.css'), 200);

  const consumers = new Consumers(product, { patienceMs });
  t.after(() => consumers.leave());
  let isOver = false;
  const walking = consumers.keepWalking(consumersAtOnce, () => isOver);
  await until('somebody arrives', async () => consumers.arrived || undefined);
  const second = await gatherCrowd(bffUrl);
  t.after(() => leave(second));
  await sleep(crowdedMs);
  leave(second);
  await consumers.walk();
  isOver = true;
  await consumers.settle(walking, 0);

  assert.equal(hasEnded, false);
  await product.stop();
  assert.doesNotMatch(await readFile(product.logFile, 'utf8'), /"(?:process|database)_failed"/);
  assert.deepEqual(consumers.gaveUp, []);
  assert.deepEqual(await judgeFiles(product.dataDir, consumers.acknowledged), []);
});
