import type { BffContext } from '../context.ts';
import { type Charge, isLive, REFUND } from '../domain/charge.ts';
import type { Checkout } from '../domain/checkout.ts';
import { isOfLoan, loanNamesOf } from '../domain/find-charge.ts';
import { couldBeRefund, isOfRefund } from '../domain/find-refund.ts';
import type { Loan } from '../domain/loan.ts';
import { isRefundWatched, type Refund, refundStateOf } from '../domain/refund.ts';
import { adoptRefund, settleRefund, unrefundedCents } from '../domain/refunding.ts';
import type { ChargeRecord } from '../lender/lender.ts';
import { loadCharges } from '../store/charges.ts';
import { checkoutsOfApplications } from '../store/checkouts.ts';
import { loadRefunds } from '../store/refunds.ts';
import { changeStored } from './write-checkout.ts';

interface Adoption {
  checkout: Checkout & { loan: Loan };
  charge: Charge;
  records: readonly ChargeRecord[];
  now: number;
}

/**
 * Takes over the refunds of a settled charge that were made at its lender alone: from then on they count
 * as those that the merchant's server asked for, and so does one of its own that was called off. A row
 * that could be of another charge, or of another refund that is known, is left alone.
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
      (isOfLoan(row, loan) === true || isNamed(charge, row.paymentRequestUuid)),
  );
  if (charge.state !== 'settled' || rows.length === 0) return;
  const { query } = context.database;
  // Checkouts of the same person may share the loan.
  const ids = await checkoutsOfApplications(query, [loan.externalApplicationId]);
  const charges = (await Promise.all(ids.map((id) => loadCharges(query, id)))).flat();
  for (const row of rows) {
    const { cents, paymentRequestUuid: uuid } = row;
    const refunds = (await Promise.all(ids.map((id) => loadRefunds(query, id)))).flat();
    const named = charges.find((each) => isNamed(each, uuid));
    const refundUuid = named === undefined ? uuid : null;
    const isKnown = (refund: Refund) =>
      isOfRefund(refund, row) ||
      // What its own read may still take for it.
      (isRefundWatched(refund, now) && refund.amountCents === cents) ||
      (couldBeRefund(refund, row, loan) && (refund.refundUuid === null || refundUuid === null));
    const leftOf = (each: Charge) => unrefundedCents({ refunds }, each);
    const known = refunds.filter(isKnown);
    const isCounted = known.some((refund) => !isCalledOff(refund, now));
    if (isCounted || cents === null || cents === 0) continue;
    // By which the lender has said that all of it went back.
    if (charges.some((each) => each.state === 'refunded' && leftOf(each) === cents)) continue;
    const possible = charges.filter(
      (each) =>
        (known.length === 0 || known.some(({ chargeId }) => chargeId === each.id)) &&
        (named === undefined || named === each) &&
        // It may have taken money, whatever the lender has said of it so far.
        isLive(each) &&
        leftOf(each) >= cents,
    );
    if (possible.length !== 1) logNotAssigned(context, checkout);
    if (possible.length !== 1 || possible[0]?.id !== charge.id) continue;
    const isOfCharge = charges.some((each) => each.paymentIdentifier === row.paymentIdentifier);
    const id = context.ids.orderedUuid(now);
    const found = {
      id,
      paymentIdentifier: isOfCharge ? id : (row.paymentIdentifier ?? id),
      refundUuid,
      cents,
      requestedAt: row.requestedAt ?? now,
    };
    await changeStored(context, checkout.id, (current) => {
      const [lost, ...others] = current.refunds.filter(isKnown);
      if (lost === undefined) return adoptRefund(current, charge.id, { found, now });
      if (others.length > 0 || !isCalledOff(lost, now)) return current;
      return settleRefund(current, lost.id, { update: { state: 'settled', refundUuid }, now });
    });
  }
}

/** Our own that the lender has made all the same, after it was looked for. */
function isCalledOff(refund: Refund, now: number): boolean {
  return refund.state === 'void' && !isRefundWatched(refund, now);
}

/** Some lenders write a charge's id into the rows of its refunds. */
function isNamed({ paymentRequestUuid }: Charge, uuid: string | null): boolean {
  return uuid !== null && paymentRequestUuid === uuid;
}

function logNotAssigned({ log }: BffContext, { id, publishableKey }: Checkout): void {
  log.warn({ event: 'refund_not_explained', checkout_id: id, merchant_id: publishableKey });
}
