import type { Transaction } from 'kysely';
import { sha256Hex } from '../../../platform/crypto/digest.ts';
import type { LendingContext } from '../../context.ts';
import { isShredded, openApplicant } from '../../store/applicant-secrets.ts';
import { lockApplication } from '../../store/applications.ts';
import { consentOf, recordConsent } from '../../store/consent-events.ts';
import { addressOf } from '../../store/letters.ts';
import type { ApplicationTable, LendingSchema, MessageTable } from '../../store/schema.ts';
import { esignOf } from '../preferences/preferences-of.ts';
import { queueLetter } from '../letters/queue-letter.ts';

/** The kinds of message that carry the consumer's copy of documents. */
const documentKinds: ReadonlySet<string> = new Set(['loan_documents', 'credit_line_increased']);

interface DeliveryOutcome {
  outcome: 'Sent' | 'Bounced' | 'Failed';
  /** Epoch milliseconds on the sponsor's clock. */
  at: number;
}

/**
 * Keeps the receipt of a consumer's copy that was delivered. One that did
 * not arrive goes by post: the disclosures must be in a form that the consumer may keep.
 */
export async function recordDocumentsDelivery(
  context: LendingContext,
  tx: Transaction<LendingSchema>,
  message: MessageTable,
  { outcome, at }: DeliveryOutcome,
): Promise<void> {
  const { application_id, sponsor_id } = message;
  if (application_id === null || !documentKinds.has(message.kind)) return;
  const application = await lockApplication(tx, context.database, sponsor_id, application_id);
  if (!application) return;
  // Whoever withdrew the consent to e-mails has it in the post already.
  if (outcome !== 'Sent' && (await esignOf(tx, application)) === 'withdrawn') return;
  if (outcome !== 'Sent' && isShredded(application)) {
    context.log.error({ event: 'documents_without_address', sponsor_id, application_id });
    return;
  }
  if (outcome !== 'Sent') return mailCopy(context, tx, application, message);
  await recordConsent(tx, context, {
    ...consentOf(application),
    consentType: 'documents_delivery',
    action: 'attested',
    acceptedAt: at,
    documentSha256: [sha256Hex(message.text)],
    collectedBy: 'hosted',
  });
}

function mailCopy(
  context: LendingContext,
  tx: Transaction<LendingSchema>,
  application: ApplicationTable,
  { text }: MessageTable,
): Promise<void> {
  const { id, sponsor_id, first_name, last_name } = application;
  const lines = addressOf(openApplicant(context.sealer, application));
  return queueLetter(context, tx, {
    sponsor_id,
    application_id: id,
    kind: 'paper_copy',
    recipient: { name: `${first_name} ${last_name}`, lines },
    content: text,
  });
}
