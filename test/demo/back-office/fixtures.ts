import type { Charge, Checkout, Loan } from '../../../demo/back-office/merchant-api-types.ts';

/** As the merchant API shows them, for a shop's order of $8,400.00. */
export function aCharge(change: Partial<Charge> = {}): Charge {
  return {
    charge_id: 'c-1',
    transaction_description: 109,
    amount: '8400.00',
    status: 'approved',
    requested_at: '2026-03-02T15:00:00Z',
    expires_at: null,
    settled_at: null,
    fee_amount: '504.00',
    net_amount: '7896.00',
    refunded_amount: '0.00',
    pending_refund_amount: '0.00',
    ...change,
  };
}

/** Ready to be charged. */
export function aLoan(change: Partial<Loan> = {}): Loan {
  return {
    credit_limit: '8400.00',
    available_spend: '8400.00',
    purchase_window_end_date: '2026-07-30',
    portal_account_status: 'Active',
    ...change,
  };
}

export function aCheckout(change: Partial<Checkout> = {}): Checkout {
  return {
    checkout_id: 'k-1',
    url: null,
    order_id: '1001',
    amount: '8400.00',
    status: 'accepted',
    sold_by: null,
    offer_code: null,
    created_at: '2026-03-02T15:00:00Z',
    expires_at: '2026-04-01T15:00:00Z',
    charges: [],
    cancellation: null,
    loan: null,
    version: 1,
    timeline: [],
    ...change,
  };
}
