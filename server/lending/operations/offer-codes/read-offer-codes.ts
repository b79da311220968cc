import type { OfferCode, OfferCodePath } from '../../../lending-api/offer-codes.ts';
import type { LendingContext, Sponsor } from '../../context.ts';
import { listOfferCodes, findOfferCode } from '../../store/offer-codes.ts';
import type { Connection } from '../../../platform/database/database.ts';
import { LendingError } from '../../errors.ts';
import { findMerchant } from '../../store/merchants.ts';
import type { LendingSchema, MerchantTable, OfferCodeTable } from '../../store/schema.ts';
import { formatCents } from '../../../platform/money.ts';
import { orNull } from '../../domain/or-null.ts';
import { timestamp } from '../../domain/timestamp.ts';

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

/** An offer code as the API shows it (lending decisions, 2.6). */
export function offerCodeRecord(code: OfferCodeTable): OfferCode {
  return {
    id: code.id,
    offer_code_name: code.offer_code_name,
    description: code.description,
    product_ids: JSON.parse(code.product_ids) as string[],
    min_amount: orNull(code.min_amount_cents, formatCents),
    max_amount: orNull(code.max_amount_cents, formatCents),
    start_date: code.start_date,
    end_date: code.end_date,
    is_deleted: code.is_deleted === 1,
    created: timestamp(code.created_at),
    modified: timestamp(code.modified_at),
  };
}
