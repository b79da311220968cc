import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, it } from 'node:test';
import type { LenderOptions } from '../../../../server/bff/lender/lender.ts';
import { LenderError } from '../../../../server/bff/lender/lender-error.ts';
import createSponsorLendingApi from '../../../../server/bff/lender/sponsor-lending-api/adapter.ts';
import {
  acceptedAtBareLender,
  type BareTestbed,
  bareShop,
  startBareTestbed,
} from '../../../helpers/bare-testbed.ts';
import { hourMs } from '../../../helpers/durations.ts';
import { MerchantServer, problemOf } from '../../../helpers/merchant-server.ts';
import { callLimitMs } from '../flows/charge-calls.ts';

/** It can neither approve charges nor raise limits. */
const plainLender = (options: LenderOptions) => {
  const { approveOnBehalf, increaseCreditLine, ...lender } = createSponsorLendingApi(options);
  return lender;
};

describe('at a lender that says little', () => {
  let testbed: BareTestbed;
  let server: MerchantServer;

  const start = async (options: Parameters<typeof startBareTestbed>[0] = {}) => {
    const merchants = [{ ...bareShop, may_approve: true }];
    testbed = await startBareTestbed({ config: { merchants }, ...options });
    server = new MerchantServer(testbed.bff);
  };
  beforeEach(() => start({ settings: { approvesOnBehalf: true } }));
  afterEach(() => testbed.close());

  const charged = async () => {
    const { checkoutId: id } = await acceptedAtBareLender(testbed);
    return { id, chargeId: (await server.charge(id)).charge_id };
  };

  /** The lender has answered the approval by a 2xx, and its lists do not say so. */
  const approvedThatWaits = async () => {
    const of = await charged();
    assert.equal((await server.approve(of)).status, 'approved');
    const [charge] = testbed.lender.books.charges;
    assert.ok(charge);
    charge.state = 'waiting';
    return of;
  };

  it('a charge is approved by a 2xx alone', async () => {
    const of = await charged();
    assert.equal((await server.approve(of)).status, 'approved');
    assert.equal(testbed.lender.books.charges[0]?.state, 'Pending');
  });

  it('a charge is approved where the consumer was first, and its money has arrived since', async () => {
    await testbed.close();
    await start({
      createLender: (options) => ({
        ...createSponsorLendingApi(options),
        approveOnBehalf: async ({ paymentRequestUuid }) => {
          testbed.lender.controls.moveTransaction(paymentRequestUuid, 'Transferred');
          throw new LenderError('approveChargeRequest', 'refused', { failure: 'refused' });
        },
      }),
    });
    assert.equal((await server.approve(await charged())).status, 'settled');
  });

  it('a charge that was approved by a 2xx alone has failed where its request then expires', async () => {
    const of = await approvedThatWaits();
    testbed.bff.tick(48 * hourMs);
    assert.equal((await server.charges(of.id))[0]?.status, 'failed');
  });

  it('another charge is followed while the lists still say that an approved one waits', async () => {
    const of = await approvedThatWaits();
    await server.charge(of.id, { transaction_description: 111, amount: '100.00' });
    await testbed.lender.controls.approve(testbed.lender.books.charges[1]?.uuid ?? '');
    const statuses = (await server.charges(of.id)).map(({ status }) => status);
    assert.deepEqual(statuses, ['approved', 'approved']);
  });

  it('a charge is not approved where that is disabled, as it is by default', async () => {
    testbed.lender.settings.approvesOnBehalf = false;
    const of = await charged();
    assert.equal(problemOf(await server.askApproval(of)).blockedBy, 'not_enabled');
    assert.equal((await server.charges(of.id))[0]?.status, 'pending');
  });

  it('a limit is raised by a 2xx alone, and no figure is made up', async () => {
    const { checkoutId: id } = await acceptedAtBareLender(testbed);
    const { status, credit_limit } = await server.raiseLimit(id, '9000.00');
    assert.deepEqual([status, credit_limit], ['done', null]);
    assert.equal(testbed.lender.controls.loan(id).increasedTo, 900_000);
  });

  it('nobody can tell whether a limit was raised whose answer was lost', async () => {
    const { checkoutId: id } = await acceptedAtBareLender(testbed);
    testbed.lender.troubles.next('increase', 'cut_before');
    const key = 'limit-1';
    assert.equal((await server.raiseLimit(id, '9000.00', key)).status, 'working');
    testbed.bff.tick(callLimitMs + 1);
    await testbed.bff.runDue();
    assert.equal((await server.raiseLimit(id, '9000.00', key)).status, 'unresolved');
    assert.equal((await server.raiseLimit(id, '9000.00', 'limit-2')).status, 'done');
  });

  it('what the lender cannot do is 501, in words', async () => {
    await testbed.close();
    await start({ createLender: plainLender });
    const of = await charged();
    for (const answer of [await server.askApproval(of), await server.askLimit(of.id, '9000.00')]) {
      assert.equal(answer.status, 501);
      assert.match((answer.body as { title: string }).title, /lender of this merchant cannot/);
    }
  });
});
