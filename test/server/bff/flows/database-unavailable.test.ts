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
  signedOrder,
  stepOf,
} from '../../../helpers/shop-page.ts';
import { StepStream } from '../../../helpers/step-stream.ts';
import { acceptedPage, startTestbed, type Testbed } from '../../../helpers/testbed.ts';

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

/** Something was done, or may have been. */
function assertNotUndone(answer: PageAnswer): void {
  assert.equal(answer.status, 500, JSON.stringify(answer.body));
  assert.equal(codeOf(answer), 'internal');
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
    assertNotUndone(answer);
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

  /** The answer to a call whose checkout nobody can read any more once the lender has heard of it. */
  const lockedOnceHeard = async (lenderCall: RegExp, call: () => Promise<PageAnswer>) => {
    testbed.proxy.fail(lenderCall, 'hold');
    const answer = call();
    await testbed.proxy.held(1);
    const unlock = await faults.lockTable('bff.checkouts');
    testbed.proxy.release();
    const refused = await answer;
    await unlock();
    return refused;
  };

  it('an application that the lender has heard of is not said to be undone', async () => {
    const page = await aPage();
    const before = softPulls();
    const apply = () => page.on('POST', '/application', anApplication());
    assertNotUndone(await lockedOnceHeard(softPull, apply));
    assert.equal((await page.step()).screen, 'offers');
    assert.equal(softPulls(), before + 1);
  });

  it('nor is a choice that the lender has heard', async () => {
    const page = await aPage();
    const { offers } = as(await page.apply(), 'offers');
    const choose = () => page.on('POST', `/offers/${offers[0]?.offer_uuid}/select`, {});
    assertNotUndone(await lockedOnceHeard(/^PATCH .*\/select\//, choose));
    as(stepOf(await choose()), 'redirect');
  });

  it('nor is an invitation that the lender has sent', async () => {
    const page = await acceptedPage(testbed, { applicant: { ssn: '900-10-0009' } });
    const invite = () => page.on('POST', '/portal-invitation', {});
    assertNotUndone(await lockedOnceHeard(/^POST .*\/invite-portal\//, invite));
    assert.equal(as(await page.step(), 'accepted').portal_account_status, 'Invited');
  });

  it('nor is the opening of an order, whose token is used by then', async () => {
    const order = { order_id: 'opened elsewhere' };
    const page = new ShopPage(testbed.bff);
    await page.open({ order_token: await signedOrder(testbed.bff, order) });
    as(await page.apply(), 'offers');
    const order_token = await signedOrder(testbed.bff, { ...order, resume: true });
    const open = () => new ShopPage(testbed.bff).ask({ order_token });
    assertNotUndone(await lockedOnceHeard(/^GET .*\/loan\//, open));
    assert.equal(codeOf(await open()), 'order_invalid');
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
    assert.equal((await testbed.bff.app.request('/readyz')).status, 200);
    await makeRoom();
    assert.equal((await openByServer('order-again')).status, 201);
    assert.equal(await rowsOf('checkouts'), stored + 1);
  });
});
