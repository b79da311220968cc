import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { listen } from '../../../../server/platform/http/listen.ts';
import { shop, startTestBff, type TestBff, type TestBffOptions } from '../../../helpers/bff.ts';
import { minuteMs } from '../../../helpers/durations.ts';
import { freePort } from '../../../helpers/free-ports.ts';
import { startTestLending } from '../../../helpers/lending.ts';
import { rawHttpServer } from '../../../helpers/raw-server.ts';
import { ShopPage } from '../../../helpers/shop-page.ts';
import { makeStorage } from '../../../helpers/storage.ts';
import { startTestbed } from '../../../helpers/testbed.ts';
import { until } from '../../../helpers/until.ts';

const warn = 40;
const rateSheet = /^GET .*\/rate-sheets\//;

interface LogLine {
  level: number;
  event: string;
  origin?: string;
  reason?: string;
  count?: number;
}

function linesOf({ logged }: TestBff): LogLine[] {
  return logged.map((line) => JSON.parse(line) as LogLine);
}

function told(bff: TestBff): LogLine[] {
  return linesOf(bff).filter(({ event }) => event.startsWith('lender_'));
}

/** What those who run it are shown: the gauge, and what `/readyz` says of the lender. */
async function shownBy({ url }: TestBff) {
  const [metrics, ready] = await Promise.all([fetch(`${url}/metrics`), fetch(`${url}/readyz`)]);
  const gauge = /^bff_lender_reachable (\S+)$/m.exec(await metrics.text())?.[1];
  assert.equal(ready.status, 200);
  const { status, lender } = (await ready.json()) as { status: string; lender: object };
  assert.equal(status, 'ready');
  return { gauge, lender };
}

/** Has the BFF read the lender's rate sheet, whatever comes of it. */
async function readRateSheet({ context }: TestBff): Promise<unknown> {
  return context.lender.rateSheet?.(shop.admin_user_id).catch(() => undefined);
}

async function apply(bff: TestBff): Promise<void> {
  const page = new ShopPage(bff);
  await page.open({ amount: '8400.00' });
  assert.equal((await page.apply()).screen, 'details');
}

/** A BFF whose lender does not listen yet. */
async function withAbsentLender(t: TestContext, options: TestBffOptions = {}) {
  const port = await freePort();
  const lenderUrl = `http://localhost:${port}`;
  const bff = await startTestBff({ lenderUrl, ...options });
  t.after(() => bff.close());
  const startLender = async () => {
    const lending = await startTestLending({ publicUrl: lenderUrl });
    const listening = await listen(lending.app, { port });
    t.after(async () => {
      await listening.close();
      await lending.close();
    });
  };
  return { bff, lenderUrl, startLender };
}

describe('a lender that cannot be reached', () => {
  it('is said in one line a minute, however many checkouts call it', async (t) => {
    const { bff, lenderUrl } = await withAbsentLender(t);
    for (let i = 0; i < 30; i += 1) await apply(bff);
    const line = { level: 50, event: 'lender_unreachable', origin: lenderUrl };
    const isLoud = ({ level }: LogLine) => level >= warn;
    assert.partialDeepStrictEqual(linesOf(bff).filter(isLoud), [
      { ...line, reason: 'ECONNREFUSED', count: 1 },
    ]);
    bff.tick(minuteMs - 1);
    await readRateSheet(bff);
    assert.equal(linesOf(bff).filter(isLoud).length, 1);
  });

  it('is said again each minute, with how many calls failed, until it answers', async (t) => {
    const { bff, startLender } = await withAbsentLender(t);
    assert.deepEqual(await shownBy(bff), { gauge: '1', lender: { reachable: null } });
    for (let i = 0; i < 3; i += 1) await apply(bff);
    const lender = { reachable: false, cause: 'ECONNREFUSED', since: '2026-03-02T15:00:00.000Z' };
    assert.deepEqual(await shownBy(bff), { gauge: '0', lender });
    bff.tick(minuteMs);
    await apply(bff);
    assert.deepEqual(await shownBy(bff), { gauge: '0', lender });
    await startLender();
    for (let i = 0; i < 2; i += 1) await readRateSheet(bff);
    assert.deepEqual(await shownBy(bff), { gauge: '1', lender: { reachable: true } });
    assert.deepEqual(
      told(bff).map(({ event, count }) => [event, count]),
      [
        ['lender_unreachable', 1],
        ['lender_unreachable', 3],
        ['lender_answers_again', undefined],
      ],
    );
  });

  it('is said in one line a minute, and its answers in another, when it comes and goes', async (t) => {
    const testbed = await startTestbed({ isRunning: false });
    t.after(() => testbed.close());
    for (const minute of [0, 0, 0, 1]) {
      testbed.bff.tick(minute * minuteMs);
      testbed.proxy.fail(rateSheet, 502, 404);
      await readRateSheet(testbed.bff);
    }
    const line = ({ event, count }: LogLine) => [event, count];
    assert.deepEqual(told(testbed.bff).map(line), [
      ['lender_unreachable', 1],
      ['lender_answers_again', undefined],
      ['lender_unreachable', 3],
      ['lender_answers_again', undefined],
    ]);
  });

  it('is said when the clock was set back', async (t) => {
    const { bff } = await withAbsentLender(t);
    await apply(bff);
    bff.tick(-60 * minuteMs);
    await apply(bff);
    assert.equal(told(bff).length, 2);
  });

  it('is tried although nobody calls it', async (t) => {
    const { bff, startLender } = await withAbsentLender(t, {
      isRunning: true,
      config: { timing: { lenderRetryMs: 20 } },
    });
    await apply(bff);
    await startLender();
    await until('the lender is reached', async () => {
      const { gauge } = await shownBy(bff);
      return gauge === '1' || undefined;
    });
  });

  for (const status of [500, 429, 200]) {
    it(`is one that answers even its probes ${status}, without JSON`, async (t) => {
      const server = await rawHttpServer(t, (_request, response) => {
        response.writeHead(status).end('<h1>Not well</h1>');
      });
      const bff = await startTestBff({ lenderUrl: server.url });
      t.after(() => bff.close());
      t.mock.timers.enable({ apis: ['Date'], now: Date.now() });
      for (let i = 0; i < 15; i += 1) await readRateSheet(bff);
      assert.deepEqual(await shownBy(bff), { gauge: '1', lender: { reachable: true } });
      t.mock.timers.tick(2_000);
      await readRateSheet(bff);
      const { gauge, lender } = await shownBy(bff);
      assert.equal(gauge, '0');
      assert.partialDeepStrictEqual(lender, { reachable: false, cause: String(status) });
      assert.deepEqual(
        told(bff).map(({ event, reason }) => [event, reason]),
        [['lender_unreachable', String(status)]],
      );
    });
  }

  it('leaves no line at warn for each checkout that is looked at', async (t) => {
    const storage = await makeStorage();
    t.after(() => storage.remove());
    const testbed = await startTestbed({ isRunning: false, storage });
    const page = new ShopPage(testbed.bff);
    await page.open({ amount: '8400.00' });
    assert.equal((await page.apply({ ssn: '900-10-0106' })).screen, 'review');
    await testbed.close();
    const { bff } = await withAbsentLender(t, { storage });
    bff.tick(10 * minuteMs);
    await bff.runDue();
    const levels = linesOf(bff).flatMap(({ event, level }) =>
      event === 'lender_not_read' ? [level] : [],
    );
    assert.ok(levels.length > 0 && Math.max(...levels) < warn, String(levels));
    assert.equal(told(bff).filter(({ level }) => level >= warn).length, 1);
  });
});

describe('the cause', () => {
  for (const [cause, fault, event] of [
    ['401', 'wrong_credentials', 'lender_credentials_refused'],
    ['502', 502, 'lender_unreachable'],
    ['timeout', 'hold', 'lender_unreachable'],
    ['connection_lost', 'lose_request', 'lender_unreachable'],
  ] as const) {
    it(`is ${cause} where that is what comes of a call`, async (t) => {
      const testbed = await startTestbed({
        isRunning: false,
        // Long enough for what is not to end by it, on a machine that is busy.
        config: { timing: { callMs: fault === 'hold' ? 500 : 20_000 } },
      });
      t.after(() => testbed.close());
      testbed.proxy.fail(rateSheet, fault, fault, fault);
      await readRateSheet(testbed.bff);
      const { gauge, lender } = await shownBy(testbed.bff);
      assert.equal(gauge, '0');
      assert.partialDeepStrictEqual(lender, { reachable: false, cause });
      assert.deepEqual(
        told(testbed.bff).map((line) => [line.event, line.reason]),
        [[event, cause]],
      );
    });
  }

  it('stays 401 where the lender then says that too many wrong passwords came', async (t) => {
    const bff = await startTestBff();
    t.after(() => bff.close());
    const { observe } = bff.context.lenderReachability;
    const refused = (status: number) =>
      observe({ kind: 'refused', status, headers: {}, body: null, detail: null });
    refused(429);
    assert.deepEqual(await shownBy(bff), { gauge: '1', lender: { reachable: true } });
    refused(401);
    refused(429);
    const { gauge, lender } = await shownBy(bff);
    assert.equal(gauge, '0');
    assert.partialDeepStrictEqual(lender, { reachable: false, cause: '401' });
    assert.deepEqual(
      told(bff).map(({ event }) => event),
      ['lender_credentials_refused'],
    );
    refused(404);
    assert.deepEqual(await shownBy(bff), { gauge: '1', lender: { reachable: true } });
  });

  it('is none where the lender says no', async (t) => {
    const testbed = await startTestbed({ isRunning: false });
    t.after(() => testbed.close());
    testbed.proxy.fail(rateSheet, 404);
    await readRateSheet(testbed.bff);
    assert.deepEqual(await shownBy(testbed.bff), { gauge: '1', lender: { reachable: true } });
    assert.deepEqual(told(testbed.bff), []);
  });

  it('is none where a call was cut by the stop of the BFF', async (t) => {
    const testbed = await startTestbed({ isRunning: false });
    t.after(() => testbed.close());
    testbed.proxy.fail(rateSheet, 'hold');
    const call = readRateSheet(testbed.bff);
    await testbed.proxy.held(1);
    await testbed.bff.stop(Promise.resolve());
    testbed.proxy.drop();
    await call;
    assert.deepEqual(told(testbed.bff), []);
  });
});
