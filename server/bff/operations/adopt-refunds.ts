import type { BffContext } from '../context.ts';
import type { Charge } from '../domain/charge.ts';
import type { Checkout } from '../domain/checkout.ts';
import { isOfLoan, loanNamesOf } from '../domain/find-charge.ts';
import { couldBeRefund, isOfRefund } from '../domain/find-refund.ts';
import type { Loan } from '../domain/loan.ts';
import { refundStateOf } from '../domain/refund.ts';
import { adoptRefund, unrefundedCents } from '../domain/refunding.ts';
import type { ChargeRecord } from '../lender/lender.ts';
import { loadCharges } from '../store/charges.ts';
import { checkoutsOfApplications } from '../store/checkouts.ts';
import { loadRefunds } from '../store/refunds.ts';
import { changeStored } from './write-checkout.ts';

/** Sponsor Lending API, transaction_description: Consumer Refund Credit. */
const REFUND = 115;

interface Adoption {
  checkout: Checkout & { loan: Loan };
  charge: Charge;
  records: readonly ChargeRecord[];
  now: number;
}

/**
 * Takes over the refunds of a settled charge that were made at its lender alone: from then on they count
 * as those that the merchant's server asked for. A row that could be of another charge, or of a refund
 * that is known, is left alone.
 */
export async function adoptRefunds(
  context: BffContext,
  { checkout, charge, records, now }: Adoption,
): Promise<void> {
  const loan = loanNamesOf(checkout.loan, charge, records);
  const rows = records.filter(
    (row) =>
      row.kind === REFUND &&
      row.lenderStatus !== null &&
      refundStateOf(row.lenderStatus) === 'settled' &&
      (isOfLoan(row, loan) === true || row.paymentRequestUuid === charge.paymentRequestUuid),
  );
  if (charge.state !== 'settled' || rows.length === 0) return;
  const { query } = context.database;
  // Checkouts of the same person may share the loan.
  const ids = await checkoutsOfApplications(query, [loan.externalApplicationId]);
  const charges = (await Promise.all(ids.map((id) => loadCharges(query, id)))).flat();
  const chargeUuids = new Set(charges.map(({ paymentRequestUuid }) => paymentRequestUuid));
  for (const row of rows) {
    const refunds = (await Promise.all(ids.map((id) => loadRefunds(query, id)))).flat();
    const refundUuid = chargeUuids.has(row.paymentRequestUuid) ? null : row.paymentRequestUuid;
    const isKnown = refunds.some(
      (refund) =>
        isOfRefund(refund, row) ||
        (couldBeRefund(refund, row, loan) && (refund.refundUuid === null || refundUuid === null)),
    );
    if (isKnown || row.cents === null || row.cents === 0) continue;
    const { cents } = row;
    const possible = charges.filter(
      (each) =>
        each.state === 'settled' &&
        (refundUuid !== null || each.paymentRequestUuid === row.paymentRequestUuid) &&
        unrefundedCents({ refunds }, each) >= cents,
    );
    if (possible.length !== 1) logNotAssigned(context, checkout);
    if (possible.length !== 1 || possible[0]?.id !== charge.id) continue;
    const found = { ...namesOf(context, row, now), refundUuid, cents };
    await changeStored(context, checkout.id, (current) =>
      adoptRefund(current, charge, { found, now }),
    );
  }
}

function namesOf(
  { ids }: BffContext,
  { paymentIdentifier, requestedAt }: ChargeRecord,
  now: number,
) {
  const id = ids.orderedUuid(now);
  return { id, paymentIdentifier: paymentIdentifier ?? id, requestedAt: requestedAt ?? now };
}

function logNotAssigned({ log }: BffContext, { id, publishableKey }: Checkout): void {
  log.warn({ event: 'refund_not_explained', checkout_id: id, merchant_id: publishableKey });
}
