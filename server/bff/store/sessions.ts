import type { Transaction } from 'kysely';
import type { Connection } from '../../platform/database/database.ts';
import { prepare, prepareInsert } from '../../platform/database/prepare.ts';
import {
  isLiveSession,
  maxEndedSessions,
  maxLiveSessions,
  type Rights,
  type SessionTimes,
} from '../domain/admission.ts';
import type { Checkout } from '../domain/checkout.ts';
import { checkoutOfRow } from './checkouts.ts';
import type { BffSchema } from './schema.ts';

/** A token's times and the checkout it is for. */
export interface Session extends SessionTimes {
  readonly tokenDigest: string;
  readonly rights: Rights;
  readonly checkout: Checkout;
}

/** The session of a token, live or not. */
export async function findSession(
  db: Connection<BffSchema>,
  tokenDigest: string,
): Promise<Session | undefined> {
  const { rows } = await selectSession(db, { tokenDigest });
  const [row] = rows;
  if (row === undefined) return undefined;
  const { session_created_at: createdAt, session_used_at: usedAt, session_rights: rights } = row;
  return { tokenDigest, rights, checkout: await checkoutOfRow(db, row), createdAt, usedAt };
}

const selectSession = prepare((db: Connection<BffSchema>, args: { tokenDigest: string }) =>
  db
    .selectFrom('sessions')
    .innerJoin('checkouts', 'checkouts.id', 'sessions.checkout_id')
    .selectAll('checkouts')
    .select([
      'sessions.rights as session_rights',
      'sessions.created_at as session_created_at',
      'sessions.used_at as session_used_at',
    ])
    .where('sessions.token_digest', '=', args.tokenDigest),
);

export interface NewSession {
  readonly checkoutId: string;
  readonly tokenDigest: string;
  readonly rights: Rights;
  /** Epoch milliseconds. */
  readonly now: number;
}

/**
 * Adds a session; beyond the most that may live, the one used longest ago ends, and beyond the most
 * ended ones that are remembered, the oldest is forgotten.
 */
export async function addSession(tx: Transaction<BffSchema>, session: NewSession): Promise<void> {
  await makeRoom(tx, session);
  await addFirstSession(tx, session);
}

/** Adds the session of a checkout that has none yet. */
export async function addFirstSession(
  tx: Transaction<BffSchema>,
  { checkoutId, tokenDigest, rights, now }: NewSession,
): Promise<void> {
  const of = { token_digest: tokenDigest, checkout_id: checkoutId, rights };
  await insertSessions(tx, [{ ...of, created_at: now, used_at: now }]);
}

const insertSessions = prepareInsert<BffSchema, 'sessions'>('sessions');

async function makeRoom(
  tx: Transaction<BffSchema>,
  { checkoutId, now }: Pick<NewSession, 'checkoutId' | 'now'>,
): Promise<void> {
  const rows = await tx
    .selectFrom('sessions')
    .selectAll()
    .where('checkout_id', '=', checkoutId)
    .orderBy('used_at', 'desc')
    .execute();
  const times = rows.map((row) => ({
    digest: row.token_digest,
    createdAt: row.created_at,
    usedAt: row.used_at,
  }));
  const live = times.filter((session) => isLiveSession(session, now));
  const surplus = live.slice(maxLiveSessions - 1);
  await setEnded(tx, surplus);
  const ended = times.filter((session) => !isLiveSession(session, now)).concat(surplus);
  await forget(tx, ended.toSorted((a, b) => b.createdAt - a.createdAt).slice(maxEndedSessions));
}

/**
 * Ends the sessions of a checkout but for one.
 * @param rights those of what is ended; whatever they are when absent
 */
export async function endSessions(
  tx: Transaction<BffSchema>,
  {
    checkoutId,
    except = '',
    rights,
  }: { checkoutId: string; except?: string | undefined; rights?: Rights | undefined },
): Promise<void> {
  const ended = tx
    .updateTable('sessions')
    .set({ used_at: 0 })
    .where('checkout_id', '=', checkoutId)
    .where('token_digest', '!=', except);
  await (rights === undefined ? ended : ended.where('rights', '=', rights)).execute();
}

interface Named {
  readonly digest: string;
}

async function setEnded(tx: Transaction<BffSchema>, sessions: readonly Named[]): Promise<void> {
  if (sessions.length === 0) return;
  await tx
    .updateTable('sessions')
    .set({ used_at: 0 })
    .where('token_digest', 'in', digestsOf(sessions))
    .execute();
}

async function forget(tx: Transaction<BffSchema>, sessions: readonly Named[]): Promise<void> {
  if (sessions.length === 0) return;
  await tx.deleteFrom('sessions').where('token_digest', 'in', digestsOf(sessions)).execute();
}

function digestsOf(sessions: readonly Named[]): string[] {
  return sessions.map(({ digest }) => digest);
}

export async function touchSession(
  tx: Transaction<BffSchema>,
  tokenDigest: string,
  now: number,
): Promise<void> {
  await tx
    .updateTable('sessions')
    .set({ used_at: now })
    .where('token_digest', '=', tokenDigest)
    .where('used_at', '>', 0)
    .execute();
}
