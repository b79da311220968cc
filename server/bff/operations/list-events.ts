import type { BffContext, Merchant } from '../context.ts';
import { eventView } from '../domain/event-view.ts';
import { wireTime } from '../domain/step.ts';
import type { EventsPage, EventsQuery } from '../merchant-api/webhooks.ts';
import { deliveriesOf, findEvent, listMerchantEvents } from '../store/webhook-list.ts';
import { failingEndpoints } from '../store/webhooks.ts';
import { unknownCursor } from './read-for-merchant.ts';

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
  const { limit, starting_after: cursor } = query;
  const after =
    cursor === undefined ? undefined : await findEvent(database.query, merchant, cursor);
  const isOfList = query.checkout_id === undefined || after?.checkoutId === query.checkout_id;
  if (cursor !== undefined && (after === undefined || !isOfList)) throw unknownCursor();
  // One more than a page tells whether there are more.
  const found = await listMerchantEvents(database.query, {
    merchant,
    checkoutId: query.checkout_id,
    status: query.status,
    type: query.type,
    from: query.created_after,
    after,
    limit: limit + 1,
  });
  const events = found.slice(0, limit);
  const deliveries = await deliveriesOf(
    database.query,
    events.map(({ id }) => id),
  );
  const failing = await failingEndpoints(database.query);
  return {
    events: events.map((each) => eventView(each, deliveries.get(each.id) ?? [])),
    has_more: found.length > limit,
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
