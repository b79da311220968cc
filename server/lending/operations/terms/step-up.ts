import type { Transaction } from 'kysely';
import { equalDigests } from '../../../platform/crypto/digest.ts';
import type { Connection } from '../../../platform/database/database.ts';
import { schedule, unschedule } from '../../../platform/due-work/due-work.ts';
import type { LendingContext } from '../../context.ts';
import { reviewDeadline } from '../../domain/application-status.ts';
import { codeTriesLeft, isJustSent, liveCode, maySendCode } from '../../domain/attempt-limits.ts';
import { oneTimeCodeMessage } from '../../domain/messages/loan-messages.ts';
import { moveApplication } from '../../store/applications.ts';
import { extendLink, revokeLink } from '../../store/links.ts';
import { endOffers } from '../../store/offers.ts';
import {
  countWrongStepUpCode,
  insertStepUpCode,
  listStepUpCodes,
  useStepUpCode,
} from '../../store/one-time-codes.ts';
import type { ApplicationRow } from '../../store/schema/applications.ts';
import type { StepUpCodeRow } from '../../store/schema/hosted-pages.ts';
import type { LendingSchema } from '../../store/schema.ts';
import { maySendSms } from '../../store/sms-consent.ts';
import { timerKinds } from '../../work-kinds.ts';
import { declineApplication } from '../applications/decide-application.ts';
import { scriptOf } from '../applications/offers-of-application.ts';
import { recordApplicationEvent } from '../applications/record-application-event.ts';
import { type HostedLink, lockOpenLink, openHostedLink } from '../identity/hosted-link.ts';
import { answerDigest, isLastAnswer } from '../identity/last-answer.ts';
import { CLOSED, type LinkOutcome, type ProofOutcome } from '../identity/visitor.ts';
import { esignOf } from '../preferences/preferences-of.ts';
import { queueMessage } from '../queue-message.ts';
import { endWithdrawn } from './decline-terms.ts';

/** True if the application's terms wait for a one-time code that was not given yet. */
export function needsStepUp(application: ApplicationRow): boolean {
  return (
    application.status === 'Approved: Offer Selected' &&
    scriptOf(application).needs_identity_step_up
  );
}

/** True if a one-time code is what the application waits for. */
export function isInStepUp(application: ApplicationRow): boolean {
  return application.status === 'Pending: Verification' && application.selected_offer_id !== null;
}

/**
 * Sends the code and holds the application until it is given (server/lending/DECISIONS.md,
 * Applications and accounts).
 */
export async function askStepUp(
  context: LendingContext,
  tx: Transaction<LendingSchema>,
  application: ApplicationRow,
  channel: CodeChannel,
): Promise<void> {
  const { id, sponsor_id, offers_expire_at } = application;
  const now = context.clock.now(sponsor_id);
  const dueAt = reviewDeadline(now, offers_expire_at);
  await moveApplication(tx, application, {
    event: 'step_up_asked',
    actor: 'lender',
    at: now,
    change: { review_expires_at: dueAt },
  });
  await schedule(tx, { kind: timerKinds.reviewExpiry, key: id, scope: sponsor_id, dueAt });
  // Whoever comes back in time has to find the page that takes the code.
  await extendLink(tx, 'terms', id, dueAt);
  await sendCode(context, tx, application, channel);
}

/** Sends a new code for a step-up. `too_many`: enough for a day. */
export async function sendStepUpCodeAgain(
  context: LendingContext,
  token: string,
): Promise<LinkOutcome<'sent' | 'too_many'>> {
  const { query } = context.database;
  const opened = await openHostedLink(query, 'terms', token);
  const isSent = opened !== undefined && isInStepUp(opened.application);
  // Found before the transaction, which waits for nobody outside.
  const channel = isSent ? await codeChannelFor(context, query, opened.application) : 'email';
  return context.database.transaction(async (tx) => {
    const hosted = await lockOpenLink(context, tx, 'terms', token);
    if (!hosted || !takesCode(hosted)) return CLOSED;
    const { application } = hosted;
    const sent = await listStepUpCodes(tx, application);
    const sentAt = sent.map(({ sent_at }) => sent_at);
    const now = context.clock.now(application.sponsor_id);
    if (isJustSent(sent, now)) return { kind: 'sent' };
    if (!maySendCode(sentAt, now)) return { kind: 'too_many' };
    await sendCode(context, tx, application, channel);
    return { kind: 'sent' };
  });
}

/** The one-time code of a step-up. `over`: it is not taken any more, and a new one has to be sent. */
export function confirmStepUp(
  context: LendingContext,
  token: string,
  code: string,
): Promise<ProofOutcome<'passed' | 'over'>> {
  return context.database.transaction(async (tx) => {
    const hosted = await lockOpenLink(context, tx, 'terms', token);
    if (!hosted || !takesCode(hosted)) return CLOSED;
    return answerStepUp(context, tx, hosted.application, code);
  });
}

/** With its merchant closed there is nothing left that a code could open, or fail. */
function takesCode({ application, merchant }: HostedLink): boolean {
  return isInStepUp(application) && merchant.status !== 'Closed';
}

/**
 * Takes a typed code, within ten minutes of its sending and once. The right one brings the terms
 * back; a code that ends the check, or the last try over all codes, declines the application with its
 * notice and a callback. The application is locked.
 */
async function answerStepUp(
  context: LendingContext,
  tx: Transaction<LendingSchema>,
  application: ApplicationRow,
  typed: string,
): Promise<ProofOutcome<'passed' | 'over'>> {
  const now = context.clock.now(application.sponsor_id);
  const codes = await listStepUpCodes(tx, application);
  const live = liveCode(codes, now);
  if (!live) return { kind: 'over' };
  if (equalDigests(typed, codeOf(context, live))) {
    await useStepUpCode(tx, live, now);
    await passStepUp(context, tx, application, 'consumer');
    return { kind: 'passed' };
  }
  const given = [live.application_id, live.generation, typed];
  if (isLastAnswer(context, live, given)) return { kind: 'wrong', triesLeft: codeTriesLeft(codes) };
  await countWrongStepUpCode(tx, live, answerDigest(context, given));
  const triesLeft = codeTriesLeft(codes) - 1;
  if (triesLeft > 0 && !context.providers.codes.endsCheck(typed)) {
    return { kind: 'wrong', triesLeft };
  }
  await failStepUp(context, tx, application);
  return CLOSED;
}

/**
 * The check is passed and not asked again: the terms are there to be accepted, unless the consumer has
 * withdrawn the consent to electronic documents meanwhile, which ends the application.
 */
export async function passStepUp(
  context: LendingContext,
  tx: Transaction<LendingSchema>,
  application: ApplicationRow,
  actor: 'consumer' | 'lender',
): Promise<ApplicationRow> {
  const script = { ...scriptOf(application), needs_identity_step_up: false };
  const passed = await moveApplication(tx, application, {
    event: 'step_up_passed',
    actor,
    at: context.clock.now(application.sponsor_id),
    change: { script: JSON.stringify(script), review_expires_at: null },
  });
  await unschedule(tx, timerKinds.reviewExpiry, application.id);
  const esign = await esignOf(tx, application);
  return esign === 'withdrawn' ? endWithdrawn(context, tx, passed) : passed;
}

/** The check is failed: the application is declined, with its notice and a callback. */
export async function failStepUp(
  context: LendingContext,
  tx: Transaction<LendingSchema>,
  application: ApplicationRow,
): Promise<ApplicationRow> {
  const { id, sponsor_id } = application;
  // What declines it is the code, nothing that a bureau reported.
  const failed = { code: 'ID_UNVERIFIED', report: null } as const;
  const declined = await declineApplication(context, tx, application, failed);
  await endOffers(tx, sponsor_id, id, 'superseded');
  await revokeLink(tx, 'terms', id);
  await unschedule(tx, timerKinds.reviewExpiry, id);
  await unschedule(tx, timerKinds.offersExpiry, id);
  await recordApplicationEvent(context, tx, declined, 'decision');
  return declined;
}

type CodeChannel = StepUpCodeRow['channel'];

/** Where a code can go: by SMS only to whoever agreed to it and can be reached. Asks the messenger. */
export async function codeChannelFor(
  { providers }: Pick<LendingContext, 'providers'>,
  connection: Connection<LendingSchema>,
  application: ApplicationRow,
): Promise<CodeChannel> {
  if (!(await maySendSms(connection, application))) return 'email';
  return (await providers.messenger.smsReach(application.phone)) === 'reachable' ? 'sms' : 'email';
}

/** Sends a new code; the ones before it are not taken any more. The application is locked. */
async function sendCode(
  context: LendingContext,
  tx: Transaction<LendingSchema>,
  application: ApplicationRow,
  channel: CodeChannel,
): Promise<void> {
  const { id: application_id, sponsor_id, merchant_id, locale, phone, email } = application;
  const [last] = await listStepUpCodes(tx, application);
  const code: StepUpCodeRow = {
    application_id,
    generation: (last?.generation ?? 0) + 1,
    sponsor_id,
    channel,
    failed_tries: 0,
    last_answer_digest: null,
    sent_at: context.clock.now(sponsor_id),
    used_at: null,
  };
  await insertStepUpCode(tx, code);
  await queueMessage(context, tx, {
    ...oneTimeCodeMessage(locale, codeOf(context, code)),
    sponsor_id,
    application_id,
    merchant_id,
    kind: 'one_time_code',
    channel,
    recipient: channel === 'sms' ? phone : email,
    links: [],
  });
}

/** The digits of a code; they are not stored, but made again. */
function codeOf(
  { sealer, providers }: Pick<LendingContext, 'sealer' | 'providers'>,
  { application_id, generation }: Pick<StepUpCodeRow, 'application_id' | 'generation'>,
): string {
  const name = JSON.stringify([application_id, generation]);
  return providers.codes.codeFor(sealer.index(name, 'step-up'));
}
