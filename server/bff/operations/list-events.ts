import type { BffContext, Merchant } from '../context.ts';
import { eventView } from '../domain/event-view.ts';
import { wireTime } from '../domain/step.ts';
import type { EventsPage, EventsQuery } from '../merchant-api/webhooks.ts';
import { deliveriesOf, findEvent, listMerchantEvents } from '../store/webhook-list.ts';
import { failingEndpoints } from '../store/webhooks.ts';
import { pageOf, placeBefore, rowsToRead } from './list-page.ts';

/**
 * A page of what the merchant's server is told, the newest first, with each attempt and how its
 * endpoints do.
 * @throws BffError `invalid_request` for a cursor that is no event of the merchant, or of the checkout
 */
export async function listEvents(
  { database }: Pick<BffContext, 'database'>,
  { publishable_key: merchant, webhooks = [] }: Merchant,
  query: EventsQuery,
): Promise<EventsPage> {
  const after = await placeBefore(query, async (cursor) => {
    const event = await findEvent(database.query, merchant, cursor);
    const isOfList = query.checkout_id === undefined || event?.checkoutId === query.checkout_id;
    return isOfList ? event : undefined;
  });
  const found = await listMerchantEvents(database.query, {
    merchant,
    checkoutId: query.checkout_id,
    status: query.status,
    type: query.type,
    from: query.created_after,
    after,
    limit: rowsToRead(query),
  });
  const { rows: events, has_more } = pageOf(found, query);
  const deliveries = await deliveriesOf(
    database.query,
    events.map(({ id }) => id),
  );
  const failing = await failingEndpoints(database.query);
  return {
    events: events.map((each) => eventView(each, deliveries.get(each.id) ?? [])),
    has_more,
    endpoints: webhooks.map(({ id, url }) => {
      const since = failing.find((each) => each.merchant === merchant && each.endpointId === id);
      return {
        endpoint_id: id,
        url,
        failing_since: since === undefined ? null : wireTime(since.since),
      };
    }),
  };
}
