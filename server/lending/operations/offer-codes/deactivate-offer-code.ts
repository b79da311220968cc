import type { OfferCode, OfferCodePath } from '../../../lending-api/offer-codes.ts';
import type { LendingContext, Sponsor } from '../../context.ts';
import { deleteOfferCode } from '../../store/offer-codes.ts';
import { offerCodeOfPath } from './merchant-of-path.ts';
import { offerCodeRecord } from './offer-code-record.ts';

/** Deletes an offer code for good; invitations made under it keep what it promised. */
export function deactivateOfferCode(
  { database, clock }: LendingContext,
  sponsor: Sponsor,
  path: OfferCodePath,
): Promise<OfferCode> {
  return database.transaction(async (tx) => {
    const code = await offerCodeOfPath(tx, sponsor, path);
    await deleteOfferCode(tx, code, clock.now(sponsor.id));
    return offerCodeRecord(await offerCodeOfPath(tx, sponsor, path));
  });
}
