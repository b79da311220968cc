import type { OfferCode, OfferCodePath } from '../../../lending-api/offer-codes.ts';
import type { LendingContext, Sponsor } from '../../context.ts';
import { listOfferCodes } from '../../store/offer-codes.ts';
import { merchantOfPath, offerCodeOfPath } from './merchant-of-path.ts';
import { offerCodeRecord } from './offer-code-record.ts';

/** The merchant's offer codes, deleted ones too, in the order in which they were made. */
export async function listMerchantOfferCodes(
  { database }: LendingContext,
  sponsor: Sponsor,
  merchantUuid: string,
): Promise<OfferCode[]> {
  const merchant = await merchantOfPath(database.query, sponsor, merchantUuid);
  const owner = { sponsor_id: sponsor.id, merchant_id: merchant.id };
  return (await listOfferCodes(database.query, owner)).map(offerCodeRecord);
}

export async function retrieveOfferCode(
  { database }: LendingContext,
  sponsor: Sponsor,
  path: OfferCodePath,
): Promise<OfferCode> {
  return offerCodeRecord(await offerCodeOfPath(database.query, sponsor, path));
}
