import { type BffContext, merchantOf } from '../context.ts';
import type { Charge } from '../domain/charge.ts';
import { couldBe, isOf, type LendersBooks } from '../domain/charge-update.ts';
import { allCharges, type Checkout } from '../domain/checkout.ts';
import type { Loan } from '../domain/loan.ts';
import type { ChargeList, ChargeQuery, ChargeRecord } from '../lender/lender.ts';
import { LenderError } from '../lender/lender-error.ts';
import { chargesNamed } from '../store/charges.ts';

/** What the lender's lists have since the first of these charges was asked for. @throws LenderError */
export async function readLists(
  { lender, merchants, clock }: Pick<BffContext, 'lender' | 'merchants' | 'clock'>,
  { publishableKey }: Checkout,
  { loanNumber, from }: Pick<ChargeQuery, 'loanNumber' | 'from'>,
): Promise<ChargeList> {
  const adminUserId = merchantOf(merchants, publishableKey).admin_user_id;
  try {
    return await lender.charges({ adminUserId, loanNumber, from, to: clock.now() });
  } catch (error) {
    // A lender without such a list says so; one that cannot be asked now is asked again.
    const hasNone = error instanceof LenderError && error.failure === 'refused';
    if (!hasNone) throw error;
    return { records: [], isWhole: false };
  }
}

/**
 * The lender's records as charges of this checkout are looked for in them: which rows are those of
 * other charges is known by all of the merchant's.
 */
export async function booksOf(
  { database }: BffContext,
  checkout: Checkout,
  { loan, list, charges }: { loan: Loan; list: ChargeList; charges: readonly Charge[] },
): Promise<LendersBooks> {
  const rows = list.records.filter((record) =>
    charges.some((charge) => couldBe(charge, record, loan)),
  );
  const requests = rows.flatMap(({ paymentRequestUuid }) => paymentRequestUuid ?? []);
  const identifiers = rows.flatMap(({ paymentIdentifier }) => paymentIdentifier ?? []);
  const named =
    rows.length === 0
      ? []
      : await chargesNamed(database.query, checkout.publishableKey, { requests, identifiers });
  const known = [...named, ...allCharges(checkout)];
  const isExplained = (record: ChargeRecord) => known.some((charge) => isOf(charge, record));
  return { list, loan, isExplained };
}
