import { z } from '@hono/zod-openapi';
import { checkoutStatus } from './checkouts.ts';
import { money, time, uuid } from './values.ts';
import { webhookTypes } from './webhook-types.ts';

export const webhookType = z.enum(webhookTypes).openapi('WebhookType');

/** The body of a webhook. */
export const webhookPayload = z
  .object({
    type: webhookType,
    timestamp: time.openapi({ description: 'When it happened, not when it is sent.' }),
    data: z.object({
      checkout_id: uuid,
      order_id: z.string().nullable(),
      status: checkoutStatus,
      version: z.int().openapi({
        description: 'Of the checkout: greater than that of each event of it before.',
        example: 6,
      }),
      amount: money.nullable().openapi({
        description: 'Of the refund or the charge that it is about, else of the checkout.',
      }),
      charge_id: uuid.optional(),
      refund_id: uuid.optional(),
    }),
  })
  .openapi('Webhook');
export type WebhookPayload = z.output<typeof webhookPayload>;
