import type { LoanApplicationDetail } from '../../lending-api/loan-applications.ts';
import type { BffContext } from '../context.ts';
import { allCharges, type Checkout } from '../domain/checkout.ts';
import { type Loan, loanOfDetail } from '../domain/loan.ts';
import { unexplainedCharge } from '../domain/unexplained-charge.ts';
import { loadCharges } from '../store/charges.ts';
import { checkoutsOfApplication } from '../store/checkouts.ts';

/**
 * The loan as the lender has it, marked when it has a live initial charge there that no charge of
 * this BFF explains; a new one is logged as an error.
 * @throws UnusableAnswerError
 */
export async function explainedLoan(
  context: BffContext,
  checkout: Checkout,
  detail: LoanApplicationDetail,
): Promise<Loan> {
  const loan = loanOfDetail(detail);
  const found = await findUnexplained(context, checkout, detail);
  if (loan.account === null || found === undefined) return loan;
  if (found !== checkout.loan?.account?.unexplainedCharge) {
    const what = { checkout_id: checkout.id, payment_request_uuid: found };
    context.log.error({ event: 'charge_not_explained', ...what });
  }
  return { ...loan, account: { ...loan.account, unexplainedCharge: found } };
}

async function findUnexplained(
  { database }: BffContext,
  checkout: Checkout,
  detail: LoanApplicationDetail,
): Promise<string | undefined> {
  if (unexplainedCharge(detail, allCharges(checkout)) === undefined) return undefined;
  // Checkouts of the same person may share the loan. They are read after the lender was: whatever
  // one of them has charged since is among its charges.
  const ids = await checkoutsOfApplication(database.query, detail.external_application_id);
  const charges = await Promise.all(ids.map((id) => loadCharges(database.query, id)));
  return unexplainedCharge(detail, charges.flat());
}
