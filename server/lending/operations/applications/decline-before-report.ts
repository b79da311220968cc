import type { Transaction } from 'kysely';
import type { LendingContext } from '../../context.ts';
import { easternDate } from '../../../platform/calendar/eastern-time.ts';
import { type DeclineCode, stacksOwnLoans } from '../../domain/decide.ts';
import { listLoansOfPerson } from '../../store/persons.ts';
import type { LendingSchema } from '../../store/schema.ts';
import type { NewApplication } from './new-application.ts';
import { offerableProducts } from './offerable-products.ts';

/** What declines an application without a report: no bureau is asked then. Null when nothing does. */
export async function declineBeforeReport(
  { providers, clock }: LendingContext,
  tx: Transaction<LendingSchema>,
  { application, secrets }: NewApplication,
  selected: ReadonlySet<string>,
): Promise<DeclineCode | null> {
  const { ssn, state } = secrets;
  const now = clock.now(application.sponsor_id);
  const offerable = offerableProducts(selected, application, easternDate(now));
  const inState = offerable.filter(({ available_states }) => available_states.includes(state));
  if (offerable.length > 0 && inState.length === 0) return 'STATE_UNSUPPORTED';
  const { requested_amount_cents } = application;
  if (inState.length === 0) return 'NO_PRODUCTS';
  if (inState.every(({ min_amount_cents }) => min_amount_cents > requested_amount_cents)) {
    return 'AMOUNT_LOW';
  }
  const counted = providers.applicants.ownLoans(ssn);
  if (counted === 'always_stack') return 'STACKING_OWN';
  if (counted === 'never_stack') return null;
  const loans = await listLoansOfPerson(tx, application.sponsor_id, application.person_index);
  return stacksOwnLoans(loans, now) ? 'STACKING_OWN' : null;
}
