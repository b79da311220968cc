import type { Transaction } from 'kysely';
import type { Connection } from '../../platform/database/database.ts';
import type { ApplicationRow } from './schema/applications.ts';
import type { StepUpCodeRow } from './schema/hosted-pages.ts';
import type { MerchantRow, OnboardingCodeRow } from './schema/merchants.ts';
import type { LendingSchema } from './schema.ts';

/** The codes that a merchant's Admin was sent, the newest first. */
export function listOnboardingCodes(
  connection: Connection<LendingSchema>,
  { id, sponsor_id }: Pick<MerchantRow, 'id' | 'sponsor_id'>,
): Promise<OnboardingCodeRow[]> {
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
  code: OnboardingCodeRow,
): Promise<void> {
  await tx.insertInto('onboarding_codes').values(code).execute();
}

/** The code was right, and is not taken again. */
export async function useOnboardingCode(
  tx: Transaction<LendingSchema>,
  { merchant_id, generation }: Pick<OnboardingCodeRow, 'merchant_id' | 'generation'>,
  used: { used_at: number; last_answer_digest: string },
): Promise<void> {
  await tx
    .updateTable('onboarding_codes')
    .set(used)
    .where('merchant_id', '=', merchant_id)
    .where('generation', '=', generation)
    .execute();
}

/** The merchant is locked, so that no wrong code is lost. */
export async function countWrongOnboardingCode(
  tx: Transaction<LendingSchema>,
  { merchant_id, generation }: Pick<OnboardingCodeRow, 'merchant_id' | 'generation'>,
  last_answer_digest: string,
): Promise<void> {
  await tx
    .updateTable('onboarding_codes')
    .set((row) => ({ failed_tries: row('failed_tries', '+', 1), last_answer_digest }))
    .where('merchant_id', '=', merchant_id)
    .where('generation', '=', generation)
    .execute();
}

/** The codes that an application's consumer was sent, the newest first. */
export function listStepUpCodes(
  connection: Connection<LendingSchema>,
  { id, sponsor_id }: Pick<ApplicationRow, 'id' | 'sponsor_id'>,
): Promise<StepUpCodeRow[]> {
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
  code: StepUpCodeRow,
): Promise<void> {
  await tx.insertInto('step_up_codes').values(code).execute();
}

/** The code was right, and is not taken again. */
export async function useStepUpCode(
  tx: Transaction<LendingSchema>,
  { application_id, generation }: Pick<StepUpCodeRow, 'application_id' | 'generation'>,
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
  { application_id, generation }: Pick<StepUpCodeRow, 'application_id' | 'generation'>,
  last_answer_digest: string,
): Promise<void> {
  await tx
    .updateTable('step_up_codes')
    .set((row) => ({ failed_tries: row('failed_tries', '+', 1), last_answer_digest }))
    .where('application_id', '=', application_id)
    .where('generation', '=', generation)
    .execute();
}
