import type { Transaction } from 'kysely';
import { currentText } from '../../../lending-api/texts/registry.ts';
import type { TextId } from '../../../lending-api/texts/text-ids.ts';
import { sha256Hex } from '../../../platform/crypto/digest.ts';
import type { LendingContext } from '../../context.ts';
import { easternDate } from '../../domain/calendar/eastern-time.ts';
import type { Disclosure } from '../../pages/terms/disclosures.ts';
import { type ConsentEvent, consentOf, recordConsents } from '../../store/consent-events.ts';
import type { ApplicationTable, LendingSchema } from '../../store/schema.ts';
import type { TermsAcceptance } from './accept-terms.ts';
import { keepDocuments } from './keep-documents.ts';

/** Keeps the documents as they were shown, and the evidence that they were signed (decisions 3.3). */
export async function recordSignature(
  context: LendingContext,
  tx: Transaction<LendingSchema>,
  application: ApplicationTable,
  acceptance: Pick<TermsAcceptance, 'action' | 'visitor'>,
  documents: readonly Disclosure[],
): Promise<void> {
  const now = context.clock.now(application.sponsor_id);
  await keepDocuments(context, tx, application, { documents, earlier: 0 });
  const shown = documents.map(({ sha256 }) => sha256);
  const signed = evidence(application, acceptance, 'loan_terms_signature', now);
  const statement = evidence(application, acceptance, 'mla_statement', now);
  await recordConsents(tx, context.ids, application.id, [
    ...(application.mla_covered === 1
      ? [{ ...statement, consentType: 'mla_statement_shown', documentSha256: shown } as const]
      : []),
    { ...signed, consentType: 'loan_terms_signature', documentSha256: shown },
  ]);
}

function evidence(
  application: ApplicationTable,
  { action, visitor }: Pick<TermsAcceptance, 'action' | 'visitor'>,
  textId: TextId,
  now: number,
): Omit<ConsentEvent, 'consentType'> {
  const { version, text } = currentText(textId, application.locale, easternDate(now));
  return {
    ...consentOf(application),
    action,
    text: { id: textId, version, sha256: sha256Hex(text) },
    acceptedAt: now,
    ...(visitor !== null && visitor),
    collectedBy: visitor === null ? 'sponsor_api' : 'hosted',
  };
}
