import { parseCents } from '../../platform/money.ts';
import type { Order } from './checkout.ts';

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

export interface OrderExpectations {
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
export function readOrderClaims(
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
