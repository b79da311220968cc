import type { Transaction } from 'kysely';
import type { TextId } from '../../../lending-api/texts/text-ids.ts';
import { sha256Hex } from '../../../platform/crypto/digest.ts';
import type { LendingContext } from '../../context.ts';
import { noteNoticeSent } from '../../store/applications.ts';
import { consentOf, recordConsent } from '../../store/consent-events.ts';
import type { LendingSchema, NoticeTable } from '../../store/schema.ts';

/** Notes that a notice has left, by e-mail or by post, with the evidence. */
export async function noteNoticeOut(
  { config, database, ids, sealer }: LendingContext,
  tx: Transaction<LendingSchema>,
  notice: NoticeTable,
  { content, at }: { content: string; at: number },
): Promise<void> {
  const application = await noteNoticeSent(tx, notice);
  if (!application) return;
  const { text_id: id, text_version: version } = notice;
  // A notice is made of a text of the registry.
  const template = config.texts.find(id as TextId, version, application.locale);
  await recordConsent(
    tx,
    { database, ids, sealer },
    {
      ...consentOf(application),
      consentType: 'aan_delivery',
      action: 'attested',
      text: { id, version, sha256: sha256Hex(template?.text ?? '') },
      acceptedAt: at,
      documentSha256: [sha256Hex(content)],
      collectedBy: 'hosted',
    },
  );
}
