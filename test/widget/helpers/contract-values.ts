import { sampleOffer, sampleSteps } from '../../../demo/screens/screen-states.ts';
import { type Disclosure, disclosureIds } from '../../../widget/contract/disclosure.ts';
import type { Lender } from '../../../widget/contract/lender.ts';
import type { Offer } from '../../../widget/contract/offer.ts';
import type { CheckoutStep, Screen, StepOf } from '../../../widget/contract/step.ts';
import type { Locale } from '../../../widget/contract/values.ts';

export function aUuid(number = 1): string {
  return `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`;
}

export const aLender: Lender = {
  name: 'Sample Lending Bank (sandbox)',
  nmls_id: '000000',
  phone: '1-800-555-0142',
  address: '100 Sample Plaza, Columbus, OH 43215',
};

export function anOffer(change: Partial<Offer> = {}): Offer {
  return { ...sampleOffer, offer_uuid: aUuid(1), ...change };
}

/** An offer of a lender that says no more than it must. */
export function aBareOffer(change: Partial<Offer> = {}): Offer {
  const { offer_uuid, amount, apr, monthly_payment, term_months } = anOffer();
  return { offer_uuid, amount, apr, monthly_payment, term_months, ...change };
}

const steps: { [Name in Screen]: StepOf<Name> } = {
  details: { screen: 'details', amount: '8400.00', amount_locked: false },
  working: sampleSteps.working,
  review: { screen: 'review', lender: aLender },
  offers: {
    screen: 'offers',
    requested_amount: '8400.00',
    offers: [
      anOffer({ apr: '7.99', interest_rate: '7.99', product_name: 'Reduced rate' }),
      anOffer({ offer_uuid: aUuid(2) }),
    ],
    expires_at: '2026-03-31T15:00:00Z',
    more_at_lender: null,
    selected_offer_uuid: null,
  },
  no_offers: {
    screen: 'no_offers',
    lender: aLender,
    notice: 'queued',
    decided_at: '2026-03-01T15:00:00Z',
  },
  redirect: {
    screen: 'redirect',
    offer: anOffer(),
    selected_amount: '8400.00',
    consumer_invitation_link: 'https://lender.example/terms/abc',
    link_expires_at: '2026-03-04T15:00:00Z',
  },
  accepted: {
    screen: 'accepted',
    loan_number: '7342055188',
    credit_limit: '8400.00',
    available_spend: '8400.00',
    purchase_window_end_date: '2026-07-29',
    portal_account_status: 'Active',
    charge_amount: '8400.00',
    blocked: null,
  },
  charge_pending: {
    screen: 'charge_pending',
    charge_id: aUuid(8),
    payment_request_uuid: aUuid(9),
    loan_number: '7342055188',
    lender: aLender,
    amount: '8400.00',
    expires_at: '2026-03-03T15:00:00Z',
    notifications: { sms: 'sent', email: 'sent' },
    warning: null,
  },
  charge_outcome: {
    screen: 'charge_outcome',
    charge_id: aUuid(8),
    payment_request_uuid: aUuid(9),
    amount: '8400.00',
    outcome: 'approved',
    merchant_told: true,
    may_charge_again: false,
  },
  cancelled: { screen: 'cancelled', reason: 'terms_declined' },
  ask_lender: {
    screen: 'ask_lender',
    lender: aLender,
    reason: 'unreadable',
    loan_number: '7342055188',
  },
  expired: { screen: 'expired', reason: 'offers' },
};

/** A step of the given screen as the BFF would send it, with some of it changed. */
export function aStep<Name extends Screen>(
  screen: Name,
  change: Partial<StepOf<Name>> = {},
): StepOf<Name> {
  return { ...steps[screen], ...change };
}

/** The same where a lender says no more than it must: what may be null or absent is. */
const bareSteps = {
  review: { screen: 'review', lender: null },
  offers: {
    screen: 'offers',
    requested_amount: '8400.00',
    offers: [aBareOffer({ apr: '7.99' }), aBareOffer({ offer_uuid: aUuid(2) })],
    more_at_lender: { lender: null },
    expires_at: null,
    selected_offer_uuid: null,
  },
  no_offers: { screen: 'no_offers', lender: null, notice: 'unknown', decided_at: null },
  redirect: {
    screen: 'redirect',
    offer: aBareOffer(),
    selected_amount: '8400.00',
    consumer_invitation_link: 'https://lender.example/terms/abc',
    link_expires_at: null,
  },
  accepted: {
    screen: 'accepted',
    loan_number: null,
    credit_limit: null,
    available_spend: null,
    purchase_window_end_date: null,
    portal_account_status: null,
    charge_amount: null,
    blocked: null,
  },
  charge_pending: {
    ...steps.charge_pending,
    payment_request_uuid: null,
    loan_number: null,
    lender: null,
  },
  charge_outcome: { ...steps.charge_outcome, payment_request_uuid: null, outcome: 'unresolved' },
  ask_lender: { screen: 'ask_lender', lender: null, reason: 'silent', loan_number: null },
} as const satisfies Partial<Record<Screen, CheckoutStep>>;

/** A step of the given screen as it is at a lender that says no more than it must. */
export function aBareStep<Name extends keyof typeof bareSteps>(
  screen: Name,
  change: Partial<StepOf<Name>> = {},
): StepOf<Name> {
  return { ...steps[screen], ...bareSteps[screen], ...change };
}

export const everyStep: readonly CheckoutStep[] = [
  ...Object.values(steps),
  ...Object.values(bareSteps),
];

export function disclosures(locale: Locale = 'en'): Disclosure[] {
  return disclosureIds.map((id) => ({
    id,
    version: '2026-01',
    sha256: `${id.length.toString(16)}${locale === 'en' ? 'a' : 'b'}`.padEnd(64, '0'),
    locale,
    text: `${id} in ${locale}, first paragraph.\n\nSecond paragraph.`,
  }));
}
