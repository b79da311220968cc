import {
  type CompactVerifyResult,
  compactVerify,
  decodeProtectedHeader,
  errors,
  importJWK,
  type JWK,
  type ProtectedHeaderParameters,
} from 'jose';
import type { OrderClaim } from '../../../widget/contract/order-refusal.ts';
import { HttpInputError } from '../../platform/http/http-input-error.ts';
import { parseStrictJson } from '../../platform/http/parse-strict-json.ts';
import { parseCents } from '../../platform/money.ts';
import type { Merchant } from '../context.ts';
import type { Order } from '../domain/checkout.ts';
import { type BffError, orderInvalid } from '../errors.ts';

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
  return readOrderClaims(payload, expectations);
}

async function verifiedPayload(
  { order_secrets, order_keys }: Pick<Merchant, 'order_secrets' | 'order_keys'>,
  token: string,
): Promise<unknown> {
  const header = readHeader(token);
  if (refusedHeaders.some((name) => name in header)) throw orderInvalid('refused_header');
  if (header.alg === 'HS256') return verifiedBySecret(order_secrets, token);
  if (!edwards.includes(header.alg ?? '')) throw orderInvalid('wrong_alg');
  const payload = await firstVerified(order_keys, async (key) =>
    compactVerify(token, await publicKey(key), { algorithms: edwards }),
  );
  if (payload === undefined) throw unsigned(order_keys);
  return readPayload(payload);
}

async function verifiedBySecret(secrets: readonly string[], token: string): Promise<unknown> {
  const verify = (secret: Uint8Array) => compactVerify(token, secret, { algorithms: ['HS256'] });
  const encoder = new TextEncoder();
  const payload = await firstVerified(secrets, (secret) => verify(encoder.encode(secret)));
  if (payload !== undefined) return readPayload(payload);
  // A secret is taken as the text that it is; many libraries decode it first.
  const decoded = await firstVerified(secrets, (secret) => verify(Buffer.from(secret, 'base64')));
  throw decoded === undefined ? unsigned(secrets) : orderInvalid('secret_decoded');
}

function unsigned(keys: readonly unknown[]): BffError {
  return orderInvalid(keys.length === 0 ? 'no_key' : 'wrong_signature');
}

function readHeader(token: string): ProtectedHeaderParameters {
  const parts = token.split('.');
  const isWhole = parts.length === 3 && isBase64Url(parts[2] ?? '');
  try {
    if (isWhole) return decodeProtectedHeader(token);
  } catch {
    // Thrown below.
  }
  throw orderInvalid('malformed');
}

/**
 * Without padding, white space or other characters (RFC 7515, sections 2 and 5.2): one signature has one
 * text. Header and payload are signed as text.
 */
function isBase64Url(text: string): boolean {
  return Buffer.from(text, 'base64url').toString('base64url') === text;
}

/** The payload under the first key that its signature is good by. */
async function firstVerified<Key>(
  keys: readonly Key[],
  verify: (key: Key) => Promise<CompactVerifyResult>,
): Promise<Uint8Array | undefined> {
  for (const key of keys) {
    try {
      return (await verify(key)).payload;
    } catch (error) {
      // A TypeError: what is decoded from a secret may be no key.
      if (!(error instanceof errors.JOSEError) && !(error instanceof TypeError)) throw error;
    }
  }
  return undefined;
}

function readPayload(payload: Uint8Array): unknown {
  try {
    return parseStrictJson(new TextDecoder('utf-8', { fatal: true }).decode(payload));
  } catch (error) {
    const isGarbled = error instanceof HttpInputError || error instanceof TypeError;
    throw isGarbled ? orderInvalid('malformed') : error;
  }
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
/** The year 5138: a greater number counts milliseconds. */
const latestSeconds = 100_000_000_000;
const maxJtiLength = 128;
const maxOrderIdLength = 64;
const maxDescriptionLength = 140;
const maxOfferCodeLength = 32;

/** A well-signed order: `isExpired` leaves it good for saying which order is meant, no more. */
export interface OrderClaims {
  readonly order: Order;
  readonly jti: string;
  /** Epoch milliseconds. */
  readonly expiresAt: number;
  readonly isExpired: boolean;
  /** The claim `resume`: whoever brings it is the buyer who began the order elsewhere. */
  readonly vouchesForBuyer: boolean;
  /** The lender's offer code for this order. */
  readonly offerCode: string | null;
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
 * @throws BffError `order_invalid` when one is missing, not of its form or not for this merchant and
 * this BFF
 */
function readOrderClaims(
  payload: unknown,
  { issuer, audience, now }: OrderExpectations,
): OrderClaims {
  if (typeof payload !== 'object' || payload === null || Array.isArray(payload)) {
    throw orderInvalid('malformed');
  }
  const claims = payload as Record<string, unknown>;
  const { iss, aud, jti, amount, order_id: id, description = null, resume = false } = claims;
  const { offer_code: offerCode = null } = claims;
  if (iss !== issuer) throw wrongClaim('iss', iss);
  if (!isFor(audience, aud)) {
    throw isFor(`${audience}/`, aud) ? orderInvalid('aud_slash') : wrongClaim('aud', aud);
  }
  if (!isText(jti, maxJtiLength)) throw wrongClaim('jti', jti);
  const nowSeconds = Math.floor(now / 1000);
  const { iat, exp } = readTimes(claims, nowSeconds);
  if (!isText(id, maxOrderIdLength)) throw wrongClaim('order_id', id);
  if (!isAmount(amount)) throw wrongClaim('amount', amount);
  if (description !== null && !isText(description, maxDescriptionLength)) {
    throw wrongClaim('description', description);
  }
  if (offerCode !== null && !isText(offerCode, maxOfferCodeLength)) {
    throw wrongClaim('offer_code', offerCode);
  }
  if (typeof resume !== 'boolean') throw wrongClaim('resume', resume);
  const order = { id, amountCents: parseCents(amount), description, issuedAt: iat };
  const isExpired = exp <= nowSeconds;
  return { order, jti, expiresAt: exp * 1000, isExpired, vouchesForBuyer: resume, offerCode };
}

function wrongClaim(name: OrderClaim, value: unknown): BffError {
  return orderInvalid(value === undefined ? 'missing_claim' : 'wrong_claim', name);
}

/** An audience is one name or a list of them (RFC 7519, section 4.1.3). */
function isFor(audience: string, aud: unknown): boolean {
  return Array.isArray(aud) ? aud.includes(audience) : aud === audience;
}

function readTimes(
  { iat, exp, nbf }: Record<string, unknown>,
  nowSeconds: number,
): { iat: number; exp: number } {
  if (!isTime(iat)) throw wrongClaim('iat', iat);
  if (!isTime(exp)) throw wrongClaim('exp', exp);
  if (nbf !== undefined && !isTime(nbf)) throw wrongClaim('nbf', nbf);
  if (Math.max(iat, exp) > latestSeconds) throw orderInvalid('times_in_milliseconds');
  const latestStart = nowSeconds + clockSkewSeconds;
  if (iat > latestStart) throw orderInvalid('iat_in_future');
  if (exp <= iat) throw orderInvalid('exp_before_iat');
  if (exp - iat > lifetimeSeconds) throw orderInvalid('exp_too_far');
  if (nbf !== undefined && nbf > latestStart) throw orderInvalid('not_yet_valid');
  return { iat, exp };
}

function isAmount(value: unknown): value is string {
  return typeof value === 'string' && /^\d{1,9}(\.\d{1,2})?$/.test(value) && parseCents(value) > 0;
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
