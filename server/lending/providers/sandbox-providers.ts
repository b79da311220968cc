import { createHmac } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { dayMs } from '../../platform/durations.ts';
import { magic, magicOf } from './magic-values.ts';
import { personaOf, sandboxApplicants } from './personas.ts';
import {
  type AddressVerification,
  type BankAccountNumber,
  type BankRails,
  type Bureau,
  BureauUnavailableError,
  type MerchantUnderwriting,
  type Messenger,
  type MicroDeposits,
  type PaymentProcessor,
  type Providers,
  type SmsReach,
  sandboxOneTimeCodes,
  sandboxPostalMail,
  type UnderwritingResult,
} from './providers.ts';

/** Stand-ins for everything outside, by the personas and magic values of the sandbox. */
export function createSandboxProviders(): Providers {
  return sandboxProvidersThatWait((milliseconds) => delay(milliseconds));
}

/** The same with slow answers that wait as a test wants them to. */
export function sandboxProvidersThatWait(wait: (milliseconds: number) => Promise<void>): Providers {
  return {
    bureau: createSandboxBureau(wait),
    applicants: sandboxApplicants,
    addresses: sandboxAddresses,
    underwriting: sandboxUnderwriting,
    processor: sandboxProcessor,
    bankRails: sandboxBankRails,
    messenger: sandboxMessenger,
    postalMail: sandboxPostalMail,
    codes: sandboxOneTimeCodes,
  };
}

const reachBySms: ReadonlyMap<string, SmsReach> = new Map([
  [magic.phone.optedOut, 'opted_out'],
  [magic.phone.invalid, 'invalid'],
  [magic.phone.undeliverable, 'undeliverable'],
]);

const underwritingResults: readonly (readonly [string, UnderwritingResult])[] = [
  [magic.businessName.declined, 'declined'],
  [magic.businessName.review, 'review'],
  [magic.businessName.suspended, 'approved_then_suspended'],
];

const sandboxAddresses: AddressVerification = {
  isDeliverable: async ({ address_1 }) =>
    address_1.toLowerCase() !== magic.undeliverableAddress.toLowerCase(),
};

const sandboxUnderwriting: MerchantUnderwriting = {
  assess: async ({ business_name }) =>
    underwritingResults.find(([word]) => business_name.includes(word))?.[1] ?? 'approved',
};

export const sandboxMessenger: Messenger = {
  smsReach: async (phone) => reachBySms.get(phone) ?? 'reachable',
  async send({ channel, to }) {
    if (channel === 'email') return to.toLowerCase() === magic.email.bouncing ? 'bounced' : 'sent';
    return reachBySms.has(to) ? 'failed' : 'sent';
  },
};

/** Of a refund only the failure and the delay can be asked for: it is neither held nor charged back. */
const sandboxProcessor: PaymentProcessor = {
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

const depositsValidMs = 14 * dayMs;

/** Bank rails by magic account number; other accounts get amounts of their own, always the same. */
export const sandboxBankRails: BankRails = {
  sendMicroDeposits: async (account): Promise<MicroDeposits> => ({
    amounts_cents: depositsFor(account),
    valid_ms: account.ach_account_number === magic.account.depositsExpired ? 0 : depositsValidMs,
    return_code: account.ach_account_number === magic.account.depositsReturned ? 'R03' : null,
  }),
  payOut: async ({ ach_account_number }) =>
    ach_account_number === magic.account.payoutReturned
      ? { outcome: 'returned', return_code: 'R02' }
      : { outcome: 'paid' },
};

function depositsFor(account: BankAccountNumber): [number, number] {
  const { ach_routing_number, ach_account_number } = account;
  if (
    ach_routing_number === magic.routingNumber &&
    ach_account_number === magic.account.published
  ) {
    return [32, 45];
  }
  const digest = createHmac('sha256', 'sandbox micro-deposits')
    .update(`${ach_routing_number}:${ach_account_number}`)
    .digest();
  return [1 + (digest.readUInt32BE(0) % 99), 1 + (digest.readUInt32BE(4) % 99)];
}

/** How long the slow persona's report takes. */
const slowMs = 25_000;

/** The bureau by persona: an inquiry's answer depends on its number alone, so a repeat is the same. */
function createSandboxBureau(wait: (milliseconds: number) => Promise<void>): Bureau {
  return {
    async softInquiry({ ssn, attempt }) {
      const { bureau, report } = personaOf(ssn);
      const isFirst = bureau === 'unavailable_at_first' && attempt === 1;
      if (bureau === 'unavailable' || isFirst) {
        throw new BureauUnavailableError('The sandbox bureau is down for this persona.');
      }
      if (bureau === 'fails') throw new Error('The sandbox bureau fails for this persona.');
      if (bureau === 'answers_slowly') await wait(slowMs);
      return report;
    },
  };
}
