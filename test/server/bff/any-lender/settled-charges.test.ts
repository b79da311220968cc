import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, it } from 'node:test';
import {
  FOLLOW_SETTLED,
  settledFollower,
} from '../../../../server/bff/operations/follow-settled.ts';
import { addRow } from '../../../helpers/bare-lender/list-faults.ts';
import { detail } from '../../../helpers/bare-lender/rest-framework.ts';
import { acceptedAtBareLender, type BareTestbed } from '../../../helpers/bare-testbed.ts';
import { dayMs, minuteMs } from '../../../helpers/durations.ts';
import { as, stepOf } from '../../../helpers/shop-page.ts';
import { settledAtBareLender, startFollowingTestbed, statusOf } from './settled-at-bare-lender.ts';

describe('a settled charge at a lender that says little', () => {
  let testbed: BareTestbed;

  beforeEach(async () => {
    testbed = await startFollowingTestbed();
  });
  afterEach(() => testbed.close());

  const settledPage = () => settledAtBareLender(testbed);
  /** Days of the BFF's own work, nobody asking. */
  const letDaysPass = (days: number) => testbed.bff.pass(dayMs, days);
  const listsAsked = () =>
    testbed.lender.heard.filter(({ operation }) => operation === 'transactions').length;

  it('is followed for 120 days: its money may go back', async () => {
    const { page, uuid } = await settledPage();
    await letDaysPass(118);
    testbed.lender.controls.moveTransaction(uuid, 'Reversed');
    await letDaysPass(1);
    assert.equal(await statusOf(testbed, page), 'reversed');
  });

  it('is no news while the transactions say that it is successful', async () => {
    const { page, uuid } = await settledPage();
    testbed.lender.controls.moveTransaction(uuid, 'Successful');
    await letDaysPass(2);
    assert.equal(await statusOf(testbed, page), 'settled');
    assert.ok(!testbed.bff.logged.some((line) => line.includes('reading_not_followed')));
  });

  it('is seen refunded', async () => {
    const { page, uuid } = await settledPage();
    await letDaysPass(20);
    testbed.lender.controls.moveTransaction(uuid, 'Reversed');
    await testbed.lender.controls.refund(uuid);
    await letDaysPass(1);
    assert.equal(await statusOf(testbed, page), 'refunded');
  });

  it('is asked for by its id where no list has it, and nothing goes wrong where that cannot be', async () => {
    const { lender } = testbed;
    const page = await acceptedAtBareLender(testbed);
    const { payment_request_uuid } = as(stepOf(await page.charge()), 'charge_pending');
    const uuid = payment_request_uuid ?? '';
    await lender.controls.approve(uuid);
    as(await page.step(), 'charge_outcome');
    lender.controls.moveTransaction(uuid, 'Transferred');
    for (const list of ['pending', 'transactions', 'activity'] as const) {
      lender.troubles.rewrite(list, () => []);
    }
    lender.troubles.always('settled', detail(404, 'Not found.'));
    await letDaysPass(1);
    assert.equal(await statusOf(testbed, page), 'approved');
    lender.troubles.heal();
    for (const list of ['pending', 'transactions', 'activity'] as const) {
      lender.troubles.rewrite(list, () => []);
    }
    await letDaysPass(1);
    assert.equal(await statusOf(testbed, page), 'settled');
  });

  it('is said to be followed by a part of the list while that is not whole', async () => {
    const { page, uuid } = await settledPage();
    const lines = () =>
      testbed.bff.logged.filter((line) => line.includes('"event":"settled_read_in_part"'));
    await letDaysPass(2);
    assert.deepEqual(lines(), []);
    addRow(testbed.lender.troubles, 'transactions', null);
    testbed.lender.controls.moveTransaction(uuid, 'Reversed');
    await letDaysPass(1);
    assert.equal(await statusOf(testbed, page), 'reversed');
    const [line = '{}', ...others] = lines();
    assert.equal(JSON.parse(line).merchant_id, 'pk_test_shop');
    assert.deepEqual(others, []);
  });

  it('is followed later where this node does not know the merchant yet', async () => {
    const now = testbed.bff.now();
    const work = {
      kind: FOLLOW_SETTLED,
      key: 'pk_test_new',
      scope: '',
      payload: null,
      attempts: 0,
    };
    const result = await settledFollower(testbed.bff.context)({ ...work, dueAt: now, now });
    assert.deepEqual(result, { retryAt: now + 15 * minuteMs });
  });

  it('is followed no longer after that', async () => {
    const { uuid } = await settledPage();
    await letDaysPass(122);
    const asked = listsAsked();
    testbed.lender.controls.moveTransaction(uuid, 'Reversed');
    await letDaysPass(3);
    assert.equal(listsAsked(), asked);
  });

  it('costs one list a day, however many the merchant has', async () => {
    for (let each = 0; each < 3; each += 1) await settledPage();
    await letDaysPass(2);
    const asked = listsAsked();
    await letDaysPass(10);
    assert.equal(listsAsked() - asked, 10);
  });
});
