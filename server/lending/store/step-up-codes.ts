import type { Transaction } from 'kysely';
import type { Connection } from '../../platform/database/database.ts';
import type { ApplicationTable, LendingSchema, StepUpCodeTable } from './schema.ts';

/** The codes that an application's consumer was sent, the newest first. */
export function listStepUpCodes(
  connection: Connection<LendingSchema>,
  { id, sponsor_id }: Pick<ApplicationTable, 'id' | 'sponsor_id'>,
): Promise<StepUpCodeTable[]> {
  return connection
    .selectFrom('step_up_codes')
    .selectAll()
    .where('sponsor_id', '=', sponsor_id)
    .where('application_id', '=', id)
    .orderBy('generation', 'desc')
    .execute();
}

export async function insertStepUpCode(
  tx: Transaction<LendingSchema>,
  code: StepUpCodeTable,
): Promise<void> {
  await tx.insertInto('step_up_codes').values(code).execute();
}

/** The code was right, and is not taken again. */
export async function useStepUpCode(
  tx: Transaction<LendingSchema>,
  { application_id, generation }: Pick<StepUpCodeTable, 'application_id' | 'generation'>,
  at: number,
): Promise<void> {
  await tx
    .updateTable('step_up_codes')
    .set({ used_at: at })
    .where('application_id', '=', application_id)
    .where('generation', '=', generation)
    .execute();
}

/** The application is locked, so that no wrong code is lost. */
export async function countWrongStepUpCode(
  tx: Transaction<LendingSchema>,
  { application_id, generation }: Pick<StepUpCodeTable, 'application_id' | 'generation'>,
): Promise<void> {
  await tx
    .updateTable('step_up_codes')
    .set((row) => ({ failed_tries: row('failed_tries', '+', 1) }))
    .where('application_id', '=', application_id)
    .where('generation', '=', generation)
    .execute();
}
