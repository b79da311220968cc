import { Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { Webhook } from 'standardwebhooks';
import type { LiveFeed } from './live.ts';
import type { Store, WebhookEvent } from './store.ts';

const maxBodyBytes = 64 * 1024;

export interface WebhookOptions {
  /** Of the endpoint's entry in `MERCHANTS_FILE`: `whsec_…`. */
  readonly secret: string;
  readonly store: Store;
  readonly feed: LiveFeed;
  readonly now: () => number;
}

/**
 * `POST /webhooks`: takes each event once, and only from who knows the secret. It answers before
 * anything is read from the BFF: a page reads the order when somebody looks at it.
 */
export function webhookRoutes({ secret, store, feed, now }: WebhookOptions): Hono {
  const webhook = new Webhook(secret);
  const app = new Hono();
  app.post('/webhooks', bodyLimit({ maxSize: maxBodyBytes }), async (c) => {
    // The bytes that were signed: parsed and written again they would be others.
    const body = await c.req.text();
    let event: WebhookEvent;
    try {
      event = webhook.verify(body, c.req.header()) as WebhookEvent;
    } catch {
      return c.text('The signature is not valid.', 400);
    }
    const isNew = store.takeWebhook(c.req.header('webhook-id') ?? '', event, now());
    if (isNew) {
      const { checkout_id, order_id } = event.data;
      feed.tell({ checkout_id, order_id, type: event.type });
    }
    return c.body(null, 204);
  });
  return app;
}
