import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { CheckoutClient } from '../helpers/checkout-client.ts';
import { type Product, serve } from '../helpers/serve.ts';
import { until } from '../helpers/until.ts';
import { Consumers } from './consumers.ts';
import { judgeFiles } from './crash-points/sqlite-points.ts';
import { reasonToSkipStrace, Tracer } from './crash-points/strace.ts';

const run = promisify(execFile);
const blocker = new URL('./block-on-signal.ts', import.meta.url).href;
/** Several start beside each other. */
const readyWithinMs = 120_000;
const patienceMs = 60_000;
/** Longer than an event loop may stand still. */
const longMs = 15_000;
/** Of a busy machine, and of tests that run beside each other. */
const endsWithinMs = 30_000;
/** What starts a program as the first process of a container. */
const contained = ['unshare', '--pid', '--fork', '--kill-child'] as const;

interface Blocked {
  /** How long its event loop stands still after a SIGUSR2. */
  blocksMs: number;
  /** Of Node. */
  options?: string;
  tracer?: readonly string[];
}

async function serveBlocked(
  t: TestContext,
  { blocksMs, options = '', tracer = [] }: Blocked,
): Promise<Product> {
  const product = await serve({
    environment: {
      SERVE: 'bff,lending',
      NODE_OPTIONS: `--import ${blocker} ${options}`,
      BLOCKS_MS: String(blocksMs),
    },
    isStopped: true,
    readyWithinMs,
  });
  t.after(() => product.remove());
  await product.start(tracer);
  return product;
}

async function blockedLines({ logFile }: Product): Promise<string[]> {
  const lines = (await readFile(logFile, 'utf8')).split('\n');
  return lines.filter((line) => line.includes('"loop_blocked"'));
}

/** It goes on as the process that it was. */
async function assertGoesOn(product: Product): Promise<void> {
  const consumers = new Consumers(product, { patienceMs });
  await consumers.walk();
  assert.deepEqual(consumers.gaveUp, []);
  process.kill(product.pid, 0);
  await product.stop();
  assert.deepEqual(await blockedLines(product), []);
}

async function reasonToSkipContained(): Promise<string | false> {
  const [command, ...args] = contained;
  return run(command, [...args, 'true']).then(
    () => false,
    () => 'it needs a process namespace, and root',
  );
}

const skipContained = await reasonToSkipContained();
const skipStrace = await reasonToSkipStrace();

describe('an event loop that stands still', { concurrency: 3 }, () => {
  it('ends its process after ten seconds by a line in the log, and nothing is lost', async (t) => {
    const product = await serveBlocked(t, { blocksMs: 2 * endsWithinMs });
    const consumers = new Consumers(product, { patienceMs });
    t.after(() => consumers.leave());
    let isOver = false;
    const walking = consumers.keepWalking(4, () => isOver);
    await until('somebody arrives', async () => consumers.arrived || undefined);
    const began = performance.now();
    process.kill(product.pid, 'SIGUSR2');
    assert.equal(await product.ended(), null);
    const tookMs = performance.now() - began;
    assert.ok(tookMs > 10_000 && tookMs < endsWithinMs, `${tookMs} ms`);
    await product.kill();
    const [line = '{}', ...others] = await blockedLines(product);
    assert.deepEqual(others, []);
    const { time, ...rest } = JSON.parse(line);
    assert.match(time, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
    assert.deepEqual(rest, {
      level: 50,
      service: 'server',
      event: 'loop_blocked',
      duration_ms: 11_000,
    });
    await product.start();
    await consumers.walk();
    isOver = true;
    await consumers.settle(walking, 0);
    await product.stop();
    assert.deepEqual(consumers.gaveUp, []);
    assert.deepEqual(await judgeFiles(product.dataDir, consumers.acknowledged), []);
  });

  it('ends also the first process of a container, which cannot kill itself', {
    skip: skipContained,
    timeout: readyWithinMs + endsWithinMs,
  }, async (t) => {
    const product = await serveBlocked(t, { blocksMs: 3 * endsWithinMs, tracer: contained });
    const { pid } = product;
    const first = Number(await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8'));
    process.kill(first, 'SIGUSR2');
    assert.equal(await product.ended(), 137);
  });

  it('is waited for when it takes five seconds', { timeout: readyWithinMs }, async (t) => {
    const product = await serveBlocked(t, { blocksMs: 5_000 });
    process.kill(product.pid, 'SIGUSR2');
    // The signal reaches the loop some time after it was sent.
    const askUntilSilent = async (): Promise<never> => {
      for (;;) {
        const signal = AbortSignal.timeout(2_000);
        await (await fetch(`${product.bffUrl}/readyz`, { signal })).text();
      }
    };
    await assert.rejects(askUntilSilent(), { name: 'TimeoutError' });
    await assertGoesOn(product);
  });

  it('is waited for when the whole process was stopped', async (t) => {
    const product = await serveBlocked(t, { blocksMs: 0 });
    process.kill(product.pid, 'SIGSTOP');
    await sleep(longMs);
    process.kill(product.pid, 'SIGCONT');
    await assertGoesOn(product);
  });

  it('is waited for when its disk is slow', { skip: skipStrace }, async (t) => {
    const product = await serveBlocked(t, { blocksMs: 0 });
    const tracing = await Tracer.attach(
      [product.pid],
      { calls: ['fsync'], nth: 1, effect: { delayMs: longMs } },
      { logFile: join(product.dataDir, '../strace.log') },
    );
    t.after(() => tracing.detach());
    const began = performance.now();
    const { bffUrl, demoUrl } = product;
    await new CheckoutClient({ bffUrl, origin: demoUrl }).open({ amount: '8400.00' });
    const tookMs = performance.now() - began;
    assert.ok(tookMs > longMs - 1_000, `${tookMs} ms`);
    await tracing.detach();
    await assertGoesOn(product);
  });

  it('is waited for while a debugger is open', async (t) => {
    const product = await serveBlocked(t, { blocksMs: longMs, options: '--inspect=127.0.0.1:0' });
    process.kill(product.pid, 'SIGUSR2');
    await sleep(longMs);
    await assertGoesOn(product);
  });
});
