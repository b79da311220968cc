import type { Transaction } from 'kysely';
import type { CheckoutSession } from '../../../widget/contract/checkout.ts';
import { sha256Hex } from '../../platform/crypto/digest.ts';
import { afterACommit, type Connection } from '../../platform/database/database.ts';
import type { BffContext } from '../context.ts';
import { isLiveSession, isRevokedSession, type Rights, touchEveryMs } from '../domain/admission.ts';
import type { Checkout } from '../domain/checkout.ts';
import { isGoodHandle } from '../domain/retention.ts';
import { stepOf } from '../domain/step.ts';
import { isTakenUp } from '../domain/taking-up.ts';
import { BffError } from '../errors.ts';
import { holdCheckout, loadCheckout } from '../store/checkouts.ts';
import type { BffSchema } from '../store/schema.ts';
import {
  addFirstSession,
  addSession,
  endSessions,
  findSession,
  type Session,
  touchSession,
} from '../store/sessions.ts';
import { type HandleContent, readHandle, writeHandle } from '../tokens/resume-handle.ts';
import { trySync } from './sync-checkout.ts';

/** A session as it was opened: for which checkout, of which generation. */
export interface OpenedSession {
  readonly token: string;
  readonly rights: Rights;
  readonly checkoutId: string;
  readonly generation: number;
}

/** Makes a bearer token for the checkout; only its digest is stored. */
export async function openSession(
  { ids, clock }: BffContext,
  tx: Transaction<BffSchema>,
  { id: checkoutId, generation }: Pick<Checkout, 'id' | 'generation'>,
  rights: Rights,
): Promise<OpenedSession> {
  const token = ids.token();
  await addSession(tx, { checkoutId, tokenDigest: sha256Hex(token), rights, now: clock.now() });
  return { token, rights, checkoutId, generation };
}

/**
 * The same of a checkout that this transaction has made, which nobody else knows.
 * @returns what the caller goes on with, once it is committed
 */
export async function openFirstSession(
  context: BffContext,
  tx: Transaction<BffSchema>,
  checkout: Checkout,
  rights: Rights,
): Promise<CheckoutSession> {
  const { ids, clock } = context;
  const token = ids.token();
  const of = { checkoutId: checkout.id, tokenDigest: sha256Hex(token) };
  await addFirstSession(tx, { ...of, rights, now: clock.now() });
  return answerOf(context, checkout, { token, rights });
}

/**
 * What the caller goes on with, after a read of the lender if it answers quickly.
 * @throws BffError `not_found`, also for what the merchant's server made when the session was voided
 * since it was opened: another browser's step and handle are not for this one
 */
export function sessionAnswer(
  context: BffContext,
  opened: OpenedSession,
): Promise<CheckoutSession> {
  // What the caller came by may be used up by now.
  return afterACommit(async () => {
    await trySync(context, opened.checkoutId);
    return currentSession(context, opened);
  });
}

async function currentSession(
  context: BffContext,
  { token, rights, checkoutId, generation }: OpenedSession,
): Promise<CheckoutSession> {
  const checkout = await loadCheckout(context.database.query, checkoutId);
  if (checkout === undefined) throw new BffError('not_found');
  const isVoid = checkout.generation !== generation || (rights === 'pay' && isTakenUp(checkout));
  if (checkout.madeBy === 'server' && isVoid) throw new BffError('not_found');
  return answerOf(context, checkout, { token, rights });
}

function answerOf(
  context: BffContext,
  checkout: Checkout,
  { token, rights }: Pick<OpenedSession, 'token' | 'rights'>,
): CheckoutSession {
  return {
    checkout_id: checkout.id,
    token,
    resume: handleOf(context, checkout, { rights, tokenDigest: sha256Hex(token) }),
    ...(rights === 'code' && { by_code: true }),
    step: stepOf(checkout),
  };
}

/** What the browser of a session keeps, to come back. */
export function handleOf(
  { handleKey }: Pick<BffContext, 'handleKey'>,
  { id, generation }: Checkout,
  { rights, tokenDigest }: Pick<Session, 'rights' | 'tokenDigest'>,
): string {
  const tab = rights === 'pay' ? { tab: tokenDigest } : {};
  return writeHandle(handleKey, { checkoutId: id, generation, rights, ...tab });
}

/**
 * What a handle that a tab keeps says now. The first input by a link voids all handles before it; the
 * answer brings its tab another one. If that answer was lost, the tab's first handle stands for the
 * other: it names the one session that the first input has left.
 */
export async function handleNow(
  db: Connection<BffSchema>,
  { id, generation, takenUpBy }: Checkout,
  held: HandleContent,
): Promise<HandleContent> {
  const { checkoutId, tab } = held;
  const isBefore = checkoutId === id && held.generation + 1 === generation;
  if (tab === undefined || takenUpBy !== 'link' || !isBefore) return held;
  const session = await findSession(db, tab);
  const isLeft = session?.checkout.id === id && !isRevokedSession(session);
  return isLeft ? { checkoutId, generation, rights: 'all' } : held;
}

/** Where a handle leads, and what it may do there. */
export interface KnownCheckout {
  readonly checkout: Checkout;
  readonly rights: Rights;
}

/** The merchant's checkout that a handle leads to; undefined when the handle is good for nothing. */
export async function checkoutOfHandle(
  { handleKey, database, clock }: BffContext,
  { handle, publishableKey }: { handle: string; publishableKey: string },
): Promise<KnownCheckout | undefined> {
  const content = readHandle(handleKey, handle);
  if (content === undefined) return undefined;
  const checkout = await loadCheckout(database.query, content.checkoutId);
  if (checkout === undefined || checkout.publishableKey !== publishableKey) return undefined;
  if (!isGoodHandle(checkout, content, clock.now())) return undefined;
  return { checkout, rights: content.rights };
}

export interface Authenticated {
  readonly session: Session;
  /** Still to be checked, once it is known who may read the answer. */
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
    await database.statement((tx) => touchSession(tx, tokenDigest, now));
  }
  return { session, isLive };
}

/** @throws BffError `token_expired` when the session was voided since it was read */
export async function assertNotVoided(
  db: Connection<BffSchema>,
  { tokenDigest }: Pick<Session, 'tokenDigest'>,
): Promise<void> {
  const current = await findSession(db, tokenDigest);
  if (current === undefined || isRevokedSession(current)) throw new BffError('token_expired');
}

/**
 * Voids what other browsers have of a checkout that is being taken up: by the link all, by the
 * `client_token` what the link has opened.
 * @throws BffError `token_expired` when this session was voided meanwhile
 */
export async function endOtherSessions(
  { database }: Pick<BffContext, 'database'>,
  tx: Transaction<BffSchema>,
  before: Checkout,
  { tokenDigest, rights }: Pick<Session, 'tokenDigest' | 'rights'>,
): Promise<void> {
  if (before.madeBy !== 'server') return;
  // Else a session that is being opened would be seen by nobody, and stay.
  await holdCheckout(tx, database.engine, before.id);
  await assertNotVoided(tx, { tokenDigest });
  if (isTakenUp(before)) return;
  const isByLink = rights === 'pay';
  await endSessions(tx, {
    checkoutId: before.id,
    except: tokenDigest,
    rights: isByLink ? undefined : 'pay',
  });
}
