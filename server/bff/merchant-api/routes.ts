import { createChargeRoute, listChargesRoute, resolveChargeRoute } from './charges.ts';
import { createRefundRoute, listRefundsRoute, resolveRefundRoute } from './refunds.ts';
import { createCheckoutRoute, listCheckoutsRoute, retrieveCheckoutRoute } from './checkouts.ts';

/** Every route of the merchant API. */
export const merchantApiRoutes = [
  createCheckoutRoute,
  listCheckoutsRoute,
  retrieveCheckoutRoute,
  listChargesRoute,
  createChargeRoute,
  resolveChargeRoute,
  listRefundsRoute,
  createRefundRoute,
  resolveRefundRoute,
];

/** What the operations are about. */
export const tags = [
  { name: 'Checkouts', description: 'An order and its financing, from the application on.' },
  { name: 'Charges', description: 'What a consumer is asked to approve, once there is a loan.' },
  { name: 'Refunds', description: 'What goes back of a charge, in full or in part.' },
];

/** What each parameter of a path, a query or a header is, by its name. */
export const parameters: Readonly<Record<string, string>> = {
  id: 'The `checkout_id`.',
  charge: 'The `charge_id`.',
  refund: 'The `refund_id`.',
  order_id: 'Of this order.',
  status: 'That are at this status.',
  created_after: 'Made at this time or later.',
  created_before: 'Made before this time.',
  limit: 'Rows of a page, at most 100.',
  starting_after: 'The id of the last row of the page before.',
  'idempotency-key':
    'A repeat under the same key is answered with what it was first for. With another body it is refused.',
};
