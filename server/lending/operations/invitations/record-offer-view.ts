import { sha256Hex } from '../../../platform/crypto/digest.ts';
import type { LendingContext } from '../../context.ts';
import { lockApplication } from '../../store/applications.ts';
import { consentOf, lastConsent, recordConsent } from '../../store/consent-events.ts';
import { listOffers } from '../../store/offers.ts';
import type { ApplicationRow } from '../../store/schema/applications.ts';
import type { Visitor } from '../identity/visitor.ts';

/**
 * Writes down which offers the consumer was shown, in their order, by the digest of each as it was
 * promised, its id included. The same offers again are no new view.
 */
export async function recordOfferView(
  { database, clock, ids, sealer }: LendingContext,
  application: ApplicationRow,
  visitor: Visitor,
): Promise<void> {
  const { id, sponsor_id } = application;
  const offers = await listOffers(database.query, sponsor_id, id);
  const documentSha256 = offers.map(({ terms }) => sha256Hex(terms));
  await database.transaction(async (tx) => {
    await lockApplication(tx, database, sponsor_id, id);
    const last = await lastConsent(tx, application, 'offer_view');
    if (last?.document_sha256 === JSON.stringify(documentSha256)) return;
    await recordConsent(
      tx,
      { database, ids, sealer },
      {
        ...consentOf(application),
        consentType: 'offer_view',
        action: 'shown',
        acceptedAt: clock.now(sponsor_id),
        ...visitor,
        documentSha256,
        collectedBy: 'hosted',
      },
    );
  });
}
