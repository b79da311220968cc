import type { HolderType, SecCode } from '../../lending-api/payment-detail.ts';
import type { BankAccountStatus } from './states/bank-account.ts';

/** More than three wrong attempts fail the verification: the fourth does. */
const wrongAttemptsAllowed = 4;

/**
 * A verification that failed can be started again so many times (server/lending/DECISIONS.md, Bank
 * accounts).
 */
export const INITIATIONS_ALLOWED = 3;

const codes: Readonly<Record<HolderType, readonly [SecCode, ...SecCode[]]>> = {
  business: ['CCD'],
  personal: ['PPD', 'WEB', 'TEL'],
};

/**
 * The standard entry class of a holder's account, or undefined when the one that was sent does not
 * belong to such a holder.
 * @example secCodeFor('business', undefined) => 'CCD'
 */
export function secCodeFor(holder: HolderType, sent: SecCode | undefined): SecCode | undefined {
  const [usual] = codes[holder];
  if (sent === undefined) return usual;
  return codes[holder].includes(sent) ? sent : undefined;
}

interface Verification {
  status: BankAccountStatus;
  micro_deposits_expire_at: number;
}

/** The status at a time (epoch ms): deposits that ran out fail, whether or not a timer has seen it. */
export function bankAccountStatusAt(
  { status, micro_deposits_expire_at }: Verification,
  now: number,
): BankAccountStatus {
  const hasExpired = status === 'Pending' && now >= micro_deposits_expire_at;
  return hasExpired ? 'VerificationFailed' : status;
}

export function attemptsRemaining(wrongAttempts: number): number {
  return Math.max(0, wrongAttemptsAllowed - wrongAttempts);
}

/**
 * What the same registration once more does to an account, by its status at the time of the call
 * (server/lending/DECISIONS.md, Bank accounts).
 */
export const repetitions: Readonly<Record<BankAccountStatus, 'kept' | 'refused' | 'replaced'>> = {
  New: 'kept',
  Pending: 'kept',
  Verified: 'kept',
  // To start it again here would go past INITIATIONS_ALLOWED.
  VerificationFailed: 'refused',
  Errored: 'replaced',
  Replaced: 'replaced',
};

/** One text for two amounts in any order, to be compared in constant time. */
export function amountsKey(cents: readonly number[]): string {
  return [...cents]
    .sort((a, b) => a - b)
    .map((amount) => String(amount).padStart(2, '0'))
    .join('+');
}

const prefixes: readonly (readonly [number, number])[] = [
  [0, 12],
  [21, 32],
  [61, 72],
  [80, 80],
];

const weights = [3, 7, 1, 3, 7, 1, 3, 7, 1];

/** True if nine digits are an ABA routing number: known prefix, checksum, not all zeros. */
export function isRoutingNumber(text: string): boolean {
  if (!/^\d{9}$/.test(text) || text === '000000000') return false;
  const prefix = Number(text.slice(0, 2));
  if (!prefixes.some(([low, high]) => prefix >= low && prefix <= high)) return false;
  const sum = weights.reduce((total, weight, place) => total + weight * Number(text[place]), 0);
  return sum % 10 === 0;
}
