import type { BffContext } from '../context.ts';
import { allCharges, type Checkout } from '../domain/checkout.ts';
import type { Loan } from '../domain/loan.ts';
import { unexplainedCharge } from '../domain/unexplained-charge.ts';
import type { ChargeRecord } from '../lender/lender.ts';
import { loadCharges } from '../store/charges.ts';
import { checkoutsOfApplications } from '../store/checkouts.ts';

interface LoanAndRecords {
  loan: Loan;
  records: readonly ChargeRecord[];
}

/**
 * The loan as the lender has it, marked when it has a live initial charge there that no charge of
 * this BFF explains; a new one is logged as an error.
 */
export async function explainedLoan(
  context: BffContext,
  checkout: Checkout,
  { loan, records }: LoanAndRecords,
): Promise<Loan> {
  if (loan.account === null) return loan;
  const found = await findUnexplained(context, checkout, { loan, records });
  const { unexplainedCharge: _before, ...account } = loan.account;
  if (found === undefined) return { ...loan, account };
  if (found !== checkout.loan?.account?.unexplainedCharge) {
    const what = {
      checkout_id: checkout.id,
      merchant_id: checkout.publishableKey,
      payment_request_uuid: found,
    };
    context.log.error({ event: 'charge_not_explained', ...what });
  }
  return { ...loan, account: { ...account, unexplainedCharge: found } };
}

/** The payment request of such a charge. */
export async function findUnexplained(
  { database }: Pick<BffContext, 'database'>,
  checkout: Checkout,
  { loan, records }: LoanAndRecords,
): Promise<string | undefined> {
  if (unexplainedCharge(records, loan, allCharges(checkout)) === undefined) return undefined;
  // Checkouts of the same person may share the loan. They are read after the lender was: whatever
  // one of them has charged since is among its charges.
  const ids = await checkoutsOfApplications(database.query, [loan.externalApplicationId]);
  const charges = await Promise.all(ids.map((id) => loadCharges(database.query, id)));
  return unexplainedCharge(records, loan, charges.flat());
}
