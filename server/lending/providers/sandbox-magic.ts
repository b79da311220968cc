import type { AddressVerification } from './address-verification.ts';
import { magic } from './magic-values.ts';
import type { Messenger, SmsReach } from './messenger.ts';
import type { PaymentProcessor } from './payment-processor.ts';
import type { MerchantUnderwriting, UnderwritingResult } from './underwriting.ts';

const SMS_REACH: ReadonlyMap<string, SmsReach> = new Map([
  [magic.phone.optedOut, 'opted_out'],
  [magic.phone.invalid, 'invalid'],
  [magic.phone.undeliverable, 'undeliverable'],
]);

const UNDERWRITING: readonly (readonly [string, UnderwritingResult])[] = [
  [magic.businessName.declined, 'declined'],
  [magic.businessName.review, 'review'],
  [magic.businessName.suspended, 'approved_then_suspended'],
];

const MAGIC_IDENTIFIER = /^sbx:([a-z_]+)(?:#|$)/;

/**
 * The magic value of a payment identifier; whatever follows a `#` is the caller's own.
 *
 * @example magicOf('sbx:slow#order-17') => 'slow'
 */
function magicOf(paymentIdentifier: string | null): string | null {
  return MAGIC_IDENTIFIER.exec(paymentIdentifier ?? '')?.[1] ?? null;
}

/** What the consumer does at once by the payment identifier; null for nothing. */
export function consumerAnswerTo(paymentIdentifier: string | null): 'approve' | 'reject' | null {
  const name = magicOf(paymentIdentifier);
  if (name === 'consumer_approve') return 'approve';
  return name === 'consumer_reject' ? 'reject' : null;
}

/** Credit line increases of these external_application_ids are answered 503. */
export function areIncreasesUnavailable(externalApplicationId: string): boolean {
  return externalApplicationId.endsWith(magic.unavailableIncrease);
}

export const sandboxAddresses: AddressVerification = {
  isDeliverable: async ({ address_1 }) =>
    address_1.toLowerCase() !== magic.undeliverableAddress.toLowerCase(),
};

export const sandboxUnderwriting: MerchantUnderwriting = {
  assess: async ({ business_name }) =>
    UNDERWRITING.find(([word]) => business_name.includes(word))?.[1] ?? 'approved',
};

export const sandboxMessenger: Messenger = {
  smsReach: async (phone) => SMS_REACH.get(phone) ?? 'reachable',
  async send({ channel, to }) {
    if (channel === 'email') return to.toLowerCase() === magic.email.bouncing ? 'bounced' : 'sent';
    return SMS_REACH.has(to) ? 'failed' : 'sent';
  },
};

/** Of a refund only the failure and the delay can be asked for: it is neither held nor charged back. */
export const sandboxProcessor: PaymentProcessor = {
  async submit({ kind, payment_identifier }) {
    switch (magicOf(payment_identifier)) {
      case 'processor_fail':
        return { outcome: 'rejected', return_code: 'R10' };
      case 'exclude':
        return kind === 'charge' ? { outcome: 'excluded' } : { outcome: 'accepted' };
      case 'slow':
        return { outcome: 'undecided' };
      default:
        return { outcome: 'accepted' };
    }
  },
  async settle({ kind, payment_identifier }) {
    return kind === 'charge' && magicOf(payment_identifier) === 'reverse'
      ? { outcome: 'settled_then_returned', return_code: 'R10' }
      : { outcome: 'settled' };
  },
};
