import type { Transaction } from 'kysely';
import type { Locale } from '../../../lending-api/contact.ts';
import { equalDigests } from '../../../platform/crypto/digest.ts';
import type { LendingContext } from '../../context.ts';
import {
  isCodeOver,
  isJustSent,
  maySendCode,
  TRIES_PER_CODE,
} from '../../domain/attempt-limits.ts';
import { onboardingCodeSms } from '../../domain/messages/merchant-messages.ts';
import { merchantMachine } from '../../domain/states/merchant.ts';
import { transition } from '../../domain/states/state-machine.ts';
import { recordConsent } from '../../store/consent-events.ts';
import { activateAdmin } from '../../store/merchant-users.ts';
import { updateMerchant } from '../../store/merchants.ts';
import {
  countWrongOnboardingCode,
  insertOnboardingCode,
  useOnboardingCode,
} from '../../store/one-time-codes.ts';
import type { OnboardingCodeRow } from '../../store/schema/merchants.ts';
import type { LendingSchema } from '../../store/schema.ts';
import { answerDigest, isLastAnswer } from '../identity/last-answer.ts';
import { CLOSED, type LinkOutcome, type ProofOutcome, type Visitor } from '../identity/visitor.ts';
import { queueMessage } from '../queue-message.ts';
import {
  liveCodeOf,
  lockOnboardingLink,
  merchantEvidence,
  type OnboardingLink,
  openOnboardingLink,
} from './onboarding-link.ts';

interface TypedCode {
  /** Six digits. */
  code: string;
  locale: Locale;
  visitor: Visitor;
  /** Of the browser; empty for one that keeps none. */
  visit: string;
}

/**
 * Takes the code that the Admin typed. The right one makes the user Active and the merchant
 * Onboarding; a wrong one counts, so that no number of parallel guesses gets a sixth look. The same
 * browser may send the right one again: by a double click, or by a reload after a lost answer.
 */
export function verifyOnboardingCode(
  context: LendingContext,
  token: string,
  typed: TypedCode,
): Promise<ProofOutcome> {
  return context.database.transaction(async (tx) => {
    const opened = await lockOnboardingLink(context, tx, token);
    if (opened && isGivenAgain(context, opened, typed)) return { kind: 'passed' };
    const sent = opened && liveCodeOf(context, opened);
    if (!sent) return CLOSED;
    if (!equalDigests(typed.code, onboardingCode(context, sent))) {
      const given = [sent.merchant_id, sent.generation, typed.code];
      const triesLeft = TRIES_PER_CODE - sent.failed_tries;
      if (isLastAnswer(context, sent, given)) return { kind: 'wrong', triesLeft };
      await countWrongOnboardingCode(tx, sent, answerDigest(context, given));
      return triesLeft > 1 ? { kind: 'wrong', triesLeft: triesLeft - 1 } : CLOSED;
    }
    await useOnboardingCode(tx, sent, {
      used_at: context.clock.now(opened.link.sponsor_id),
      last_answer_digest: answerDigest(context, rightAnswer(sent, typed)),
    });
    await pass(context, tx, opened, typed);
    return { kind: 'passed' };
  });
}

function isGivenAgain(
  context: LendingContext,
  { link, codes }: OnboardingLink,
  typed: TypedCode,
): boolean {
  const [newest] = codes;
  if (newest === undefined || newest.used_at === null || typed.visit === '') return false;
  const isInTime = !isCodeOver(newest.sent_at, context.clock.now(link.sponsor_id));
  return isInTime && isLastAnswer(context, newest, rightAnswer(newest, typed));
}

function rightAnswer({ merchant_id, generation }: OnboardingCodeRow, { code, visit }: TypedCode) {
  return [merchant_id, generation, code, visit];
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
  const status = transition(merchantMachine, merchant.status, 'admin_verified');
  await updateMerchant(tx, merchant, { status, modified_at: now });
  await activateAdmin(tx, merchant, now);
}

/**
 * Sends the merchant's Admin a one-time code by SMS; the one before is not taken any more. `too_many`:
 * enough for a day. `unreachable`: no SMS gets to this number.
 */
export async function sendOnboardingCode(
  context: LendingContext,
  token: string,
  locale: Locale,
): Promise<LinkOutcome<'sent' | 'too_many' | 'unreachable'>> {
  const named = await openOnboardingLink(context.database.query, token);
  if (!named) return CLOSED;
  const reach = await context.providers.messenger.smsReach(named.admin.phone_number);
  if (reach !== 'reachable') return { kind: 'unreachable' };
  return context.database.transaction(async (tx) => {
    const opened = await lockOnboardingLink(context, tx, token);
    if (!opened) return CLOSED;
    const now = context.clock.now(opened.link.sponsor_id);
    const sentAt = opened.codes.map(({ sent_at }) => sent_at);
    if (isJustSent(opened.codes, now)) return { kind: 'sent' };
    if (!maySendCode(sentAt, now)) return { kind: 'too_many' };
    await send(context, tx, opened, { locale, now });
    return { kind: 'sent' };
  });
}

async function send(
  context: LendingContext,
  tx: Transaction<LendingSchema>,
  { merchant, admin, codes }: OnboardingLink,
  { locale, now }: { locale: Locale; now: number },
): Promise<void> {
  const { id: merchant_id, sponsor_id } = merchant;
  const generation = (codes[0]?.generation ?? 0) + 1;
  const code = {
    merchant_id,
    generation,
    sponsor_id,
    failed_tries: 0,
    last_answer_digest: null,
    sent_at: now,
    used_at: null,
  };
  await insertOnboardingCode(tx, code);
  await queueMessage(context, tx, {
    ...onboardingCodeSms(locale, onboardingCode(context, code)),
    sponsor_id,
    application_id: null,
    merchant_id,
    kind: 'onboarding_code',
    channel: 'sms',
    recipient: admin.phone_number,
    links: [],
  });
}

/** The digits of a code; they are not stored, but made again. */
function onboardingCode(
  { sealer, providers }: LendingContext,
  { merchant_id, generation }: Pick<OnboardingCodeRow, 'merchant_id' | 'generation'>,
): string {
  return providers.codes.codeFor(
    sealer.index(JSON.stringify([merchant_id, generation]), 'onboarding-code'),
  );
}
