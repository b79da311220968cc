import type { LenderChargeStatus, ChargeRecord } from '../lender/lender.ts';
import { type Charge, INITIAL_CHARGE } from './charge.ts';
import { isOf, isOfLoan, type LoanNames } from './charge-update.ts';

/**
 * The payment request of an initial charge of the loan that is live at the lender and that is none of
 * these: after a database was restored to a time before its charge, for instance.
 */
export function unexplainedCharge(
  records: readonly ChargeRecord[],
  loan: LoanNames,
  charges: readonly Charge[],
): string | undefined {
  const found = records.find(
    (record) =>
      record.kind === INITIAL_CHARGE &&
      isOfLoan(record, loan) === true &&
      isLiveThere(record) &&
      !charges.some((charge) => isOf(charge, record)),
  );
  return found && (found.paymentRequestUuid ?? 'without an id');
}

const liveReadings: ReadonlySet<LenderChargeStatus | null> = new Set([
  'pending',
  'approved',
  'settled',
  'held',
]);

function isLiveThere({ list, reading }: ChargeRecord): boolean {
  return liveReadings.has(reading) || (list === 'pending' && reading === null);
}
