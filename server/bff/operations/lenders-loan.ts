import { formatCents } from '../../platform/money.ts';
import { type BffContext, requestUserOf } from '../context.ts';
import { type Checkout, chosenOf, requestedCents } from '../domain/checkout.ts';
import { type ApplicationNames, type Loan, loanOfReading } from '../domain/loan.ts';
import type { LoanReading } from '../lender/lender.ts';
import { isRefusal } from '../lender/lender-error.ts';
import { checkoutsOfApplications } from '../store/checkouts.ts';
import { claimOffers, shownBefore } from '../store/shown-offers.ts';

/**
 * `absent`: the lender has none, and would know. `not_found`: it has none under this id of ours, or a
 * proxy before it says so.
 */
export type FoundLoan = LoanReading | 'absent' | 'not_found';

/**
 * The loan of the checkout as the lender has it, by the name it is known by or by another.
 * @throws LenderError when it cannot be read
 */
export async function findLoan(
  context: BffContext,
  checkout: Checkout,
  { loanId }: Pick<ApplicationNames, 'loanId'> = checkout.loan ?? namesOf(checkout),
): Promise<FoundLoan> {
  const { lender, merchants, lenderMemory } = context;
  const requestUserId = requestUserOf(merchants, checkout);
  try {
    const reading = await lender.loan({ requestUserId, loanId });
    if (loanId === checkout.id) await lenderMemory.noteFound();
    return reading;
  } catch (error) {
    if (!isRefusal(error, 404)) throw error;
    return !error.isPage && (await lenderMemory.knowsOurIds()) ? 'absent' : 'not_found';
  }
}

/** The loan as it is known, by the names that the lender knows it by, and what it says of it now. */
interface ReadLoan {
  known: Loan;
  /** undefined where there is none, or a proxy may have said so. */
  reading: LoanReading | 'absent' | undefined;
}

/**
 * Reads a loan that was applied for. Of two checkouts in which the same person applied at once, the
 * lender may have heard the one first whose answer came last: its loan has the id of that checkout.
 */
export async function readLoanByItsNames(
  context: BffContext,
  checkout: Checkout,
  known: Loan,
): Promise<ReadLoan> {
  const found = await findLoan(context, checkout);
  if (typeof found === 'object') return { known, reading: found };
  const offerUuids = checkout.softPull?.offersShown ?? [];
  const unread = { known, reading: found === 'absent' ? found : undefined };
  if (known.account !== null || offerUuids.length === 0) return unread;
  const shown = { merchant: checkout.publishableKey, checkoutId: checkout.id, offerUuids };
  const { database } = context;
  const first = await database.transaction((tx) => shownBefore(tx, shown));
  const sharing = await checkoutsOfApplications(database.query, [known.externalApplicationId]);
  for (const otherId of new Set([checkout.id, first ?? checkout.id, ...sharing])) {
    if (otherId === known.loanId) continue;
    const renamed = { ...known, externalApplicationId: otherId, loanId: otherId };
    const other = await findLoan(context, checkout, renamed);
    if (typeof other !== 'object') continue;
    if (otherId === checkout.id) await database.transaction((tx) => claimOffers(tx, shown));
    return { known: renamed, reading: other };
  }
  return unread;
}

/** The application as a reading of it leaves it; undefined when nothing says where it stands. */
export function loanOf(
  { merchants }: Pick<BffContext, 'merchants'>,
  checkout: Checkout,
  reading: LoanReading,
): Loan | undefined {
  const lender =
    checkout.softPull?.lender ?? merchants.get(checkout.publishableKey)?.lender ?? null;
  const cents = requestedCents(checkout);
  const asked = cents === null ? null : formatCents(cents);
  const names = namesOf(checkout);
  const { loan: known } = checkout;
  const isChosen = (reading.chosen ?? chosenOf(checkout)) !== undefined;
  return loanOfReading(reading, { names, lender, known, asked, isChosen });
}

/** The ids of an application of which nothing more is known. */
function namesOf({ id, softPull }: Checkout): ApplicationNames {
  return softPull?.takenAs ?? { externalApplicationId: id, loanId: id };
}
