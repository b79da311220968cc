import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { BffSchema } from '../../../../server/bff/store/schema.ts';
import { problemSchema } from '../../../../widget/contract/problem.ts';
import { shopKey, shopOrigin } from '../../../helpers/bff.ts';
import { answeredCutOff } from '../../../helpers/cut-off-node.ts';
import { fillDisk } from '../../../helpers/full-disk.ts';
import { openPostgresFaults, type PostgresFaults } from '../../../helpers/postgres-faults.ts';
import {
  anApplication,
  as,
  codeOf,
  type PageAnswer,
  ShopPage,
} from '../../../helpers/shop-page.ts';
import { StepStream } from '../../../helpers/step-stream.ts';
import { startTestbed, type Testbed } from '../../../helpers/testbed.ts';

const isPostgres = process.env.TEST_DATABASE_URL !== undefined;
const softPull = /^POST .*\/soft-pull\//;

let testbed: Testbed;
before(async () => {
  testbed = await startTestbed({ isRunning: false, config: { timing: { heartbeatMs: 30 } } });
});
after(() => testbed.close());

/** Nothing was done, and the same call may be made again. */
function assertUndone(answer: PageAnswer): void {
  assert.equal(answer.status, 503, JSON.stringify(answer.body));
  assert.equal(answer.headers.get('retry-after'), '1');
  assert.equal(codeOf(answer), 'lender_unavailable');
  assert.equal(problemSchema.parse(answer.body).retryable, true);
}

const rowsOf = async (table: keyof BffSchema) => {
  const { query } = testbed.bff.database;
  return (await query.selectFrom(table).selectAll().execute()).length;
};
const softPulls = () => testbed.proxy.passed.filter((call) => softPull.test(call)).length;

async function aPage(): Promise<ShopPage> {
  const page = new ShopPage(testbed.bff);
  await page.open({ amount: '8400.00' });
  return page;
}

/** A merchant's server, which asks for another checkout. */
function openByServer(order_id: string): Promise<PageAnswer> {
  const authorization = `Basic ${Buffer.from(`${shopKey}:`).toString('base64')}`;
  const body = { amount: '8400.00', order_id, return_url: `${shopOrigin}/pay` };
  const page = new ShopPage(testbed.bff);
  return page.call('POST', '/v1/merchant/checkouts', { body, headers: { authorization } });
}

describe('while PostgreSQL cannot serve the BFF', { skip: !isPostgres }, () => {
  let faults: PostgresFaults;
  before(async () => {
    faults = await openPostgresFaults(testbed.bff.storage.databaseUrl ?? '');
  });
  after(() => faults.close());

  it('an application is undone: the lender has heard nothing, and the next one is made', async () => {
    const page = await aPage();
    const unlock = await faults.lockTable('bff.checkouts');
    assertUndone(await page.on('POST', '/application', anApplication()));
    await unlock();
    assert.equal(softPulls(), 0);
    assert.equal((await page.apply()).screen, 'offers');
    assert.equal(softPulls(), 1);
  });

  it('a merchant’s checkout is undone, and reading one is answered so too', async () => {
    const page = await aPage();
    const before = await rowsOf('checkouts');
    const unlock = await faults.lockTable('bff.checkouts');
    assertUndone(await openByServer('locked'));
    assertUndone(await page.on('GET'));
    await unlock();
    assert.equal(await rowsOf('checkouts'), before);
  });

  it('a merchant’s checkout that was made is not said to be undone', async () => {
    const before = await rowsOf('checkouts');
    const answer = await answeredCutOff(testbed.bff, (server) => server.post());
    assert.equal(answer.status, 500, JSON.stringify(answer.body));
    assert.equal(codeOf(answer), 'internal');
    assert.equal(await rowsOf('checkouts'), before + 1);
  });

  it('a call whose connection was ended is undone, and the next one is carried out', async () => {
    const page = await aPage();
    const unlock = await faults.lockTable('bff.checkouts');
    const change = () => page.on('PATCH', '', { amount: '9000.00' });
    const answer = change();
    await faults.waiting(1);
    await faults.terminateOthers();
    await unlock();
    assertUndone(await answer);
    assert.equal((await change()).status, 200);
  });

  it('an open event stream goes on, and tells what has changed', async () => {
    const page = await aPage();
    const stream = await StepStream.open(page);
    await stream.next();
    const unlock = await faults.lockTable('bff.sessions');
    // The first may have been read ahead.
    await stream.beat();
    await stream.beat();
    await unlock();
    await page.on('PATCH', '', { amount: '9000.00' });
    const { step } = (await stream.next()) ?? assert.fail('the stream has ended');
    assert.equal(as(step, 'details').amount, '9000.00');
    await stream.close();
  });

  it('an application that the lender has heard of is not said to be undone', async () => {
    const page = await aPage();
    const before = softPulls();
    testbed.proxy.fail(softPull, 'hold');
    const answer = page.on('POST', '/application', anApplication());
    await testbed.proxy.held(1);
    const unlock = await faults.lockTable('bff.checkouts');
    testbed.proxy.release();
    const refused = await answer;
    await unlock();
    assert.equal(refused.status, 500);
    assert.equal(codeOf(refused), 'internal');
    assert.equal((await page.step()).screen, 'offers');
    assert.equal(softPulls(), before + 1);
  });
});

describe('while the disk has no room for the BFF', { skip: isPostgres }, () => {
  it('a merchant’s checkout is undone, and made once there is room again', async () => {
    const page = await aPage();
    const makeRoom = await fillDisk(testbed.bff.database.query);
    let answer = await openByServer('order-0');
    for (let order = 1; answer.status === 201; order += 1) {
      answer = await openByServer(`order-${order}`);
    }
    assertUndone(answer);
    const stored = await rowsOf('checkouts');
    assert.equal((await page.on('GET')).status, 200);
    await makeRoom();
    assert.equal((await openByServer('order-again')).status, 201);
    assert.equal(await rowsOf('checkouts'), stored + 1);
  });
});
