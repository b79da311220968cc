import { generateKeyPairSync } from 'node:crypto';
import { join } from 'node:path';
import type { Hono } from 'hono';
import { LiveFeed } from '../../../demo/back-office/live.ts';
import { Store } from '../../../demo/back-office/store.ts';
import { webhookRoutes } from '../../../demo/back-office/webhooks.ts';
import type { Merchant } from '../../../server/bff/context.ts';
import { listen } from '../../../server/platform/http/listen.ts';
import {
  otherSecret,
  otherShop,
  shop,
  shopSecret,
  startTestBff,
  type TestBff,
} from '../../helpers/bff.ts';
import { freePort } from '../../helpers/free-ports.ts';
import { startTestLending, type TestLending } from '../../helpers/lending.ts';
import { makeStorage } from '../../helpers/storage.ts';
import { hmacSecret } from '../../helpers/webhook-receiver.ts';
import type { OrderKeys } from './order-tokens.ts';

/** BFF, lending service and the demo shop's receiver of webhooks: all that checks a credential. */
export interface ForgedTestbed {
  readonly bff: TestBff;
  readonly lending: TestLending;
  readonly orderKeys: OrderKeys;
  readonly receiver: Hono;
  readonly webhookSecret: string;
  readonly otherWebhookSecret: string;
  close(): Promise<void>;
}

const unlimited = 1_000_000_000;

export async function startForgedTestbed(): Promise<ForgedTestbed> {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  const merchant: Merchant = { ...shop, order_keys: [publicKey.export({ format: 'jwk' })] };
  const port = await freePort();
  const lenderUrl = `http://localhost:${port}`;
  const lending = await startTestLending({ publicUrl: lenderUrl });
  const listening = await listen(lending.app, { port });
  const bff = await startTestBff({
    lenderUrl,
    config: {
      merchants: [merchant, otherShop],
      linkAllowedOrigins: [lenderUrl],
      // What is refused here is refused for what it is.
      limits: {
        callsPerAddress: unlimited,
        opensPerAddress: unlimited,
        opensPerMerchant: unlimited,
        callsPerCheckout: unlimited,
        softPullsPerAddressAnHour: unlimited,
        wrongPasswordsPerAddress: unlimited,
      },
    },
  });
  const { folder, remove } = await makeStorage();
  const store = new Store(join(folder, 'office.db'));
  const [webhookSecret, otherWebhookSecret] = [hmacSecret(), hmacSecret()];
  return {
    bff,
    lending,
    orderKeys: {
      secret: shopSecret,
      otherSecret,
      publishableKey: shop.publishable_key,
      privateKey,
      publicKey,
    },
    receiver: webhookRoutes({
      secret: webhookSecret,
      store,
      feed: new LiveFeed(),
      now: () => Date.now(),
    }),
    webhookSecret,
    otherWebhookSecret,
    close: async () => {
      await bff.close();
      await listening.close();
      await lending.close();
      store.close();
      await remove();
    },
  };
}
