import type { Transaction } from 'kysely';
import type { MerchantStatus } from '../../../lending-api/statuses.ts';
import type { ClaimedWork, DueWorkResult } from '../../../platform/due-work/runner.ts';
import type { LendingContext } from '../../context.ts';
import { merchantReviewedEmail } from '../../domain/messages/merchant-messages.ts';
import {
  type MerchantEvent,
  merchantMachine,
  merchantStatusAt,
} from '../../domain/states/merchant.ts';
import { canMove, transition } from '../../domain/states/state-machine.ts';
import { LendingError } from '../../errors.ts';
import { hasPendingCharges } from '../../store/charge-requests.ts';
import { revokeLink } from '../../store/links.ts';
import { findFirstAdmin } from '../../store/merchant-users.ts';
import { findMerchantByOwnId, lockMerchant, updateMerchant } from '../../store/merchants.ts';
import type { MerchantRow } from '../../store/schema/merchants.ts';
import type { LendingSchema } from '../../store/schema.ts';
import { merchantLocale } from '../merchant-locale.ts';
import { queueMessage } from '../queue-message.ts';
import { INVITATION_MS, sendMerchantInvitation } from './send-merchant-invitation.ts';

interface MerchantMove {
  event: MerchantEvent;
  /** What changes with the status at a time (epoch ms). */
  change?: (now: number) => Partial<MerchantRow>;
  /** What else happens to the merchant that has moved; its rules are checked here as well. */
  effects?: (tx: Transaction<LendingSchema>, moved: MerchantRow) => Promise<unknown>;
}

/**
 * Moves the merchant of a contractor_id by an event of its states.
 * @throws LendingError `not_found`, an IllegalTransitionError, and what the effects throw; then
 * nothing has changed
 */
function moveMerchant(
  { database, clock }: LendingContext,
  sponsorId: string,
  contractorId: string,
  { event, change, effects }: MerchantMove,
): Promise<MerchantStatus> {
  return database.transaction(async (tx) => {
    const found = await findMerchantByOwnId(tx, sponsorId, contractorId);
    if (!found) throw new LendingError('not_found', 'Not found.');
    const merchant = await lockMerchant(tx, database, sponsorId, found.id);
    const now = clock.now(sponsorId);
    const from = merchantStatusAt(merchant, now);
    const status = transition(merchantMachine, from, event);
    const changes = { ...change?.(now), status, modified_at: now };
    await updateMerchant(tx, merchant, changes);
    await effects?.(tx, { ...merchant, ...changes });
    return status;
  });
}

/**
 * Puts a merchant on hold or takes the hold off: meanwhile no soft pull, no charge and no
 * invitation.
 * @throws as `moveMerchant()`
 */
export function holdMerchant(
  context: LendingContext,
  sponsorId: string,
  contractorId: string,
  event: 'suspended' | 'released',
): Promise<MerchantStatus> {
  return moveMerchant(context, sponsorId, contractorId, { event });
}

type MerchantReviewResult = 'approved' | 'declined';

/**
 * Ends the underwriter's review of a merchant. The first Admin gets an e-mail about it, in the
 * language of the terms that were accepted. There is no callback: the onboarding's has gone out.
 * @throws LendingError `not_found`, IllegalTransitionError
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
      const locale = await merchantLocale(tx, merchant);
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

/**
 * Closes a merchant for good, once none of its charges is pending: none waits for an approval, none
 * for the processor.
 * @throws LendingError `not_found`, `wrong_state`, IllegalTransitionError
 */
export function offboardMerchant(
  context: LendingContext,
  sponsorId: string,
  contractorId: string,
): Promise<MerchantStatus> {
  return moveMerchant(context, sponsorId, contractorId, {
    event: 'offboarded',
    effects: async (tx, { id: merchantId, modified_at: now }) => {
      if (!(await hasPendingCharges(tx, { sponsorId, merchantId, now }))) return;
      throw new LendingError('wrong_state', 'Charges of the merchant are pending.');
    },
  });
}

/**
 * Invites a merchant whose 7 days have passed again, with a new link.
 * @throws LendingError `not_found`, IllegalTransitionError
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

/** Ends an invitation that was not followed to the end within 7 days; the work's key is the merchant's id. */
export async function expireMerchantInvitation(
  { database }: LendingContext,
  { key, scope, now }: ClaimedWork,
): Promise<DueWorkResult> {
  return database.transaction(async (tx) => {
    const merchant = await lockMerchant(tx, database, scope, key);
    const { status } = merchant;
    if (!canMove(merchantMachine, status, 'invitation_expired')) return 'done';
    if (now < merchant.invitation_expires_at) return { retryAt: merchant.invitation_expires_at };
    const expired = transition(merchantMachine, status, 'invitation_expired');
    await updateMerchant(tx, merchant, { status: expired, modified_at: now });
    await revokeLink(tx, 'onboarding', merchant.id);
    return 'done';
  });
}
