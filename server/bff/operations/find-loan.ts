import { type BffContext, merchantOf } from '../context.ts';
import type { Checkout } from '../domain/checkout.ts';
import { type Loan, loanOfReading } from '../domain/loan.ts';
import type { LoanReading } from '../lender/lender.ts';
import { isRefusal } from '../lender/lender-error.ts';

/** `absent`: the lender has none, and would know. `not_found`: it has none under this id of ours. */
export type FoundLoan = LoanReading | 'absent' | 'not_found';

/** The loan of the checkout as the lender has it. @throws LenderError when it cannot be read */
export async function findLoan(context: BffContext, checkout: Checkout): Promise<FoundLoan> {
  const { lender, merchants, lenderMemory } = context;
  const { request_user_id: requestUserId } = merchantOf(merchants, checkout.publishableKey);
  const loanId = checkout.loan?.loanId ?? checkout.id;
  try {
    const reading = await lender.loan({ requestUserId, loanId });
    if (loanId === checkout.id) await lenderMemory.noteFound();
    return reading;
  } catch (error) {
    if (!isRefusal(error, 404)) throw error;
    return (await lenderMemory.knowsOurIds()) ? 'absent' : 'not_found';
  }
}

/** The application as a reading of it leaves it; undefined when nothing says where it stands. */
export function loanOf(
  { merchants }: Pick<BffContext, 'merchants'>,
  checkout: Checkout,
  reading: LoanReading,
): Loan | undefined {
  const lender =
    checkout.softPull?.lender ?? merchants.get(checkout.publishableKey)?.lender ?? null;
  return loanOfReading(reading, { id: checkout.id, lender, known: checkout.loan });
}
