import {
  approveChargeRoute,
  createChargeRoute,
  listChargesRoute,
  resolveChargeRoute,
} from './charges.ts';
import {
  cancelCheckoutRoute,
  createCheckoutRoute,
  issueLinkRoute,
  listCheckoutsRoute,
  readQrCodeRoute,
  retrieveCheckoutRoute,
} from './checkouts.ts';
import { increaseLimitRoute } from './credit-limit.ts';
import { createRefundRoute, listRefundsRoute, resolveRefundRoute } from './refunds.ts';
import { readReportRoute } from './report.ts';
import { listSettlementsRoute } from './settlements.ts';
import { listEventsRoute, resendEventRoute, resendEventsRoute } from './webhooks.ts';

/** Every route of the merchant API. */
export const merchantApiRoutes = [
  createCheckoutRoute,
  listCheckoutsRoute,
  retrieveCheckoutRoute,
  issueLinkRoute,
  readQrCodeRoute,
  cancelCheckoutRoute,
  increaseLimitRoute,
  listChargesRoute,
  createChargeRoute,
  approveChargeRoute,
  resolveChargeRoute,
  listRefundsRoute,
  createRefundRoute,
  resolveRefundRoute,
  listEventsRoute,
  resendEventRoute,
  resendEventsRoute,
  listSettlementsRoute,
  readReportRoute,
];

/** What the operations are about. */
export const tags = [
  { name: 'Checkouts', description: 'An order and its financing, from the application on.' },
  { name: 'Charges', description: 'What a consumer is asked to approve, once there is a loan.' },
  { name: 'Refunds', description: 'What goes back of a charge, in full or in part.' },
  {
    name: 'Events',
    description: 'What the merchant’s server was sent by webhooks, and what failed.',
  },
  {
    name: 'Settlements',
    description: 'For the books: which money has moved, and how many checkouts came how far.',
  },
];

/** What each parameter of a path, a query or a header is, by its name. */
export const parameters: Readonly<Record<string, string>> = {
  id: 'The `checkout_id`.',
  charge: 'The `charge_id`.',
  refund: 'The `refund_id`.',
  event: 'The `event_id`.',
  checkout_id: 'Of this checkout.',
  type: 'Of this type.',
  order_id: 'Of this order.',
  status: 'That are at this status.',
  sold_by: 'That this user sells.',
  created_after: 'Made at this time or later.',
  created_before: 'Made before this time.',
  from: 'From this day in New York on.',
  to: 'Until this day in New York, which counts, too.',
  by: 'What the rows are by.',
  limit: 'Rows of a page, at most 100.',
  starting_after: 'The id of the last row of the page before.',
  'idempotency-key':
    'A repeat under the same key does nothing twice: it is answered with the same object, as it is now. What was refused, or came to nothing, is tried again. A charge that was `rejected`, `expired`, `canceled` or `failed`, or a refund that `failed`, is not: ask again under another key. With another body it is refused.',
};
