import type { Transaction } from 'kysely';
import type { Connection } from '../../platform/database/database.ts';
import { prepareUnread } from '../../platform/database/prepare.ts';
import type { LendingSchema } from './schema.ts';
import type { ActivityCountTable } from './schema/funding.ts';

/**
 * Counts a new charge or refund request in, as the last step of the transaction that adds it: all
 * requests of a user's consumers wait for this one row.
 */
export function noteActivity(
  tx: Transaction<LendingSchema>,
  { sponsor_id, merchant_id, invited_by }: Omit<ActivityCountTable, 'count'>,
): Promise<void> {
  return countIn(tx, { sponsor_id, merchant_id, invited_by });
}

const countIn = prepareUnread(
  (db: Connection<LendingSchema>, of: Omit<ActivityCountTable, 'count'>) => {
    const { sponsor_id, merchant_id, invited_by } = of;
    return db
      .insertInto('activity_counts')
      .values({ sponsor_id, merchant_id, invited_by, count: 1 })
      .onConflict((conflict) =>
        conflict
          .columns(['sponsor_id', 'merchant_id', 'invited_by'])
          .doUpdateSet((row) => ({ count: row('activity_counts.count', '+', 1) })),
      );
  },
);

interface Owner {
  sponsorId: string;
  merchantId: string;
  /** Only what this user's own consumers were asked for. */
  invitedBy?: string | undefined;
}

/** How many charge and refund requests a merchant, or one of its users' consumers, has had. */
export async function knownCount(
  connection: Connection<LendingSchema>,
  { sponsorId, merchantId, invitedBy }: Owner,
): Promise<number> {
  const { count } = await connection
    .selectFrom('activity_counts')
    .select((row) => row.fn.sum('count').as('count'))
    .where('sponsor_id', '=', sponsorId)
    .where('merchant_id', '=', merchantId)
    .$if(invitedBy !== undefined, (rows) => rows.where('invited_by', '=', invitedBy ?? ''))
    .executeTakeFirstOrThrow();
  return Number(count ?? 0);
}
