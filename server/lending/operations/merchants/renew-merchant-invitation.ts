import type { MerchantStatus } from '../../../lending-api/statuses.ts';
import type { LendingContext } from '../../context.ts';
import { findFirstAdmin } from '../../store/merchant-users.ts';
import { moveMerchant } from './move-merchant.ts';
import { INVITATION_MS, sendMerchantInvitation } from './send-merchant-invitation.ts';

/**
 * Invites a merchant whose 7 days have passed again, with a new link. Throws
 * `not_found` and an IllegalTransitionError.
 */
export function renewMerchantInvitation(
  context: LendingContext,
  sponsorId: string,
  contractorId: string,
): Promise<MerchantStatus> {
  return moveMerchant(context, sponsorId, contractorId, {
    event: 'invitation_renewed',
    change: (now) => ({ invitation_expires_at: now + INVITATION_MS }),
    effects: async (tx, merchant) => {
      await sendMerchantInvitation(context, tx, merchant, await findFirstAdmin(tx, merchant));
    },
  });
}
