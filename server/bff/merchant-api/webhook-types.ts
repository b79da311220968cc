import type { EventType } from './events.ts';

/**
 * What a merchant's server is told of by webhooks. Not of what is `working`, which nobody can act on,
 * nor of a checkout that is `open`.
 */
export const webhookTypes = [
  'checkout.applied',
  'checkout.review',
  'checkout.offers',
  'checkout.no_offers',
  'checkout.chosen',
  'checkout.accepted',
  'checkout.cancelled',
  'checkout.expired',
  'checkout.needs_attention',
  'charge.pending',
  'charge.approved',
  'charge.settled',
  'charge.rejected',
  'charge.expired',
  'charge.canceled',
  'charge.failed',
  'charge.held',
  'charge.refunded',
  'charge.reversed',
  'charge.unresolved',
  'charge.not_made',
  'refund.pending',
  'refund.settled',
  'refund.failed',
  'refund.unresolved',
  'refund.not_made',
] as const satisfies readonly EventType[];
export type WebhookType = (typeof webhookTypes)[number];
