import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, it } from 'node:test';
import type {
  AccountCall,
  ApprovalCall,
  ChargeCall,
  ChargeQuery,
  Lender,
  LenderOptions,
  LoanName,
  RefundableQuery,
  RefundCall,
  SelectCall,
  SettlementQuery,
  SoftPullCall,
} from '../../../../server/bff/lender/lender.ts';
import createSponsorLendingApi from '../../../../server/bff/lender/sponsor-lending-api/adapter.ts';
import {
  acceptedAtBareLender,
  type BareTestbed,
  bareShop,
  startBareTestbed,
} from '../../../helpers/bare-testbed.ts';
import { MerchantServer } from '../../../helpers/merchant-server.ts';
import { chargedAtBareLender } from './charged-at-bare-lender.ts';

/** Every method needs its object: what it calls stands in a private field. */
class ClassAdapter implements Lender {
  readonly #inner: Lender;

  constructor(options: LenderOptions) {
    this.#inner = createSponsorLendingApi(options);
  }

  get offerFields() {
    return this.#inner.offerFields;
  }

  get probe() {
    return this.#inner.probe;
  }

  softPull(call: SoftPullCall) {
    return this.#inner.softPull(call);
  }

  select(call: SelectCall) {
    return this.#inner.select(call);
  }

  loan(name: LoanName) {
    return this.#inner.loan(name);
  }

  invitePortal(name: LoanName) {
    return this.#inner.invitePortal(name);
  }

  createCharge(call: ChargeCall) {
    return this.#inner.createCharge(call);
  }

  charges(query: ChargeQuery) {
    return this.#inner.charges(query);
  }

  transactions(query: ChargeQuery) {
    return this.#inner.transactions(query);
  }

  rateSheet(adminUserId: string) {
    return there(this.#inner.rateSheet?.(adminUserId));
  }

  refundable(query: RefundableQuery) {
    return there(this.#inner.refundable?.(query));
  }

  refund(call: RefundCall) {
    return there(this.#inner.refund?.(call));
  }

  cancelAccount(call: AccountCall) {
    return there(this.#inner.cancelAccount?.(call));
  }

  increaseCreditLine(call: AccountCall & { cents: number }) {
    return there(this.#inner.increaseCreditLine?.(call));
  }

  approveOnBehalf(call: ApprovalCall) {
    return there(this.#inner.approveOnBehalf?.(call));
  }

  settlement(query: SettlementQuery) {
    return there(this.#inner.settlement?.(query));
  }
}

function there<T>(value: T | undefined): T {
  assert.ok(value);
  return value;
}

describe('an adapter that is written as a class', () => {
  let testbed: BareTestbed;
  let server: MerchantServer;

  beforeEach(async () => {
    testbed = await startBareTestbed({
      settings: { approvesOnBehalf: true, saysLoanNumber: true },
      config: { merchants: [{ ...bareShop, may_approve: true }] },
      createLender: (options) => new ClassAdapter(options),
    });
    server = new MerchantServer(testbed.bff);
  });
  afterEach(() => testbed.close());

  it('is asked for a refund', async () => {
    const { of } = await chargedAtBareLender(testbed, server);
    assert.equal((await server.refund(of, { amount: '400.00' })).status, 'pending');
    assert.deepEqual(
      testbed.lender.books.refunds.map(({ cents }) => cents),
      [40_000],
    );
  });

  it('is asked for a higher limit', async () => {
    const { checkoutId: id } = await acceptedAtBareLender(testbed);
    assert.equal((await server.raiseLimit(id, '9000.00')).status, 'done');
    assert.equal(testbed.lender.controls.loan(id).increasedTo, 900_000);
  });

  it('is asked to approve a charge for the consumer', async () => {
    const { checkoutId: id } = await acceptedAtBareLender(testbed);
    const { charge_id: chargeId } = await server.charge(id);
    assert.equal((await server.approve({ id, chargeId })).status, 'approved');
    assert.equal(testbed.lender.books.charges[0]?.state, 'Pending');
  });

  it('is asked to cancel an account', async () => {
    const { checkoutId: id } = await acceptedAtBareLender(testbed);
    assert.equal((await server.cancel(id)).status, 'cancelled');
    assert.equal(testbed.lender.controls.loan(id).state, 'cancelled');
  });
});
