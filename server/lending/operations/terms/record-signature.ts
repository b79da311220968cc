import type { Transaction } from 'kysely';
import type { RegulatedText } from '../../../lending-api/texts/regulated-texts.ts';
import type { TextId } from '../../../lending-api/texts/text-ids.ts';
import { sha256Hex } from '../../../platform/crypto/digest.ts';
import type { LendingContext } from '../../context.ts';
import { easternDate } from '../../../platform/calendar/eastern-time.ts';
import type { Disclosure } from '../../pages/terms/disclosures.ts';
import type { LoanTerms } from '../../pages/terms/loan-terms.ts';
import { type ConsentEvent, consentOf, recordConsents } from '../../store/consent-events.ts';
import type { ApplicationTable, LendingSchema } from '../../store/schema.ts';
import type { TermsAcceptance } from './accept-terms.ts';
import { keepDocuments } from './keep-documents.ts';

/** What is signed: the documents, and the terms that they were made of. */
export interface Signed {
  documents: readonly Disclosure[];
  terms: Pick<LoanTerms, 'hard_inquiry_on_accept'>;
}

/**
 * Keeps the documents as they were shown, and the evidence that they were signed,
 * with the consent to a hard inquiry where the offer brings one.
 */
export async function recordSignature(
  context: LendingContext,
  tx: Transaction<LendingSchema>,
  application: ApplicationTable,
  acceptance: Pick<TermsAcceptance, 'action' | 'visitor'>,
  { documents, terms }: Signed,
): Promise<void> {
  const now = context.clock.now(application.sponsor_id);
  await keepDocuments(context, tx, application, { documents, earlier: 0 });
  const shown = documents.map(({ sha256 }) => sha256);
  const { texts } = context.config;
  const textOf = (id: TextId) => texts.current(id, application.locale, easternDate(now));
  const signed = evidence(application, acceptance, textOf('loan_terms_signature'), now);
  const statement = evidence(application, acceptance, textOf('mla_statement'), now);
  const inquiry = evidence(application, ticked(acceptance), textOf('hard_pull_consent'), now);
  await recordConsents(tx, context, application.id, [
    ...(application.mla_covered === 1
      ? [{ ...statement, consentType: 'mla_statement_shown', documentSha256: shown } as const]
      : []),
    ...(terms.hard_inquiry_on_accept
      ? [{ ...inquiry, consentType: 'hard_pull', documentSha256: shown } as const]
      : []),
    { ...signed, consentType: 'loan_terms_signature', documentSha256: shown },
  ]);
}

type Given = { action: ConsentEvent['action'] } & Pick<TermsAcceptance, 'visitor'>;

/** The consent to the inquiry has a box of its own on the page. */
function ticked({ action, visitor }: Pick<TermsAcceptance, 'action' | 'visitor'>): Given {
  return { action: action === 'typed_name' ? 'checked' : action, visitor };
}

function evidence(
  application: ApplicationTable,
  { action, visitor }: Given,
  { id, version, text }: RegulatedText,
  now: number,
): Omit<ConsentEvent, 'consentType'> {
  return {
    ...consentOf(application),
    action,
    text: { id, version, sha256: sha256Hex(text) },
    acceptedAt: now,
    ...(visitor !== null && visitor),
    collectedBy: visitor === null ? 'sponsor_api' : 'hosted',
  };
}
