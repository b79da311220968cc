import type { BffContext, Merchant } from '../context.ts';
import { summaryView } from '../domain/checkout-view.ts';
import type { CheckoutsPage, CheckoutsQuery } from '../merchant-api/checkouts.ts';
import { findPlace, listMerchantCheckouts } from '../store/merchant-list.ts';
import { pageOf, placeBefore, rowsToRead } from './list-page.ts';

/**
 * A page of the merchant's checkouts as they are stored, the newest first.
 * @throws BffError `invalid_request` for a cursor that is no checkout of the merchant
 */
export async function listCheckouts(
  { database }: Pick<BffContext, 'database'>,
  { publishable_key: merchant }: Merchant,
  query: CheckoutsQuery,
): Promise<CheckoutsPage> {
  const after = await placeBefore(query, (cursor) => findPlace(database.query, merchant, cursor));
  const found = await listMerchantCheckouts(database.query, {
    merchant,
    orderId: query.order_id,
    status: query.status,
    soldBy: query.sold_by,
    from: query.created_after,
    before: query.created_before,
    after,
    limit: rowsToRead(query),
  });
  const { rows, has_more } = pageOf(found, query);
  return { checkouts: rows.map(summaryView), has_more };
}
