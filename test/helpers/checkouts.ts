import { sampleOffer } from '../../demo/screens/screen-states.ts';
import type { Charge } from '../../server/bff/domain/charge.ts';
import type { Checkout, Order, Selection, SoftPull } from '../../server/bff/domain/checkout.ts';
import type { Loan, LoanAccount } from '../../server/bff/domain/loan.ts';
import { blankCheckout } from '../../server/bff/domain/opening.ts';
import type { Refund } from '../../server/bff/domain/refund.ts';
import type { ChargeRecord } from '../../server/bff/lender/lender.ts';
import type { Offer } from '../../widget/contract/offer.ts';

export const noon = Date.parse('2026-03-02T12:00:00Z');

/** A checkout as it is when a page has just opened it, or as the parts say. */
export function aCheckout(parts: Partial<Checkout> = {}): Checkout {
  return {
    ...blankCheckout,
    id: '0b7a0a4e-8f0d-4f5e-9a58-0d3a1f6a9a01',
    publishableKey: 'pk_test_shop',
    madeBy: 'page',
    origin: 'https://shop.example',
    isFramed: false,
    returnUrl: 'https://shop.example/checkout',
    locale: 'en',
    amountCents: 840_000,
    order: null,
    createdAt: noon,
    touchedAt: noon,
    openedAt: noon,
    ...parts,
  };
}

export function anOrder(parts: Partial<Order> = {}): Order {
  return {
    id: 'order-1',
    amountCents: 840_000,
    description: 'Heat pump',
    issuedAt: 1_772_452_800,
    ...parts,
  };
}

export function aSoftPull(parts: Partial<SoftPull> = {}): SoftPull {
  return {
    state: 'answered',
    fingerprint: 'fingerprint',
    startedAt: noon,
    deadlineAt: noon + 65_000,
    offersShown: [],
    widgetVersion: '1.0.0',
    textsShown: { locale: 'en', versions: { privacy_notice: '2026-01' }, besideOffers: [] },
    lender: null,
    takenAs: null,
    ...parts,
  };
}

export function anOffer(parts: Partial<Offer> = {}): Offer {
  return { ...sampleOffer, ...parts };
}

export function aLoan(parts: Partial<Loan> = {}): Loan {
  return {
    externalApplicationId: '0b7a0a4e-8f0d-4f5e-9a58-0d3a1f6a9a01',
    loanId: '0b7a0a4e-8f0d-4f5e-9a58-0d3a1f6a9a01',
    loanNumber: '7342055188',
    status: 'Approved: Offers Available',
    requestedAmount: '8400.00',
    offers: [anOffer()],
    offersExpireAt: '2026-04-01T12:00:00Z',
    decidedAt: '2026-03-02T12:00:00Z',
    lender: { name: 'Bank', nmls_id: '000000', phone: '1-800-555-0142', address: '100 Plaza' },
    notice: 'none',
    account: null,
    endedInReview: false,
    ...parts,
  };
}

export function anAccount(parts: Partial<LoanAccount> = {}): LoanAccount {
  return {
    isClosed: false,
    isSuspended: false,
    creditLimit: '8400.00',
    availableSpend: '8400.00',
    purchaseWindowEndDate: '2026-08-01',
    portalAccountStatus: 'Active',
    eligibilityCode: 0,
    productId: '6a7c1f0e-2b3d-4c5e-8f90-1a2b3c4d5e04',
    ...parts,
  };
}

export function aSelection(parts: Partial<Selection> = {}): Selection {
  return {
    offerUuid: '8d1f4f4a-58c4-4a1c-9a0e-2f6d3c1b0a03',
    selectedAmount: '8400.00',
    link: 'https://lender.example/terms/abc',
    linkExpiresAt: '2026-03-05T12:00:00Z',
    ...parts,
  };
}

export function aRefund(parts: Partial<Refund> = {}): Refund {
  return {
    id: 'decade00-1111-4222-8333-444455556666',
    chargeId: 'c0ffee00-1111-4222-8333-444455556666',
    state: 'pending',
    amountCents: 40_000,
    split: {
      net_to_merchant_amount_cents: 40_000,
      net_platform_fee_cents: 0,
      net_to_sponsor_amount_cents: 0,
    },
    paymentIdentifier: 'decade00-1111-4222-8333-444455556666',
    refundUuid: 'facade00-1111-4222-8333-444455556666',
    settledAt: null,
    startedAt: noon,
    deadlineAt: noon + 25_000,
    ...parts,
  };
}

export function aCharge(parts: Partial<Charge> = {}): Charge {
  return {
    id: 'c0ffee00-1111-4222-8333-444455556666',
    kind: 109,
    position: 1,
    state: 'pending',
    orderId: 'order-1',
    amountCents: 840_000,
    split: {
      net_to_merchant_amount_cents: 840_000,
      net_platform_fee_cents: 0,
      net_to_sponsor_amount_cents: 0,
    },
    paymentIdentifier: 'c0ffee00-1111-4222-8333-444455556666',
    paymentRequestUuid: 'feedface-1111-4222-8333-444455556666',
    settledAt: null,
    authorization: null,
    request: {
      expiresAt: '2026-03-04T12:00:00Z',
      notifications: { sms: 'sent', email: 'sent' },
      warning: null,
    },
    startedAt: noon,
    deadlineAt: noon + 25_000,
    ...parts,
  };
}

/** A row of the lender's pending requests that is of `aCharge()`. */
export function aRecord(parts: Partial<ChargeRecord> = {}): ChargeRecord {
  return {
    list: 'pending',
    paymentRequestUuid: 'feedface-1111-4222-8333-444455556666',
    paymentIdentifier: 'c0ffee00-1111-4222-8333-444455556666',
    applicationId: null,
    loanNumber: '7342055188',
    kind: 109,
    cents: 840_000,
    split: null,
    lenderStatus: 'pending',
    requestedAt: noon + 1_000,
    expiresAt: '2026-03-04T12:00:00Z',
    ...parts,
  };
}

/** A checkout whose terms are accepted, with an order. */
export function anAcceptedCheckout(
  parts: Partial<Checkout> = {},
  account: Partial<LoanAccount> = {},
): Checkout {
  return aCheckout({
    order: anOrder(),
    softPull: aSoftPull(),
    loan: aLoan({ status: 'Approved: Accepted', offers: [], account: anAccount(account) }),
    selection: aSelection(),
    ...parts,
  });
}
