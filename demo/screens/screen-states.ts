import type { Offer } from '../../widget/contract/offer.ts';
import { type ChargeOutcome, chargeOutcomes } from '../../widget/contract/outcome.ts';
import type { CheckoutStep, StepOf } from '../../widget/contract/step.ts';

/** What the BFF answers whoever opens the checkout: where it stands, or why it cannot. */
export type Opening = { step: CheckoutStep } | { status: number; code: string; retryable: boolean };

/** A screen as somebody may find it. */
export interface ScreenState {
  readonly name: string;
  readonly opening: Opening;
  /** Of the form: how far it is filled in. */
  readonly part?: 2 | 3;
}

export const sampleLender = {
  name: 'Sample Lending Bank (sandbox)',
  nmls_id: '000000',
  phone: '1-800-555-0142',
  address: '100 Sample Plaza, Columbus, OH 43215',
};

/** A standard offer over 60 months, with everything in it that the wire has. */
export const sampleOffer = {
  offer_uuid: '8d1f4f4a-58c4-4a1c-9a0e-2f6d3c1b0a03',
  product_id: '6a7c1f0e-2b3d-4c5e-8f90-1a2b3c4d5e04',
  product_name: 'Standard 60 months',
  product_type: 'standard',
  promo_type: 'none',
  credit_type: 'closed_end_installment',
  lender_name: sampleLender.name,
  lender_nmls_id: sampleLender.nmls_id,
  approved_amount: '50000.00',
  amount: '8400.00',
  is_counter_offer: false,
  interest_rate: '12.99',
  apr: '12.99',
  term_months: 60,
  number_of_payments: 60,
  monthly_payment: '191.08',
  final_payment: '191.30',
  amount_financed: '8400.00',
  finance_charge: '3065.02',
  total_of_payments: '11465.02',
  origination_fee_amount: '0.00',
  first_payment_date: '2026-04-01',
  promo_months: 0,
  promo_payoff_amount: null,
  promo_disclosure: null,
  hard_inquiry_on_accept: false,
  mla_covered: false,
  purchase_window_days: 150,
  expires_at: '2026-04-01T12:00:00Z',
} as const satisfies Offer;

/** One with a lower rate than it would have, and one that has every condition an offer can have. */
const offers: Offer[] = [
  {
    ...sampleOffer,
    product_name: 'Reduced rate 60 months',
    interest_rate: '12.50',
    monthly_payment: '188.98',
    final_payment: '189.30',
    amount_financed: '8307.60',
    finance_charge: '3031.52',
    total_of_payments: '11339.12',
    origination_fee_amount: '92.40',
  },
  {
    ...sampleOffer,
    offer_uuid: '8d1f4f4a-58c4-4a1c-9a0e-2f6d3c1b0a04',
    product_name: 'Deferred interest 12 months',
    promo_type: 'deferred_with_payments',
    approved_amount: '5000.00',
    amount: '5000.00',
    is_counter_offer: true,
    apr: '14.12',
    monthly_payment: '113.74',
    final_payment: '113.75',
    amount_financed: '4875.00',
    finance_charge: '1949.41',
    total_of_payments: '6824.41',
    origination_fee_amount: '125.00',
    promo_months: 12,
    promo_payoff_amount: '5000.00',
    promo_disclosure:
      'Interest accrues from the purchase date. It is waived only if the full promotional balance of $5,000.00 is paid by March 1, 2027. If not, you owe the accrued interest of about $605.35. Monthly payments shown will not pay it off in time.',
    hard_inquiry_on_accept: true,
    mla_covered: true,
  },
];

/** What others are made of. */
export const sampleSteps = {
  details: { screen: 'details', amount: '8400.00', amount_locked: false },
  // Just begun, whenever it is drawn.
  working: { screen: 'working', since: '2100-03-01T15:00:00Z' },
  offers: {
    screen: 'offers',
    requested_amount: '8400.00',
    offers,
    more_at_lender: null,
    expires_at: '2026-03-31T15:00:00Z',
    selected_offer_uuid: offers[1]?.offer_uuid ?? null,
  },
  accepted: {
    screen: 'accepted',
    loan_number: '7342055188',
    credit_limit: '8400.00',
    available_spend: '8400.00',
    purchase_window_end_date: '2026-07-29',
    portal_account_status: 'Active',
    charge_amount: '8400.00',
    order_amount: '8400.00',
    blocked: null,
  },
  pending: {
    screen: 'charge_pending',
    charge_id: '00000000-0000-4000-8000-000000000008',
    payment_request_uuid: '00000000-0000-4000-8000-000000000009',
    loan_number: '7342055188',
    lender: sampleLender,
    amount: '8400.00',
    expires_at: '2026-03-03T15:00:00Z',
    notifications: { sms: 'sent', email: 'sent' },
    warning: null,
  },
} as const satisfies Record<string, CheckoutStep>;

const { working, accepted, pending } = sampleSteps;
const longAgo = '2026-03-01T15:00:00Z';

const results: readonly (readonly [name: string, step: CheckoutStep])[] = [
  ['working', working],
  ['working, longer than usual', { ...working, since: longAgo }],
  ['review', { screen: 'review', lender: sampleLender }],
  [
    'review, after the choice',
    {
      screen: 'review',
      lender: sampleLender,
      consumer_invitation_link: 'https://lender.example/terms/abc',
      selected_offer_uuid: sampleOffer.offer_uuid,
    },
  ],
  ['offers', sampleSteps.offers],
  [
    'offers, more at the lender',
    { ...sampleSteps.offers, more_at_lender: { lender: sampleLender } },
  ],
  [
    'no offers',
    { screen: 'no_offers', lender: sampleLender, notice: 'queued', decided_at: longAgo },
  ],
  [
    'redirect',
    {
      screen: 'redirect',
      offer: sampleOffer,
      selected_amount: '8400.00',
      consumer_invitation_link: 'https://lender.example/terms/abc',
      link_expires_at: '2026-03-04T15:00:00Z',
    },
  ],
  ['accepted', accepted],
  ['accepted, a part of the order', { ...accepted, order_amount: '9900.00' }],
  ...(['order_required', 'portal_required', 'bank_required', 'suspended'] as const).map(
    (blocked): [string, CheckoutStep] => [
      `accepted, ${blocked}`,
      { ...accepted, blocked, portal_account_status: 'NotInvited', charge_amount: null },
    ],
  ),
  [
    'accepted, portal locked',
    { ...accepted, blocked: 'portal_required', portal_account_status: 'Locked' },
  ],
  ['charge pending', pending],
  [
    'charge pending, by email',
    {
      ...pending,
      notifications: { sms: 'skipped_opted_out', email: 'sent' },
      warning: 'SMS could not be sent; the request went by email.',
    },
  ],
  ...chargeOutcomes.map((outcome): [string, CheckoutStep] => [
    `charge outcome, ${outcome}`,
    chargeEnded(outcome),
  ]),
  [
    'charge outcome, approved, a part of the order',
    { ...chargeEnded('approved'), order_amount: '9900.00' },
  ],
  [
    'ask lender',
    {
      screen: 'ask_lender',
      lender: sampleLender,
      reason: 'unreadable',
      loan_number: accepted.loan_number,
    },
  ],
  ...(['terms_declined', 'account_cancelled', 'merchant_cancelled'] as const).map(
    (reason): [string, CheckoutStep] => [`cancelled, ${reason}`, { screen: 'cancelled', reason }],
  ),
  ...(['offers', 'review', 'application'] as const).map((reason): [string, CheckoutStep] => [
    `expired, ${reason}`,
    { screen: 'expired', reason },
  ]),
];

function chargeEnded(outcome: ChargeOutcome): StepOf<'charge_outcome'> {
  return {
    screen: 'charge_outcome',
    charge_id: pending.charge_id,
    payment_request_uuid: pending.payment_request_uuid,
    amount: '8400.00',
    outcome,
    merchant_told: true,
    may_charge_again: ['rejected', 'expired', 'canceled', 'failed'].includes(outcome),
  };
}

/** Every screen after the form, in every shape that differs from another. */
export const resultStates: readonly ScreenState[] = results.map(([name, step]) => ({
  name,
  opening: { step },
}));

export const problemStates: readonly ScreenState[] = [
  { name: 'problem', opening: { status: 500, code: 'internal', retryable: true } },
  { name: 'problem, session ended', opening: { status: 404, code: 'not_found', retryable: false } },
];

/** The form by its parts, where the lender could not be reached, and where its order is in use. */
export const formStates: readonly ScreenState[] = [
  { name: 'details', opening: { step: sampleSteps.details } },
  { name: 'details, home', opening: { step: sampleSteps.details }, part: 2 },
  { name: 'details, consent', opening: { step: sampleSteps.details }, part: 3 },
  {
    name: 'details, nothing was decided',
    opening: {
      step: {
        ...sampleSteps.details,
        problem: { code: 'lender_unavailable', correlation_id: 'c0ffee42' },
      },
    },
  },
  {
    name: 'details, order in use',
    opening: { step: { ...sampleSteps.details, problem: { code: 'order_in_use' } } },
  },
];
