import { sha256Hex } from '../../platform/crypto/digest.ts';
import type { BffContext } from '../context.ts';
import type { Checkout } from '../domain/checkout.ts';
import { isLiveSession, touchEveryMs } from '../domain/session.ts';
import { BffError } from '../errors.ts';
import { loadCheckout } from '../store/checkouts.ts';
import { findSession, type Session, touchSession } from '../store/sessions.ts';

export interface Authenticated {
  readonly checkout: Checkout;
  readonly session: Session;
  /** Still to be checked, once it is known whose answer it would be. */
  readonly isLive: boolean;
}

/** The checkout of a bearer token. @throws BffError `unauthorized` */
export async function authenticate(
  { database, clock }: BffContext,
  authorization: string | undefined,
): Promise<Authenticated> {
  const token = /^Bearer ([A-Za-z0-9_-]{43})$/.exec(authorization ?? '')?.[1];
  if (token === undefined) throw new BffError('unauthorized');
  const tokenDigest = sha256Hex(token);
  const session = await findSession(database.query, tokenDigest);
  const checkout = session && (await loadCheckout(database.query, session.checkoutId));
  if (session === undefined || checkout === undefined) throw new BffError('unauthorized');
  const now = clock.now();
  const isLive = isLiveSession(session, now);
  if (isLive && now >= session.usedAt + touchEveryMs) {
    await touchSession(database.query, tokenDigest, now);
  }
  return { checkout, session, isLive };
}
