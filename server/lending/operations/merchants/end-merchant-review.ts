import type { MerchantStatus } from '../../../lending-api/statuses.ts';
import type { LendingContext } from '../../context.ts';
import { merchantReviewedEmail } from '../../domain/messages/merchant-messages.ts';
import { lastConsent } from '../../store/consent-events.ts';
import { findFirstAdmin } from '../../store/merchant-users.ts';
import { queueMessage } from '../messages/queue-message.ts';
import { moveMerchant } from './move-merchant.ts';

export type MerchantReviewResult = 'approved' | 'declined';

/**
 * Ends the underwriter's review of a merchant. The first Admin gets an e-mail about it, in the
 * language of the terms that were accepted. There is no callback: the onboarding's has gone out.
 * Throws `not_found` and an IllegalTransitionError.
 */
export function endMerchantReview(
  context: LendingContext,
  sponsorId: string,
  contractorId: string,
  result: MerchantReviewResult,
): Promise<MerchantStatus> {
  return moveMerchant(context, sponsorId, contractorId, {
    event: result === 'approved' ? 'underwriting_approved' : 'underwriting_declined',
    change: (now) => (result === 'approved' ? { activated_at: now } : {}),
    effects: async (tx, merchant) => {
      const { id, sponsor_id, business_name } = merchant;
      const signed = await lastConsent(tx, merchant, 'merchant_terms_signature');
      const locale = signed?.locale === 'es' ? 'es' : 'en';
      const { email } = await findFirstAdmin(tx, merchant);
      await queueMessage(context, tx, {
        ...merchantReviewedEmail({ locale, business_name, result }),
        sponsor_id,
        application_id: null,
        merchant_id: id,
        kind: 'merchant_reviewed',
        channel: 'email',
        recipient: email,
        links: [],
      });
    },
  });
}
