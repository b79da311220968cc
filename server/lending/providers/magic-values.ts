/**
 * Values that decide what the sandbox does, beside the personas' numbers
 * (server/lending/DECISIONS.md, Sandbox).
 */
export const magic = {
  phone: { optedOut: '+15005550004', invalid: '+15005550001', undeliverable: '+15005550009' },
  email: { bouncing: 'bounce@example.test' },
  code: { right: '123456', failing: '000000' },
  routingNumber: '110000000',
  account: {
    published: '000123456789',
    payoutReturned: '000111111116',
    depositsReturned: '000000000013',
    depositsExpired: '000000000014',
  },
  businessName: { declined: 'DECLINE', review: 'REVIEW', suspended: 'SUSPEND' },
  undeliverableAddress: '1 Undeliverable Way',
  unavailableIncrease: '-503',
} as const;

export interface MagicValue {
  /** Each of them has the effect. */
  values: readonly string[];
  field: string;
  /** For people, who read it in the README. */
  effect: string;
}

const { phone, email, code, account, businessName } = magic;

/** By what follows `sbx:` in a payment_identifier. */
const ofPayments: Readonly<Record<string, string>> = {
  consumer_approve: 'the consumer approves the charge at once',
  consumer_reject: 'the consumer rejects the charge at once',
  processor_fail: 'the processor rejects the charge or refund (R10): Failed',
  exclude: 'the charge is held: Excluded',
  reverse: 'the charge is settled, then charged back (R10): Reversed',
  slow: 'the charge or refund stays Submitted',
};

/** The list of them. */
export const magicValues: readonly MagicValue[] = [
  {
    values: [phone.optedOut],
    field: 'phone',
    effect:
      'opted out of SMS: a charge request goes by e-mail, 201 with a warning; 424 without one',
  },
  {
    values: [phone.invalid, phone.undeliverable],
    field: 'phone',
    effect: 'no SMS arrives',
  },
  {
    values: [email.bouncing],
    field: 'email',
    effect: 'e-mails bounce: notices and documents go by post, an invitation is DeliveryFailed',
  },
  { values: [code.right], field: 'one-time code', effect: 'passes' },
  {
    values: [code.failing],
    field: 'one-time code',
    effect: 'fails; on the terms page it declines',
  },
  {
    values: [account.published],
    field: `ach_account_number, at ${magic.routingNumber}`,
    effect: 'verified by 0.32 and 0.45; the amounts of any other are read by a control',
  },
  {
    values: [account.payoutReturned],
    field: 'ach_account_number',
    effect: 'Errored by its first payout (R02)',
  },
  {
    values: [account.depositsReturned],
    field: 'ach_account_number',
    effect: 'the micro-deposits are returned (R03): VerificationFailed',
  },
  {
    values: [account.depositsExpired],
    field: 'ach_account_number',
    effect: 'the micro-deposits have expired at once: VerificationFailed',
  },
  {
    values: [businessName.declined],
    field: 'business_name, anywhere in it',
    effect: 'the onboarding ends as Declined',
  },
  {
    values: [businessName.review],
    field: 'business_name, anywhere in it',
    effect: 'the onboarding ends as PendingReview, until underwrite',
  },
  {
    values: [businessName.suspended],
    field: 'business_name, anywhere in it',
    effect: 'the onboarding ends as Suspended, until release',
  },
  {
    values: [magic.undeliverableAddress],
    field: 'business_address_1',
    effect: 'mail does not reach it: 400',
  },
  ...Object.entries(ofPayments).map(([name, effect]) => ({
    values: [`sbx:${name}`],
    field: 'payment_identifier; order_id of a checkout',
    effect,
  })),
  {
    values: [magic.unavailableIncrease],
    field: 'external_application_id, at its end',
    effect: 'a credit line increase is answered 503',
  },
  {
    values: ['VI', 'GU', 'AS', 'MP', 'PR'],
    field: 'state of an applicant',
    effect: 'no offers: no credit is offered there',
  },
  {
    values: ['/sandbox/receiver/{name}/fail-{N}'],
    field: 'a callback URL, on the lending service',
    effect: '500 the first N times for that name, then 200; without fail-{N} always 200',
  },
];

const magicIdentifier = /^sbx:([a-z_]+)(?:#|$)/;

/**
 * The magic value of a payment identifier; whatever follows a `#` is the caller's own.
 *
 * @example magicOf('sbx:slow#order-17') => 'slow'
 */
export function magicOf(paymentIdentifier: string | null): string | null {
  return magicIdentifier.exec(paymentIdentifier ?? '')?.[1] ?? null;
}
