import type { Transaction } from 'kysely';
import { findText } from '../../../lending-api/texts/registry.ts';
import type { TextId } from '../../../lending-api/texts/text-ids.ts';
import { sha256Hex } from '../../../platform/crypto/digest.ts';
import type { LendingContext } from '../../context.ts';
import { consentOf, recordConsent } from '../../store/consent-events.ts';
import { noteNoticeDelivery } from '../../store/notices.ts';
import type { LendingSchema, MessageTable } from '../../store/schema.ts';

/** Notes what became of a notice's e-mail, with the evidence of one that left (decisions 3.3). */
export async function recordNoticeDelivery(
  { ids }: LendingContext,
  tx: Transaction<LendingSchema>,
  message: Pick<MessageTable, 'id' | 'text'>,
  { outcome, at }: { outcome: 'Sent' | 'Bounced'; at: number },
): Promise<void> {
  const sent = await noteNoticeDelivery(tx, message.id, outcome);
  if (!sent) return;
  const { application, notice } = sent;
  const { text_id: id, text_version: version } = notice;
  // A notice is made of a text of the registry.
  const template = findText(id as TextId, version, application.locale);
  await recordConsent(tx, ids, {
    ...consentOf(application),
    consentType: 'aan_delivery',
    action: 'attested',
    text: { id, version, sha256: sha256Hex(template?.text ?? '') },
    acceptedAt: at,
    documentSha256: [sha256Hex(message.text)],
    collectedBy: 'hosted',
  });
}
