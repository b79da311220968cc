import type { ApplicationRow } from '../../../../server/lending/store/schema/applications.ts';
import { chargePath } from '../../../helpers/accepted-loan.ts';
import type { TestLending } from '../../../helpers/lending.ts';

export function askForCharge(
  lending: TestLending,
  body: unknown,
  headers: Record<string, string> = {},
): Promise<Response> {
  return lending.call('POST', chargePath, { body, headers });
}

/** What a loan has spent and what its charge requests have set aside, in cents. */
export function balanceOf({ context }: TestLending, { id }: ApplicationRow) {
  return context.database.query
    .selectFrom('applications')
    .select(['amount_spent_cents as spent', 'pending_charge_amount_cents as pending'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
}

export function chargesOf({ context }: TestLending, { id }: ApplicationRow) {
  return context.database.query
    .selectFrom('charge_requests')
    .selectAll()
    .where('application_id', '=', id)
    .execute();
}
