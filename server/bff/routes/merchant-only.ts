import type { MiddlewareHandler } from 'hono';
import { equalDigests, sha256Hex } from '../../platform/crypto/digest.ts';
import { parseBasicAuth } from '../../platform/http/basic-auth.ts';
import type { BffContext, Merchant } from '../context.ts';
import { BffError } from '../errors.ts';
import type { MerchantEnv } from '../http-env.ts';

/** Lets a merchant's server pass, by its secret key as the user name of Basic, without a password. */
export function merchantOnly({
  config,
}: Pick<BffContext, 'config'>): MiddlewareHandler<MerchantEnv> {
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
