import type { DueWorkResult } from '../../../platform/due-work/runner.ts';
import type { LendingContext } from '../../context.ts';
import { sealStoredTexts } from '../../store/seal-stored-texts.ts';

const TEXTS_AT_ONCE = 200;

/**
 * Seals the texts of a sponsor that were stored before texts were sealed. Begun again after a crash
 * it finds those that are sealed already and leaves them.
 */
export async function sealTextsOfSponsor(
  { database, sealer }: LendingContext,
  { scope }: { scope: string },
): Promise<DueWorkResult> {
  await sealStoredTexts(database, sealer, scope, TEXTS_AT_ONCE);
  return 'done';
}
