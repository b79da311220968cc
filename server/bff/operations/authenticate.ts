import { sha256Hex } from '../../platform/crypto/digest.ts';
import type { BffContext } from '../context.ts';
import { isLiveSession, touchEveryMs } from '../domain/session.ts';
import { BffError } from '../errors.ts';
import { findSession, type Session, touchSession } from '../store/sessions.ts';

export interface Authenticated {
  readonly session: Session;
  /** Still to be looked at, once it is known who may read the answer. */
  readonly isLive: boolean;
}

/** The session of a bearer token. @throws BffError `unauthorized` */
export async function authenticate(
  { database, clock }: BffContext,
  authorization: string | undefined,
): Promise<Authenticated> {
  const token = /^Bearer ([A-Za-z0-9_-]{43})$/.exec(authorization ?? '')?.[1];
  if (token === undefined) throw new BffError('unauthorized');
  const tokenDigest = sha256Hex(token);
  const session = await findSession(database.query, tokenDigest);
  if (session === undefined) throw new BffError('unauthorized');
  const now = clock.now();
  const isLive = isLiveSession(session, now);
  if (isLive && now >= session.usedAt + touchEveryMs) {
    await touchSession(database.query, tokenDigest, now);
  }
  return { session, isLive };
}
