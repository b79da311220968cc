import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { anApplication, as, codeOf, ShopPage } from '../../../helpers/shop-page.ts';
import { StepStream } from '../../../helpers/step-stream.ts';
import { startTestbed, type Testbed } from '../../../helpers/testbed.ts';
import { startEmbeddedOnce } from './once-testbed.ts';
import { describePullingOnce } from './soft-pull-once-suite.ts';

const softPull = /^POST .*\/soft-pull\//;
const loan = /^GET .*\/loan\//;
const callLimitMs = 65_000;

describePullingOnce('the embedded service', startEmbeddedOnce);

describe('POST /v1/checkouts/{id}/application', () => {
  let testbed: Testbed;
  let page: ShopPage;

  const start = async (config: Parameters<typeof startTestbed>[0] = { isRunning: false }) => {
    testbed = await startTestbed(config);
    page = new ShopPage(testbed.bff);
    await page.open({ amount: '8400.00' });
  };
  beforeEach(() => start());
  afterEach(() => testbed.close());

  const send = (application: Record<string, unknown>) =>
    page.on('POST', '/application', application);
  const softPulls = () => testbed.proxy.passed.filter((call) => softPull.test(call)).length;
  const nothingDecided = {
    screen: 'details',
    amount: '8400.00',
    amount_locked: false,
    problem: { code: 'lender_unavailable' },
  } as const;

  describe('is answered by', () => {
    it('offers', async () => {
      const step = as(await page.apply({ ssn: '900-10-0010' }), 'offers');
      assert.equal(step.offers.length, 3);
      assert.notEqual(step.expires_at, null);
    });

    it('no offers, with the lender and its notice', async () => {
      const step = as(await page.apply({ ssn: '900-10-0101' }), 'no_offers');
      assert.notEqual(step.notice, 'none');
      assert.equal(step.lender?.nmls_id, '000000');
    });

    it('a review', async () => {
      assert.equal((await page.apply({ ssn: '900-10-0106' })).screen, 'review');
    });

    it('the offers of an earlier application of the same person, whose ids are gone on with', async () => {
      const applicant = { ssn: '900-10-0001', email: 'twice@example.test' };
      const first = as(await page.apply(applicant), 'offers');
      const again = new ShopPage(testbed.bff);
      await again.open({ amount: '8400.00' });
      const second = as(await again.apply(applicant), 'offers');
      assert.deepEqual(second.offers, first.offers);
      assert.equal(await testbed.applicationOf(again), await testbed.applicationOf(page));
    });
  });

  describe('refuses', () => {
    it('fields that are not right, by name and without an echo [asvs:server-validates]', async () => {
      const answer = await send(anApplication({ ssn: '12', email: 'canary-at-example' }));
      assert.equal(codeOf(answer), 'invalid_applicant');
      const { errors } = answer.body as { errors: Record<string, string[]> };
      assert.deepEqual(Object.keys(errors).toSorted(), ['email', 'ssn']);
      assert.ok(!JSON.stringify(answer.body).includes('canary'));
      assert.equal(softPulls(), 0);
    });

    it('fields that the lender refuses; corrected they go under the same id', async () => {
      const answer = await send(anApplication({ ssn: '123-45-6789' }));
      assert.equal(codeOf(answer), 'invalid_applicant');
      const { errors } = answer.body as { errors: unknown };
      assert.deepEqual(errors, { ssn: ['not_accepted'] });
      const id = await testbed.applicationOf(page);
      await page.apply();
      assert.equal(await testbed.applicationOf(page), id);
      assert.equal((await page.step()).screen, 'offers');
    });

    it('a checkout without an amount', async () => {
      await page.open({});
      assert.equal(codeOf(await send(anApplication())), 'order_required');
    });

    it('more than a person can fill in', async () => {
      await testbed.close();
      await start({ isRunning: false, config: { limits: { applicationsPerCheckout: 2 } } });
      await send({});
      await send({});
      assert.equal(codeOf(await send({})), 'rate_limited');
    });
  });

  it('asks once when the answer is garbage', async () => {
    testbed.proxy.fail(softPull, 'garbage');
    assert.equal((await page.apply()).screen, 'offers');
    assert.equal(softPulls(), 1);
  });

  it('tells whoever runs it when the lender does not take its credentials [asvs:refused-lender]', async () => {
    testbed.proxy.fail(softPull, 'wrong_credentials');
    assert.deepEqual(await page.apply(), nothingDecided);
    const alarms = testbed.bff.logged.filter((line) => JSON.parse(line).level === 50);
    assert.equal(alarms.length, 1);
    assert.match(alarms[0] ?? '', /"event":"lender_credentials_refused"/);
  });

  describe('says that nothing was decided', () => {
    it('when the lender says so, and asks again under the same id', async () => {
      const applicant = { ssn: '900-10-0204' };
      assert.deepEqual(await page.apply(applicant), nothingDecided);
      const id = await testbed.applicationOf(page);
      assert.equal((await page.apply(applicant)).screen, 'offers');
      assert.equal(await testbed.applicationOf(page), id);
    });

    it('when the lender takes no more calls now, or got no request in time', async () => {
      testbed.proxy.fail(softPull, 429, 408);
      assert.deepEqual(await page.apply(), nothingDecided);
      assert.deepEqual(await page.apply(), nothingDecided);
      const id = await testbed.applicationOf(page);
      assert.equal((await page.apply()).screen, 'offers');
      assert.equal(await testbed.applicationOf(page), id);
      assert.equal(softPulls(), 1);
    });

    it('when the lender is not there', async () => {
      await testbed.close();
      await start({ isRunning: false, config: { lender: deadLender } });
      assert.deepEqual(await page.apply(), nothingDecided);
      await testbed.proxy.close().catch(() => undefined);
    });

    it('when the request was lost, but only once the call cannot be on its way any more', async () => {
      testbed.proxy.fail(softPull, 'lose_request');
      assert.equal((await page.apply()).screen, 'working');
      testbed.bff.tick(callLimitMs - 1);
      assert.equal((await page.step()).screen, 'working');
      testbed.bff.tick(1);
      assert.deepEqual(await page.step(), nothingDecided);
      assert.equal((await page.apply()).screen, 'offers');
      assert.equal(softPulls(), 1);
    });

    it('when the lender failed, in the same way', async () => {
      assert.equal((await page.apply({ ssn: '900-10-0203' })).screen, 'working');
      testbed.bff.tick(callLimitMs);
      assert.deepEqual(await page.step(), nothingDecided);
    });
  });

  it('reads the loan when the lender knows the id already', async () => {
    testbed.proxy.fail(softPull, 'lose_answer');
    await page.apply();
    await testbed.bff.database.query
      .updateTable('checkouts')
      .set({ soft_pull_state: 'void' })
      .execute();
    const step = await page.apply({ annual_income: '1.00' });
    assert.equal(step.screen, 'offers');
  });

  it('stays at working while the loan cannot be read', async () => {
    testbed.proxy.fail(softPull, 'lose_answer');
    await page.apply();
    testbed.proxy.fail(loan, 500, 500, 500);
    testbed.bff.tick(callLimitMs);
    assert.equal((await page.step()).screen, 'working');
    assert.equal((await page.step()).screen, 'offers');
  });

  it('shows what the lender refused to a page that no longer waited', async () => {
    await testbed.close();
    await start({ isRunning: false, config: { timing: { answerMs: 20 } } });
    testbed.proxy.fail(softPull, 'hold');
    assert.equal((await page.apply({ ssn: '123-45-6789' })).screen, 'working');
    const stream = await StepStream.open(page);
    await stream.next();
    await testbed.proxy.held(1);
    testbed.proxy.release();
    const step = as((await stream.next())?.step ?? (await page.step()), 'details');
    assert.equal(step.problem?.code, 'invalid_applicant');
    await stream.close();
  });

  it('leaves nothing of the person in tables and logs', async () => {
    const canaries = {
      first_name: 'Canariella',
      last_name: 'Birdsong',
      ssn: '900-10-0001',
      date_of_birth: '1971-11-23',
      email: 'canariella@example.test',
      phone: '+15555551237',
      annual_income: '123456789.00',
      address_1: '77 Canary Lane',
      employer_name: 'Canary Works',
    };
    await page.apply(canaries);
    const offers = as(await page.step(), 'offers');
    await page.select(offers.offers[0]?.offer_uuid ?? '');
    const tables = [
      'checkouts',
      'sessions',
      'order_tokens',
      'charges',
      'inbox',
      'due_work',
    ] as const;
    const kept: unknown[] = [testbed.bff.logged];
    for (const table of tables) {
      kept.push(await testbed.bff.database.query.selectFrom(table).selectAll().execute());
    }
    const text = JSON.stringify(kept);
    assert.ok(text.includes(page.checkoutId));
    for (const value of [...Object.values(canaries), '900100001', 'Birdsong', '5555551237']) {
      assert.ok(!text.includes(value), value);
    }
  });
});

const deadLender = { baseUrl: 'http://127.0.0.1:1', username: 'nobody', password: 'nothing' };
