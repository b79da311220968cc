import { randomUUID } from 'node:crypto';
import { SignJWT } from 'jose';
import { type Cart, cartDescription, decimal, totalCents } from './cart.ts';

export interface OrderSigner {
  /** The merchant's publishable key, `iss`. */
  readonly publishableKey: string;
  /** One of the merchant's order secrets, 32 bytes of text or more. */
  readonly orderSecret: string;
  /** The BFF's public URL, `aud`. */
  readonly bffUrl: string;
}

const lifetimeSeconds = 15 * 60;

/** The order as the BFF accepts it: what is bought, for how much, good for fifteen minutes. */
export function signOrder(signer: OrderSigner, cart: Cart, now: number): Promise<string> {
  const issuedAt = Math.floor(now / 1000);
  return new SignJWT({
    amount: decimal(totalCents(cart)),
    order_id: cart.orderId,
    description: cartDescription(cart),
  })
    .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
    .setIssuer(signer.publishableKey)
    .setAudience(signer.bffUrl)
    .setJti(randomUUID())
    .setIssuedAt(issuedAt)
    .setExpirationTime(issuedAt + lifetimeSeconds)
    .sign(new TextEncoder().encode(signer.orderSecret));
}
