import {
  type CompactVerifyResult,
  compactVerify,
  decodeProtectedHeader,
  errors,
  importJWK,
  type JWK,
  type ProtectedHeaderParameters,
} from 'jose';
import { HttpInputError } from '../../platform/http/http-input-error.ts';
import { parseStrictJson } from '../../platform/http/parse-strict-json.ts';
import { parseCents } from '../../platform/money.ts';
import type { Merchant } from '../context.ts';
import type { Order } from '../domain/checkout.ts';
import { BffError } from '../errors.ts';

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

const lifetimeSeconds = 15 * 60;
/** How far a merchant's clock may be ahead. */
const clockSkewSeconds = 5 * 60;
const maxJtiLength = 128;
const maxOrderIdLength = 64;
const maxDescriptionLength = 140;

/** A well-signed order: `isExpired` leaves it good for saying which order is meant, no more. */
export interface OrderClaims {
  readonly order: Order;
  readonly jti: string;
  /** Epoch milliseconds. */
  readonly expiresAt: number;
  readonly isExpired: boolean;
}

interface OrderExpectations {
  /** The merchant's publishable key. */
  issuer: string;
  /** The BFF's public URL. */
  audience: string;
  /** Epoch milliseconds. */
  now: number;
}

/**
 * Reads the claims of an order whose signature is good.
 * @returns undefined when one is missing, not of its form or not for this merchant and this BFF
 */
function readOrderClaims(
  claims: unknown,
  { issuer, audience, now }: OrderExpectations,
): OrderClaims | undefined {
  if (typeof claims !== 'object' || claims === null) return undefined;
  const { iss, aud, jti, iat, exp, nbf, ...content } = claims as Record<string, unknown>;
  const signed = readOrder(content);
  if (signed === undefined || iss !== issuer || !isFor(audience, aud)) return undefined;
  if (!isText(jti, maxJtiLength) || !isTime(iat) || !isTime(exp)) return undefined;
  const nowSeconds = Math.floor(now / 1000);
  const latestStart = nowSeconds + clockSkewSeconds;
  if (exp <= iat || exp - iat > lifetimeSeconds || iat > latestStart) return undefined;
  if (nbf !== undefined && (!isTime(nbf) || nbf > latestStart)) return undefined;
  const order = { ...signed, issuedAt: iat };
  return { order, jti, expiresAt: exp * 1000, isExpired: exp <= nowSeconds };
}

/** An audience is one name or a list of them (RFC 7519, section 4.1.3). */
function isFor(audience: string, aud: unknown): boolean {
  return Array.isArray(aud) ? aud.includes(audience) : aud === audience;
}

function readOrder({
  amount,
  order_id: id,
  description = null,
}: Record<string, unknown>): Omit<Order, 'issuedAt'> | undefined {
  if (!isText(id, maxOrderIdLength)) return undefined;
  if (description !== null && !isText(description, maxDescriptionLength)) return undefined;
  if (typeof amount !== 'string' || !/^\d{1,9}(\.\d{1,2})?$/.test(amount)) return undefined;
  const amountCents = parseCents(amount);
  return amountCents > 0 ? { id, amountCents, description } : undefined;
}

function isText(value: unknown, maxLength: number): value is string {
  return (
    typeof value === 'string' &&
    value.trim() !== '' &&
    value.length <= maxLength &&
    !/\p{Cc}/u.test(value)
  );
}

function isTime(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) > 0;
}
