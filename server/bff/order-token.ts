import {
  type CompactVerifyResult,
  compactVerify,
  decodeProtectedHeader,
  errors,
  importJWK,
  type JWK,
  type ProtectedHeaderParameters,
} from 'jose';
import { HttpInputError } from '../platform/http/http-input-error.ts';
import { parseStrictJson } from '../platform/http/parse-strict-json.ts';
import type { Merchant } from './context.ts';
import {
  type OrderClaims,
  type OrderExpectations,
  readOrderClaims,
} from './domain/order-claims.ts';
import { BffError } from './errors.ts';

const edwards = ['EdDSA', 'Ed25519'];

/** Headers with which a token would bring its own key, or ask for rules that are unknown here. */
const refusedHeaders = ['jku', 'jwk', 'x5u', 'x5c', 'crit', 'b64', 'zip', 'enc'] as const;

/**
 * Reads an order token signed by one of the merchant's secrets (HS256) or keys (EdDSA).
 * @throws BffError `order_invalid`
 */
export async function readOrderToken(
  merchant: Pick<Merchant, 'order_secrets' | 'order_keys'>,
  token: string,
  expectations: OrderExpectations,
): Promise<OrderClaims> {
  const payload = await verifiedPayload(merchant, token);
  const claims = readOrderClaims(payload, expectations);
  if (claims === undefined) throw new BffError('order_invalid');
  return claims;
}

async function verifiedPayload(
  { order_secrets, order_keys }: Pick<Merchant, 'order_secrets' | 'order_keys'>,
  token: string,
): Promise<unknown> {
  const header = readHeader(token);
  if (header === undefined || refusedHeaders.some((name) => name in header)) return undefined;
  if (header.alg === 'HS256') {
    const secrets = order_secrets.map((secret) => new TextEncoder().encode(secret));
    return firstVerified(secrets, (secret) =>
      compactVerify(token, secret, { algorithms: ['HS256'] }),
    );
  }
  if (!edwards.includes(header.alg ?? '')) return undefined;
  return firstVerified(order_keys, async (key) =>
    compactVerify(token, await publicKey(key), { algorithms: edwards }),
  );
}

function readHeader(token: string): ProtectedHeaderParameters | undefined {
  try {
    return decodeProtectedHeader(token);
  } catch {
    return undefined;
  }
}

async function firstVerified<Key>(
  keys: readonly Key[],
  verify: (key: Key) => Promise<CompactVerifyResult>,
): Promise<unknown> {
  for (const key of keys) {
    try {
      const { payload } = await verify(key);
      return parseStrictJson(new TextDecoder('utf-8', { fatal: true }).decode(payload));
    } catch (error) {
      const isForeign = error instanceof errors.JOSEError;
      const isGarbled = error instanceof HttpInputError || error instanceof TypeError;
      if (!isForeign && !isGarbled) throw error;
    }
  }
  return undefined;
}

const imported = new WeakMap<JWK, ReturnType<typeof importJWK>>();

/** Only the public half of a key pair is ever used, whatever the merchant's entry holds. */
function publicKey(jwk: JWK): ReturnType<typeof importJWK> {
  const known = imported.get(jwk);
  if (known) return known;
  const { kty, crv, x } = jwk;
  const key = importJWK({ kty, crv, x } as JWK, 'EdDSA');
  imported.set(jwk, key);
  return key;
}
