import type { Transaction } from 'kysely';
import type { LendingContext } from '../../context.ts';
import { loanNumber } from '../../domain/loan-number.ts';
import { LendingError } from '../../errors.ts';
import {
  findApplicationByExternalId,
  findApplicationByLoanId,
  insertApplication,
} from '../../store/applications.ts';
import type { ApplicationTable, LendingSchema } from '../../store/schema.ts';

/** How often a loan number is drawn: one in 9 × 10⁸ for each loan there is, is taken. */
const MOST_DRAWS = 5;

/**
 * Writes an application down under a loan number that nobody has. Throws `invalid` when one of the
 * sponsor's ids is used already.
 */
export async function insertNewApplication(
  context: LendingContext,
  tx: Transaction<LendingSchema>,
  application: ApplicationTable,
): Promise<ApplicationTable> {
  let row = application;
  for (let draws = 1; !(await insertApplication(tx, row, row.invited_by)); draws += 1) {
    await refuseUsedIds(tx, row);
    if (draws === MOST_DRAWS) {
      throw new LendingError('in_work', 'The same ids are being used by another call.');
    }
    row = { ...row, consumer_application_human_readable_id: loanNumber(context.ids.digits(9)) };
  }
  return row;
}

async function refuseUsedIds(
  tx: Transaction<LendingSchema>,
  { sponsor_id, external_application_id, loan_id }: ApplicationTable,
): Promise<void> {
  if (await findApplicationByExternalId(tx, sponsor_id, external_application_id)) {
    throw usedAlready('external_application_id');
  }
  if (await findApplicationByLoanId(tx, sponsor_id, loan_id)) throw usedAlready('loan_id');
}

/** An id of the sponsor stands for another application. */
export function usedAlready(field: 'external_application_id' | 'loan_id'): LendingError {
  return new LendingError('invalid', `This ${field} is used already.`, {
    errors: { [field]: ['This id is used already.'] },
  });
}
