import type { Transaction } from 'kysely';
import type { MerchantStatus } from '../../../lending-api/statuses.ts';
import { easternDate } from '../../../platform/calendar/eastern-time.ts';
import { unschedule } from '../../../platform/due-work/due-work.ts';
import type { LendingContext } from '../../context.ts';
import { timestamp } from '../../domain/formats.ts';
import {
  type MerchantEvent,
  merchantMachine,
  merchantStatusAt,
} from '../../domain/states/merchant.ts';
import { transition } from '../../domain/states/state-machine.ts';
import { LendingError } from '../../errors.ts';
import type { UnderwritingResult } from '../../providers/providers.ts';
import { revokeLink } from '../../store/links.ts';
import { activateAdmin } from '../../store/merchant-users.ts';
import { findMerchantByOwnId, lockMerchant, updateMerchant } from '../../store/merchants.ts';
import type { MerchantRow, MerchantUserRow } from '../../store/schema/merchants.ts';
import type { LendingSchema } from '../../store/schema.ts';
import { timerKinds } from '../../work-kinds.ts';
import { recordEvent } from '../callbacks.ts';

/**
 * Takes a merchant from its invitation through the Admin's verification and the Terms & Conditions
 * to the underwriter's decision, with the onboarding callback.
 * @throws LendingError `not_found`, IllegalTransitionError where the invitation is over
 */
export async function completeOnboarding(
  context: LendingContext,
  sponsorId: string,
  contractorId: string,
): Promise<MerchantStatus> {
  const { clock, config, database, providers } = context;
  const merchant = await findMerchantByOwnId(database.query, sponsorId, contractorId);
  if (!merchant) throw new LendingError('not_found', 'Not found.');
  const decision = await providers.underwriting.assess(merchant);
  return database.transaction(async (tx) => {
    const locked = await lockMerchant(tx, database, sponsorId, merchant.id);
    const today = easternDate(clock.now(sponsorId));
    const terms_version = config.texts.current('merchant_terms', 'en', today).version;
    return finishOnboarding(context, tx, locked, { decision, terms_version });
  });
}

const eventsAfter: Readonly<Record<UnderwritingResult, readonly MerchantEvent[]>> = {
  approved: ['underwriting_approved'],
  declined: ['underwriting_declined'],
  review: [],
  approved_then_suspended: ['underwriting_approved', 'suspended'],
};

interface OnboardingEnd {
  decision: UnderwritingResult;
  /** Of the Terms & Conditions that were accepted. */
  terms_version: string;
}

/** The merchant is locked. @throws IllegalTransitionError where the invitation is over */
export async function finishOnboarding(
  context: LendingContext,
  tx: Transaction<LendingSchema>,
  merchant: MerchantRow,
  { decision, terms_version }: OnboardingEnd,
): Promise<MerchantStatus> {
  const now = context.clock.now(merchant.sponsor_id);
  const from = merchantStatusAt(merchant, now);
  const verified = from === 'Onboarding' ? [] : (['admin_verified'] as const);
  const events = [...verified, 'onboarding_completed', ...eventsAfter[decision]] as const;
  const status = events.reduce<MerchantStatus>(
    (state, event) => transition(merchantMachine, state, event),
    from,
  );
  const change = {
    status,
    terms_version,
    onboarding_completed_at: now,
    activated_at: events.includes('underwriting_approved') ? now : null,
    modified_at: now,
  };
  await updateMerchant(tx, merchant, change);
  const admin = await activateAdmin(tx, merchant, now);
  await revokeLink(tx, 'onboarding', merchant.id);
  await unschedule(tx, timerKinds.merchantInvitationExpiry, merchant.id);
  await callBack(context, tx, { ...merchant, ...change }, admin);
  return status;
}

async function callBack(
  context: LendingContext,
  tx: Transaction<LendingSchema>,
  merchant: MerchantRow & { terms_version: string },
  admin: MerchantUserRow,
): Promise<void> {
  const cause = {
    sponsor_id: merchant.sponsor_id,
    application_id: null,
    merchant_id: merchant.id,
    target_url: merchant.sponsor_callback_url,
  };
  await recordEvent(context, tx, cause, {
    event_type: 'merchant_onboarding_complete',
    platform_merchant_id: merchant.id,
    platform_merchant_user_id: admin.id,
    contractor_id: merchant.contractor_id,
    external_org_id: merchant.external_org_id,
    user_id: admin.user_id,
    merchant_status: merchant.status,
    onboarding_completed_at: timestamp(merchant.onboarding_completed_at ?? merchant.modified_at),
    terms_version: merchant.terms_version,
  });
}
