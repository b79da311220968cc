import { errorCodes } from '../../../widget/contract/error-code.ts';
import {
  askLenderStepSchema,
  blockedReasons,
  cancelledStepSchema,
  chargeOutcomes,
  expiredStepSchema,
  noOffersStepSchema,
  portalAccountStatuses,
} from '../../../widget/contract/step.ts';
import type { LenderChargeStatus, EligibilityCode, LoanStatus } from '../lender/lender.ts';

const loanStatuses: Readonly<Record<LoanStatus, true>> = {
  Invited: true,
  Started: true,
  'Pending: Verification': true,
  'Approved: Offers Available': true,
  'Approved: Offer Selected': true,
  'Approved: Accepted': true,
  Suspended: true,
  Declined: true,
  Cancelled: true,
  Expired: true,
};

const chargeReadings: Readonly<Record<LenderChargeStatus, true>> = {
  pending: true,
  approved: true,
  settled: true,
  held: true,
  rejected: true,
  expired: true,
  canceled: true,
  failed: true,
  reversed: true,
};

const eligibilityCodes: Readonly<Record<EligibilityCode, true>> = { 0: true, 1: true, 2: true };

const closedWords: ReadonlySet<unknown> = new Set([
  ...Object.keys(loanStatuses),
  ...Object.keys(chargeReadings),
  ...Object.keys(eligibilityCodes).map(Number),
  'offers',
  'no_offers',
  ...portalAccountStatuses,
  ...blockedReasons,
  ...chargeOutcomes,
  ...errorCodes,
  ...noOffersStepSchema.shape.notice.options,
  ...askLenderStepSchema.shape.reason.options,
  ...cancelledStepSchema.shape.reason.options,
  ...expiredStepSchema.shape.reason.options,
]);

/**
 * A field with its value where that is of a closed list, or its count; else the name alone, since the
 * value may be the lender's own.
 */
export function nameWithWord(name: string, value: unknown): string {
  if (Array.isArray(value)) return `${name} ${value.length}`;
  if (typeof value === 'boolean') return `${name} ${value ? 'yes' : 'no'}`;
  return closedWords.has(value) ? `${name} ${value}` : name;
}

/** A value of a closed list; else that it is another. */
export function wordOf(value: unknown): string {
  return closedWords.has(value) ? String(value) : 'another word';
}
