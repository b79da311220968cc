import type { Connection } from '../../../platform/database/database.ts';
import type { Sponsor } from '../../context.ts';
import { LendingError } from '../../errors.ts';
import { findMerchant } from '../../store/merchants.ts';
import { findOfferCode } from '../../store/offer-codes.ts';
import type { LendingSchema, MerchantTable, OfferCodeTable } from '../../store/schema.ts';

/** The merchant of a path. Throws `not_found`, for another sponsor's too. */
export async function merchantOfPath(
  connection: Connection<LendingSchema>,
  sponsor: Sponsor,
  merchantUuid: string,
): Promise<MerchantTable> {
  const merchant = await findMerchant(connection, sponsor.id, merchantUuid);
  if (merchant) return merchant;
  throw new LendingError('not_found', 'Not found.');
}

const OFFER_CODE_ID = /^[1-9]\d{0,8}$/;

/** The offer code of a path. Throws `not_found`. */
export async function offerCodeOfPath(
  connection: Connection<LendingSchema>,
  sponsor: Sponsor,
  { merchant_uuid, id }: { merchant_uuid: string; id: string },
): Promise<OfferCodeTable> {
  const merchant = await merchantOfPath(connection, sponsor, merchant_uuid);
  const name = { sponsor_id: sponsor.id, merchant_id: merchant.id, id: Number(id) };
  const code = OFFER_CODE_ID.test(id) ? await findOfferCode(connection, name) : undefined;
  if (code) return code;
  throw new LendingError('not_found', 'Not found.');
}
