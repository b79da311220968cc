import type { ClaimedWork, DueWorkResult } from '../../../platform/due-work/runner.ts';
import type { LendingContext } from '../../context.ts';
import { canMove, transition } from '../../domain/states/state-machine.ts';
import { merchantMachine } from '../../domain/states/merchant.ts';
import { merchantStatus } from '../../../lending-api/statuses.ts';
import { killLink } from '../../store/links.ts';
import { lockMerchant, updateMerchant } from '../../store/merchants.ts';

/** Ends an invitation that was not followed to the end within 7 days; the work's key is the merchant's id. */
export async function expireMerchantInvitation(
  { database }: LendingContext,
  { key, scope, now }: ClaimedWork,
): Promise<DueWorkResult> {
  return database.transaction(async (tx) => {
    const merchant = await lockMerchant(tx, database, scope, key);
    const status = merchantStatus.parse(merchant.status);
    if (!canMove(merchantMachine, status, 'invitation_expired')) return 'done';
    if (now < merchant.invitation_expires_at) return { retryAt: merchant.invitation_expires_at };
    const expired = transition(merchantMachine, status, 'invitation_expired');
    await updateMerchant(tx, merchant, { status: expired, modified_at: now });
    await killLink(tx, 'onboarding', merchant.id);
    return 'done';
  });
}
