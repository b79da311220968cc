import type { Offer } from '../../../widget/contract/offer.ts';
import { type CheckoutStep, chargeOutcomes } from '../../../widget/contract/step.ts';
import { sampleOffer } from '../../helpers/sample-offer.ts';
import { aBareStep, aLender } from '../../widget/helpers/contract-values.ts';
import type { Opening } from './opening.ts';
import type { Stage } from './stage.ts';
import { type TypedApplicant, typedApplicant } from './typed-applicant.ts';

/** A screen as somebody may find it. */
export interface Scene {
  name: string;
  opening: Opening;
  /** What that person does there first. */
  arrange?: (stage: Stage) => Promise<void>;
}

const offers: Offer[] = [
  { ...sampleOffer, interest_rate: '12.5', product_name: 'Reduced rate 60 months' },
  {
    ...sampleOffer,
    offer_uuid: '8d1f4f4a-58c4-4a1c-9a0e-2f6d3c1b0a04',
    product_name: 'Deferred interest 12 months',
    approved_amount: '5000.00',
    is_counter_offer: true,
    origination_fee_amount: '125.00',
    promo_months: 12,
    promo_payoff_amount: '5000.00',
    promo_disclosure:
      'Interest will be charged to your account from the purchase date if the purchase balance is not paid in full within 12 months.',
    hard_inquiry_on_accept: true,
    mla_covered: true,
  },
];

const at = {
  details: { screen: 'details', amount: '8400.00', amount_locked: false },
  working: { screen: 'working', since: '2026-03-01T15:00:00Z' },
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
    blocked: null,
  },
  pending: {
    screen: 'charge_pending',
    charge_id: '00000000-0000-4000-8000-000000000008',
    payment_request_uuid: '00000000-0000-4000-8000-000000000009',
    loan_number: '7342055188',
    amount: '8400.00',
    expires_at: '2026-03-03T15:00:00Z',
    notifications: { sms: 'sent', email: 'sent' },
    warning: null,
  },
} as const satisfies Record<string, CheckoutStep>;

/** Types into the fields by their names, whatever language their labels are in. */
async function fill(stage: Stage, values: Readonly<Record<string, string>>): Promise<void> {
  for (const [id, value] of Object.entries(values)) await stage.locator(`#${id}`).fill(value);
}

async function goOn(stage: Stage, part: number): Promise<void> {
  await stage.locator('button[type=submit]').click();
  await stage.locator(part === 2 ? '#address_1' : '#ssn').waitFor();
}

async function toHome(stage: Stage, applicant: TypedApplicant): Promise<void> {
  const { first_name, last_name, date_of_birth, phone, email } = applicant;
  await fill(stage, { first_name, last_name, date_of_birth, phone, email });
  await goOn(stage, 2);
}

async function toConsents(stage: Stage): Promise<void> {
  const applicant = typedApplicant('0001', { state: 'OH' });
  const { address_1, city, zip_code, monthly_housing_payment, annual_income } = applicant;
  await toHome(stage, applicant);
  await fill(stage, { address_1, city, zip_code, monthly_housing_payment, annual_income });
  await stage.locator('#state').selectOption(applicant.state);
  await stage.locator('#housing_status').check();
  await stage.locator('#employment_status').selectOption('employed');
  await goOn(stage, 3);
}

async function sendTooEarly(stage: Stage): Promise<void> {
  await stage.locator('button[type=submit]').click();
  await stage.locator('.summary').waitFor();
}

async function openTexts(stage: Stage): Promise<void> {
  await stage.locator('.notices summary').nth(1).waitFor();
  for (const each of await stage.locator('.notices summary').all()) await each.click();
}

const form: Scene[] = [
  { name: 'details', opening: { step: at.details }, arrange: openTexts },
  { name: 'details, nothing typed', opening: { step: at.details }, arrange: sendTooEarly },
  {
    name: 'details, home',
    opening: { step: at.details },
    arrange: async (stage) => {
      await toHome(stage, typedApplicant('0001'));
      await stage.locator('#state').selectOption('WI');
      await sendTooEarly(stage);
    },
  },
  {
    name: 'details, consent',
    opening: { step: at.details },
    arrange: async (stage) => {
      await toConsents(stage);
      await fill(stage, { ssn: '900-10-0001' });
      for (const each of await stage.locator('.consents summary').all()) await each.click();
    },
  },
  {
    name: 'details, nothing agreed to',
    opening: { step: at.details },
    arrange: async (stage) => {
      await toConsents(stage);
      await fill(stage, { ssn: '900-10' });
      const agree = stage.locator('.authorization .primary');
      // The first press may only lead to the end of the text.
      await agree.click();
      await agree.click();
      await stage.locator('.summary').waitFor();
    },
  },
  {
    name: 'details, nothing was decided',
    opening: {
      step: {
        ...at.details,
        amount: null,
        problem: { code: 'lender_unavailable', correlation_id: 'c0ffee42' },
      },
    },
  },
];

const steps: [name: string, step: CheckoutStep][] = [
  ['working', at.working],
  ['review', { screen: 'review', lender: aLender }],
  ['offers', at.offers],
  ['offers, more at the lender', { ...at.offers, more_at_lender: { lender: aLender } }],
  [
    'no offers',
    { screen: 'no_offers', lender: aLender, notice: 'queued', decided_at: at.working.since },
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
  ['accepted', at.accepted],
  ...(['order_required', 'portal_required', 'bank_required', 'suspended'] as const).map(
    (blocked): [string, CheckoutStep] => [
      `accepted, ${blocked}`,
      { ...at.accepted, blocked, portal_account_status: 'NotInvited', charge_amount: null },
    ],
  ),
  [
    'accepted, portal locked',
    { ...at.accepted, blocked: 'portal_required', portal_account_status: 'Locked' },
  ],
  ['charge pending', at.pending],
  [
    'charge pending, by e-mail',
    {
      ...at.pending,
      notifications: { sms: 'skipped_opted_out', email: 'sent' },
      warning: 'SMS could not be sent; the request went by e-mail.',
    },
  ],
  ...chargeOutcomes.map((outcome): [string, CheckoutStep] => [
    `charge outcome, ${outcome}`,
    {
      screen: 'charge_outcome',
      charge_id: at.pending.charge_id,
      payment_request_uuid: at.pending.payment_request_uuid,
      amount: '8400.00',
      outcome,
      may_charge_again: ['rejected', 'expired', 'canceled', 'failed'].includes(outcome),
    },
  ]),
  [
    'ask lender',
    {
      screen: 'ask_lender',
      lender: aLender,
      reason: 'unreadable',
      loan_number: at.accepted.loan_number,
    },
  ],
  ...(['terms_declined', 'account_cancelled'] as const).map((reason): [string, CheckoutStep] => [
    `cancelled, ${reason}`,
    { screen: 'cancelled', reason },
  ]),
  ...(['offers', 'review', 'application'] as const).map((reason): [string, CheckoutStep] => [
    `expired, ${reason}`,
    { screen: 'expired', reason },
  ]),
];

/** Where the lender says no more than it must. */
const bare = (
  ['review', 'offers', 'no_offers', 'redirect', 'accepted', 'charge_pending', 'ask_lender'] as const
).map((screen): [string, CheckoutStep] => [`${screen}, the least`, aBareStep(screen)]);

const problems: Scene[] = [
  { name: 'problem', opening: { status: 500, code: 'internal', retryable: true } },
  { name: 'problem, session ended', opening: { status: 404, code: 'not_found', retryable: false } },
];

/** What the element itself says where no flow could be loaded. */
const failures = (['unreachable', 'misconfigured'] as const).map(
  (failure): Scene => ({
    name: `no application, ${failure}`,
    opening: { step: at.working },
    arrange: (stage) => stage.fail(failure),
  }),
);

/** Every screen there is, in every shape that differs from another. */
export const scenes: readonly Scene[] = [
  ...form,
  ...[...steps, ...bare].map(([name, step]): Scene => ({ name, opening: { step } })),
  ...problems,
  ...failures,
];

export async function play(stage: Stage, { opening, arrange }: Scene): Promise<void> {
  await stage.show(opening);
  await arrange?.(stage);
  await stage.settle();
}

export function sceneNamed(name: string): Scene {
  const scene = scenes.find((one) => one.name === name);
  if (scene === undefined) throw new Error(`there is no scene ${name}`);
  return scene;
}
