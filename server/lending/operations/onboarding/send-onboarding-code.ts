import type { Transaction } from 'kysely';
import type { Locale } from '../../../lending-api/contact.ts';
import type { LendingContext } from '../../context.ts';
import { maySendCode } from '../../domain/identity/one-time-code.ts';
import { onboardingCodeSms } from '../../domain/messages/merchant-messages.ts';
import { insertOnboardingCode } from '../../store/onboarding-codes.ts';
import type { LendingSchema, OnboardingCodeTable } from '../../store/schema.ts';
import { queueMessage } from '../messages/queue-message.ts';
import { lockOnboardingLink, type OnboardingLink, openOnboardingLink } from './onboarding-link.ts';

/** `too_many`: enough for a day. `unreachable`: no SMS gets to this number. */
export type CodeSent = 'sent' | 'too_many' | 'unreachable' | 'closed';

/** Sends the merchant's Admin a one-time code by SMS; the one before is not taken any more. */
export async function sendOnboardingCode(
  context: LendingContext,
  token: string,
  locale: Locale,
): Promise<CodeSent> {
  const named = await openOnboardingLink(context.database.query, token);
  if (!named) return 'closed';
  const reach = await context.providers.messenger.smsReach(named.admin.phone_number);
  if (reach !== 'reachable') return 'unreachable';
  return context.database.transaction(async (tx) => {
    const opened = await lockOnboardingLink(context, tx, token);
    if (!opened) return 'closed';
    const now = context.clock.now(opened.link.sponsor_id);
    const sentAt = opened.codes.map(({ sent_at }) => sent_at);
    if (!maySendCode(sentAt, now)) return 'too_many';
    await send(context, tx, opened, { locale, now });
    return 'sent';
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
export function onboardingCode(
  { sealer, providers }: LendingContext,
  { merchant_id, generation }: Pick<OnboardingCodeTable, 'merchant_id' | 'generation'>,
): string {
  return providers.codes.codeFor(
    sealer.index(JSON.stringify([merchant_id, generation]), 'onboarding-code'),
  );
}
