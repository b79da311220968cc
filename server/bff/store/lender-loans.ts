import type { Connection } from '../../platform/database/database.ts';
import type { BffSchema } from './schema.ts';

export async function isLoanFoundAt(db: Connection<BffSchema>, baseUrl: string): Promise<boolean> {
  const row = await db
    .selectFrom('lender_loans')
    .select('found_at')
    .where('base_url', '=', baseUrl)
    .executeTakeFirst();
  return row !== undefined;
}

export async function noteLoanFound(
  db: Connection<BffSchema>,
  baseUrl: string,
  now: number,
): Promise<void> {
  await db
    .insertInto('lender_loans')
    .values({ base_url: baseUrl, found_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}
