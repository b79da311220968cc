import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { mock } from 'node:test';
import { Webhook } from 'standardwebhooks';
import { type WebhookPayload, webhookPayload } from '../../server/bff/merchant-api/webhooks.ts';
import type { Merchant, WebhookEndpoint } from '../../server/bff/merchants.ts';
import { shop, type TestBff } from './bff.ts';

/** A webhook as it came: the raw body is what is signed. */
export interface ReceivedWebhook {
  readonly id: string;
  readonly path: string;
  readonly headers: Record<string, string>;
  readonly raw: string;
  readonly payload: WebhookPayload;
  /** What it was answered; null while it hangs. */
  readonly status: number | null;
}

/** A merchant's server that takes webhooks, over real HTTP. */
export interface WebhookReceiver {
  readonly url: string;
  readonly received: readonly ReceivedWebhook[];
  /** How many were on their way at one time, at most. */
  mostAtOnce(): number;
  /** Of those that were acknowledged, in the order of their arrival. */
  types(checkoutId?: string): string[];
  /** Answers with this status from now on, or not at all. */
  answer(status: number | 'never'): void;
  close(): Promise<void>;
}

/** @param listensAt from `freePorts` where it is closed while webhooks still go there */
export async function startReceiver(listensAt = 0): Promise<WebhookReceiver> {
  const received: ReceivedWebhook[] = [];
  let status: number | 'never' = 204;
  let [open, mostOpen] = [0, 0];
  const server = createServer((request, response) => {
    open += 1;
    mostOpen = Math.max(mostOpen, open);
    response.on('close', () => {
      open -= 1;
    });
    let raw = '';
    request.setEncoding('utf8').on('data', (text: string) => {
      raw += text;
    });
    request.on('end', () => {
      const headers = request.headers as Record<string, string>;
      received.push({
        id: headers['webhook-id'] ?? '',
        path: request.url ?? '',
        headers,
        raw,
        payload: webhookPayload.strict().parse(JSON.parse(raw)),
        status: status === 'never' ? null : status,
      });
      if (status !== 'never') response.writeHead(status).end();
    });
  });
  server.listen(listensAt, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const isAcknowledged = (each: ReceivedWebhook) => (each.status ?? 500) < 300;
  return {
    url: `http://127.0.0.1:${port}/hooks`,
    received,
    mostAtOnce: () => mostOpen,
    types: (checkoutId) =>
      received
        .filter(isAcknowledged)
        .filter(
          ({ payload }) => (checkoutId ?? payload.data.checkout_id) === payload.data.checkout_id,
        )
        .map(({ payload }) => payload.type),
    answer: (next) => {
      status = next;
    },
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

export function hmacSecret(): string {
  return `whsec_${randomBytes(32).toString('base64')}`;
}

/** The test shop with these endpoints. */
export function shopWith(...webhooks: WebhookEndpoint[]): Merchant {
  return { ...shop, webhooks };
}

/** What the merchants' file says from now on. */
export function relist({ context }: Pick<TestBff, 'context'>, merchant: Merchant): void {
  const { merchants } = context;
  const isOther = (each: Merchant) => each.publishable_key !== merchant.publishable_key;
  merchants.replace([...merchants.listed.filter(isOther), merchant]);
}

/** Verifies as a merchant's server does, by the Standard Webhooks library. @throws when it is not */
export function verifyWebhook(
  secret: string,
  { raw, headers }: ReceivedWebhook,
  now: number,
): void {
  // The library takes the time from the process.
  mock.timers.enable({ apis: ['Date'], now });
  try {
    new Webhook(secret).verify(raw, headers);
  } finally {
    mock.timers.reset();
  }
}
