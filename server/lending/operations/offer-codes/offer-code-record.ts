import type { OfferCode } from '../../../lending-api/offer-codes.ts';
import { formatCents } from '../../../platform/money.ts';
import { orNull } from '../../domain/or-null.ts';
import { timestamp } from '../../domain/timestamp.ts';
import type { OfferCodeTable } from '../../store/schema.ts';

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
