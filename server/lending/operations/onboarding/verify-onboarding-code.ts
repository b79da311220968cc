import type { Transaction } from 'kysely';
import type { Locale } from '../../../lending-api/contact.ts';
import { merchantStatus } from '../../../lending-api/statuses.ts';
import { equalDigests } from '../../../platform/crypto/digest.ts';
import type { LendingContext } from '../../context.ts';
import { TRIES_PER_CODE } from '../../domain/identity/one-time-code.ts';
import { merchantMachine } from '../../domain/states/merchant.ts';
import { transition } from '../../domain/states/state-machine.ts';
import { recordConsent } from '../../store/consent-events.ts';
import { activateAdmin } from '../../store/merchant-users.ts';
import { updateMerchant } from '../../store/merchants.ts';
import { countWrongCode, useCode } from '../../store/onboarding-codes.ts';
import type { LendingSchema } from '../../store/schema.ts';
import type { Visitor } from '../identity/visitor.ts';
import { merchantEvidence } from './merchant-evidence.ts';
import { liveCodeOf, lockOnboardingLink, type OnboardingLink } from './onboarding-link.ts';
import { onboardingCode } from './send-onboarding-code.ts';

/** `closed`: the code is over, or there is nothing to do any more; looking at the page says why. */
export type CodeVerified =
  | { kind: 'passed' }
  | { kind: 'wrong'; triesLeft: number }
  | { kind: 'closed' };

export interface TypedCode {
  /** Six digits. */
  code: string;
  locale: Locale;
  visitor: Visitor;
}

/**
 * Takes the code that the Admin typed. The right one makes the user Active and the merchant
 * Onboarding; a wrong one counts, so that no number of parallel guesses gets
 * a sixth look.
 */
export function verifyOnboardingCode(
  context: LendingContext,
  token: string,
  typed: TypedCode,
): Promise<CodeVerified> {
  return context.database.transaction(async (tx) => {
    const opened = await lockOnboardingLink(context, tx, token);
    const sent = opened && liveCodeOf(context, opened);
    if (!sent) return { kind: 'closed' };
    if (!equalDigests(typed.code, onboardingCode(context, sent))) {
      await countWrongCode(tx, sent);
      const triesLeft = TRIES_PER_CODE - sent.failed_tries - 1;
      return triesLeft > 0 ? { kind: 'wrong', triesLeft } : { kind: 'closed' };
    }
    await useCode(tx, sent, context.clock.now(opened.link.sponsor_id));
    await pass(context, tx, opened, typed);
    return { kind: 'passed' };
  });
}

/** In another browser the Admin is asked again, and nothing moves. */
async function pass(
  context: LendingContext,
  tx: Transaction<LendingSchema>,
  { merchant, admin }: OnboardingLink,
  { locale, visitor }: TypedCode,
): Promise<void> {
  const now = context.clock.now(merchant.sponsor_id);
  await recordConsent(tx, context, {
    ...merchantEvidence(context, merchant, admin, { locale, visitor }),
    consentType: 'merchant_admin_verified',
    action: 'otp',
  });
  if (merchant.status !== 'Invited') return;
  const from = merchantStatus.parse(merchant.status);
  const status = transition(merchantMachine, from, 'admin_verified');
  await updateMerchant(tx, merchant, { status, modified_at: now });
  await activateAdmin(tx, merchant, now);
}
