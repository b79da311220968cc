import type { BffContext, Merchant } from '../context.ts';
import { summaryView } from '../domain/checkout-view.ts';
import type { CheckoutsPage, CheckoutsQuery } from '../merchant-api/checkouts.ts';
import { findPlace, listMerchantCheckouts } from '../store/merchant-list.ts';
import { unknownCursor } from './read-for-merchant.ts';

/**
 * A page of the merchant's checkouts as they are stored, the newest first.
 * @throws BffError `invalid_request` for a cursor that is no checkout of the merchant
 */
export async function listCheckouts(
  { database }: Pick<BffContext, 'database'>,
  { publishable_key: merchant }: Merchant,
  query: CheckoutsQuery,
): Promise<CheckoutsPage> {
  const { limit, starting_after: cursor } = query;
  const after =
    cursor === undefined ? undefined : await findPlace(database.query, merchant, cursor);
  if (cursor !== undefined && after === undefined) throw unknownCursor();
  // One more than a page tells whether there are more.
  const found = await listMerchantCheckouts(database.query, {
    merchant,
    orderId: query.order_id,
    status: query.status,
    soldBy: query.sold_by,
    from: query.created_after,
    before: query.created_before,
    after,
    limit: limit + 1,
  });
  return { checkouts: found.slice(0, limit).map(summaryView), has_more: found.length > limit };
}
