import type { Transaction } from 'kysely';
import type { Connection } from '../../platform/database/database.ts';
import type { LendingSchema, MerchantTable, OnboardingCodeTable } from './schema.ts';

/** The merchant's codes, the newest first. */
export function listOnboardingCodes(
  connection: Connection<LendingSchema>,
  { id, sponsor_id }: Pick<MerchantTable, 'id' | 'sponsor_id'>,
): Promise<OnboardingCodeTable[]> {
  return connection
    .selectFrom('onboarding_codes')
    .selectAll()
    .where('sponsor_id', '=', sponsor_id)
    .where('merchant_id', '=', id)
    .orderBy('generation', 'desc')
    .execute();
}

export async function insertOnboardingCode(
  tx: Transaction<LendingSchema>,
  code: OnboardingCodeTable,
): Promise<void> {
  await tx.insertInto('onboarding_codes').values(code).execute();
}

/** The code was right, and is not taken again. */
export async function useCode(
  tx: Transaction<LendingSchema>,
  { merchant_id, generation }: Pick<OnboardingCodeTable, 'merchant_id' | 'generation'>,
  at: number,
): Promise<void> {
  await tx
    .updateTable('onboarding_codes')
    .set({ used_at: at })
    .where('merchant_id', '=', merchant_id)
    .where('generation', '=', generation)
    .execute();
}

/** The merchant is locked, so that no wrong code is lost. */
export async function countWrongCode(
  tx: Transaction<LendingSchema>,
  { merchant_id, generation }: Pick<OnboardingCodeTable, 'merchant_id' | 'generation'>,
): Promise<void> {
  await tx
    .updateTable('onboarding_codes')
    .set((row) => ({ failed_tries: row('failed_tries', '+', 1) }))
    .where('merchant_id', '=', merchant_id)
    .where('generation', '=', generation)
    .execute();
}
