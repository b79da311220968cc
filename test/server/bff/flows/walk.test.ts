import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { as, ShopPage, signedOrder, stepOf } from '../../../helpers/shop-page.ts';
import { startTestbed, type Testbed } from '../../../helpers/testbed.ts';

describe('a checkout from its form to its charge', () => {
  let testbed: Testbed;
  before(async () => {
    testbed = await startTestbed();
  });
  after(() => testbed.close());

  it('is walked by callbacks', async () => {
    const { bff, sandbox } = testbed;
    const page = new ShopPage(bff);
    await page.open({ order_token: await signedOrder(bff) });

    const offers = as(await page.apply({ ssn: '900-10-0001' }), 'offers');
    assert.equal(offers.requested_amount, '8400.00');
    assert.equal(offers.selected_offer_uuid, null);
    const totals = offers.offers.map(({ total_of_payments }) => Number(total_of_payments));
    assert.deepEqual(
      totals,
      totals.toSorted((a, b) => a - b),
    );

    const [cheapest] = offers.offers;
    const redirect = as(await page.select(cheapest?.offer_uuid ?? ''), 'redirect');
    assert.equal(new URL(redirect.consumer_invitation_link).origin, testbed.lenderUrl);
    assert.equal(redirect.selected_amount, '8400.00');

    const id = await testbed.applicationOf(page);
    await sandbox.application(id, 'accept-terms');
    const accepted = as(await testbed.arrive(page, 'accepted'), 'accepted');
    assert.equal(accepted.credit_limit, '8400.00');
    assert.equal(accepted.charge_amount, '8400.00');
    assert.equal(accepted.blocked, null);

    const answer = await page.charge();
    assert.equal(answer.status, 201);
    const pending = as(stepOf(answer), 'charge_pending');
    assert.equal(pending.amount, '8400.00');

    await sandbox.paymentRequest(pending.payment_request_uuid, 'approve');
    const outcome = as(await testbed.arrive(page, 'charge_outcome'), 'charge_outcome');
    assert.equal(outcome.outcome, 'approved');
    assert.equal(outcome.may_charge_again, false);
  });
});
