import type { Transaction } from 'kysely';
import type { TextId } from '../../lending-api/texts/text-ids.ts';
import { easternDate } from '../../platform/calendar/eastern-time.ts';
import { sha256Hex } from '../../platform/crypto/digest.ts';
import type { LendingContext } from '../context.ts';
import { findCreditLineIncrease } from '../store/accounts.ts';
import {
  type ConsentEvent,
  consentOf,
  lastConsent,
  recordConsent,
  recordConsents,
} from '../store/consent-events.ts';
import { keyedDigest, listDocumentHeads } from '../store/documents.ts';
import type { ApplicationRow } from '../store/schema/applications.ts';
import type { LendingSchema } from '../store/schema.ts';

/** What has left by e-mail or by post. */
export interface Sent {
  text: string;
  /** Epoch milliseconds on the sponsor's clock. */
  at: number;
}

/** The evidence that the consumer was sent documents or a record. The application is locked. */
export function recordDocuments(
  context: LendingContext,
  tx: Transaction<LendingSchema>,
  application: ApplicationRow,
  { text, at }: Sent,
): Promise<void> {
  return recordConsent(tx, context, {
    ...sentTo(application, at),
    consentType: 'documents_delivery',
    documentSha256: [keyedDigest(context.sealer, text)],
  });
}

/**
 * The evidence that the revised disclosure of a raised limit was sent, once: earlier versions of the
 * service wrote it with the increase. The application is locked.
 */
export async function recordRevisedTerms(
  context: LendingContext,
  tx: Transaction<LendingSchema>,
  application: ApplicationRow,
  { at }: Pick<Sent, 'at'>,
): Promise<void> {
  const increase = await findCreditLineIncrease(tx, application);
  if (!increase || (await lastConsent(tx, application, 'revised_terms_sent'))) return;
  const heads = await listDocumentHeads(tx, application.sponsor_id, application.id);
  const revised = heads.filter(({ type }) => type.startsWith('revised_'));
  const documentSha256 = revised.map(({ sha256 }) => sha256);
  const sent = (consentType: ConsentEvent['consentType'], id: TextId): ConsentEvent => ({
    ...sentTo(application, at),
    consentType,
    text: textOf(context, application, id, increase.increased_at),
    documentSha256,
  });
  const isCovered = revised.some(({ type }) => type === 'revised_mla_statement');
  await recordConsents(tx, context, application.id, [
    ...(isCovered ? [sent('mla_statement_shown', 'mla_statement')] : []),
    sent('revised_terms_sent', 'credit_line_increased'),
  ]);
}

/**
 * The evidence of the notice to a spouse (Wis. Stat. 766.56(3)(b)), once: earlier versions of the
 * service wrote it with the letter. The application is locked.
 */
export async function recordSpouseNotice(
  context: LendingContext,
  tx: Transaction<LendingSchema>,
  application: ApplicationRow,
  { text, at, writtenAt }: Sent & { writtenAt: number },
): Promise<void> {
  if (await lastConsent(tx, application, 'wi_spouse_notice')) return;
  await recordConsent(tx, context, {
    ...sentTo(application, at),
    consentType: 'wi_spouse_notice',
    text: textOf(context, application, 'wi_spouse_notice', writtenAt),
    documentSha256: [sha256Hex(text)],
  });
}

function sentTo(application: ApplicationRow, acceptedAt: number) {
  return {
    ...consentOf(application),
    action: 'attested',
    acceptedAt,
    collectedBy: 'hosted',
  } as const;
}

/** The text of the registry that was in force when something was written. */
function textOf(
  { config }: LendingContext,
  { locale }: ApplicationRow,
  textId: TextId,
  writtenAt: number,
): NonNullable<ConsentEvent['text']> {
  const { id, version, text } = config.texts.current(textId, locale, easternDate(writtenAt));
  return { id, version, sha256: sha256Hex(text) };
}
