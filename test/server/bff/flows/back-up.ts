import type { TestBff } from '../../../helpers/bff.ts';
import { minuteMs } from '../../../helpers/durations.ts';

const replaced = ['daily_sums', 'settlements', 'merchant_keys', 'refunds', 'charges'] as const;

/** @returns what puts checkouts, and all that was asked for them, back to how they are now */
export async function backUp(bff: Pick<TestBff, 'database' | 'tick'>) {
  const { query } = bff.database;
  const checkouts = await query.selectFrom('checkouts').selectAll().execute();
  const charges = await query.selectFrom('charges').selectAll().execute();
  const refunds = await query.selectFrom('refunds').selectAll().execute();
  const keys = await query.selectFrom('merchant_keys').selectAll().execute();
  const settlements = await query.selectFrom('settlements').selectAll().execute();
  const sums = await query.selectFrom('daily_sums').selectAll().execute();
  return async function restore(): Promise<void> {
    for (const table of replaced) await query.deleteFrom(table).execute();
    for (const { id, ...row } of checkouts) {
      await query.updateTable('checkouts').set(row).where('id', '=', id).execute();
    }
    if (charges.length > 0) await query.insertInto('charges').values(charges).execute();
    if (refunds.length > 0) await query.insertInto('refunds').values(refunds).execute();
    if (keys.length > 0) await query.insertInto('merchant_keys').values(keys).execute();
    if (settlements.length > 0) await query.insertInto('settlements').values(settlements).execute();
    if (sums.length > 0) await query.insertInto('daily_sums').values(sums).execute();
    bff.tick(minuteMs);
  };
}
