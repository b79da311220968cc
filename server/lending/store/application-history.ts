import type { Connection } from '../../platform/database/database.ts';
import type { ApplicationHistoryTable, LendingSchema } from './schema.ts';

/** The statuses that an application has had, the oldest first. */
export function listHistory(
  connection: Connection<LendingSchema>,
  sponsorId: string,
  applicationId: string,
): Promise<ApplicationHistoryTable[]> {
  return connection
    .selectFrom('application_history')
    .selectAll()
    .where('sponsor_id', '=', sponsorId)
    .where('application_id', '=', applicationId)
    .orderBy('position')
    .execute();
}
