import { type Context, Hono, type MiddlewareHandler } from 'hono';
import {
  createChargeSchema,
  merchantCheckoutSchema,
  resolveChargeSchema,
} from '../../../widget/contract/merchant.ts';
import { equalDigests, sha256Hex } from '../../platform/crypto/digest.ts';
import { parseBasicAuth } from '../../platform/http/basic-auth.ts';
import type { BffContext, Merchant } from '../context.ts';
import { BffError } from '../errors.ts';
import type { MerchantEnv } from '../http/env.ts';
import type { Limiters } from '../http/limiters.ts';
import { readBody } from '../http/request.ts';
import { chargeForMerchant } from '../operations/charge-for-merchant.ts';
import { openForMerchant } from '../operations/open-for-merchant.ts';
import { readCharges, readForMerchant } from '../operations/read-for-merchant.ts';
import { resolveCharge } from '../operations/resolve-charge.ts';

/** `/v1/merchant/checkouts`: what a merchant's server asks for with its secret key. */
export function merchantRoutes(
  context: BffContext,
  limiters: Limiters,
  strictJson: MiddlewareHandler,
): Hono<MerchantEnv> {
  const app = new Hono<MerchantEnv>();
  app.use('*', merchantOnly(context), strictJson);
  app.use('/checkouts/:id/*', async (c, next) => {
    const id = c.req.param('id');
    limiters.callByServer(c.var.merchant.publishable_key, id);
    c.set('checkoutId', id);
    await next();
  });
  app.post('/checkouts', async (c) => {
    const body = await readBody(c, merchantCheckoutSchema);
    const { merchant } = c.var;
    limiters.openByServer(merchant.publishable_key);
    const request = { merchant, body, key: idempotencyKey(c) };
    return c.json(await openForMerchant(context, request), 201);
  });
  app.get('/checkouts/:id', async (c) =>
    c.json(await readForMerchant(context, c.var.merchant, c.req.param('id')), 200),
  );
  app.get('/checkouts/:id/charges', async (c) =>
    c.json(await readCharges(context, c.var.merchant, c.req.param('id')), 200),
  );
  app.post('/checkouts/:id/charges', async (c) => {
    const body = await readBody(c, createChargeSchema);
    const request = { merchant: c.var.merchant, body, key: idempotencyKey(c) };
    return c.json(await chargeForMerchant(context, c.req.param('id'), request), 201);
  });
  app.post('/checkouts/:id/charges/:charge/resolve', async (c) => {
    const body = await readBody(c, resolveChargeSchema);
    const { id, charge: chargeId } = c.req.param();
    const asked = { merchant: c.var.merchant, chargeId, body };
    return c.json(await resolveCharge(context, id, asked), 200);
  });
  return app;
}

const maxKeyLength = 255;

/** @throws BffError `invalid_request` for a key that is empty or too long */
function idempotencyKey(c: Context): string | undefined {
  const key = c.req.header('idempotency-key')?.trim();
  if (key === undefined) return undefined;
  if (key === '') throw invalidKey('required');
  if (key.length > maxKeyLength) throw invalidKey('too_long');
  return key;
}

function invalidKey(code: 'required' | 'too_long'): BffError {
  return new BffError('invalid_request', { errors: { 'idempotency-key': [code] } });
}

/** Lets a merchant's server pass, by its secret key as the user name of Basic, without a password. */
function merchantOnly({ config }: Pick<BffContext, 'config'>): MiddlewareHandler<MerchantEnv> {
  return async function admitMerchant(c, next) {
    const given = parseBasicAuth(c.req.header('authorization'));
    const merchant = merchantOfSecretKey(config.merchants, given?.username ?? '');
    if (merchant === undefined || given?.password !== '') {
      c.header('www-authenticate', 'Basic realm="merchant"');
      throw new BffError('unauthorized');
    }
    c.set('merchantId', merchant.publishable_key);
    c.set('merchant', merchant);
    await next();
  };
}

/** Compares with every key there is, so that the time says nothing of which one was close. */
function merchantOfSecretKey(
  merchants: readonly Merchant[],
  secretKey: string,
): Merchant | undefined {
  const digest = sha256Hex(secretKey);
  let found: Merchant | undefined;
  for (const merchant of merchants) {
    for (const known of merchant.secret_key_sha256) {
      if (equalDigests(digest, known)) found = merchant;
    }
  }
  return found;
}
