import type { Transaction } from 'kysely';
import { sha256Hex } from '../../platform/crypto/digest.ts';
import type { Connection } from '../../platform/database/database.ts';
import { hourMs } from '../../platform/durations.ts';
import type { LendingContext } from '../context.ts';
import { TRIES_PER_LINK } from '../domain/attempt-limits.ts';
import type { LinkRow } from './schema/hosted-pages.ts';
import type { LendingSchema } from './schema.ts';

export type LinkKind = LinkRow['kind'];

/** A link to one of the consumer's pages. */
export type ConsumerLink = LinkRow & { kind: Exclude<LinkKind, 'onboarding'> };

/** How long a link to the terms lives; never past the offers. */
export const TERMS_LINK_MS = 72 * hourMs;

type LinkSubject = Pick<LinkRequest, 'kind' | 'subjectId'>;

export interface LinkRequest {
  kind: LinkKind;
  /** The application of a terms or portal link, the payment request of a charge link. */
  subjectId: string;
  sponsorId: string;
  /** Epoch milliseconds on the sponsor's clock; a link that lives keeps its own. */
  expiresAt: number;
  now: number;
}

export interface IssuedLink {
  url: string;
  expiresAt: number;
  /** Wrong answers have locked it for good. */
  isLocked: boolean;
}

type Keys = Pick<LendingContext, 'sealer' | 'config'>;

/**
 * The hosted page's ordinary link: the one that lives, or a new generation when it is revoked or
 * expired. One that wrong answers have locked stays as it is, or guessing could go on with the next;
 * the consumer goes on with a mailed link. The token is made again from kind, subject and
 * generation; only its digest is stored.
 */
export async function issueLink(
  tx: Transaction<LendingSchema>,
  keys: Keys,
  request: LinkRequest,
): Promise<IssuedLink> {
  const last = await newestLink(tx, request, { is_mailed: 0 });
  if (last && (hasNoTriesLeft(last) || isLive(last, request.now))) return issued(keys, last);
  return issued(keys, await insertLink(tx, keys, request, { is_mailed: 0 }));
}

/**
 * The link that goes to the consumer's own e-mail and nowhere else: the one that lives, or a new
 * generation when it is revoked, expired or locked.
 */
export async function issueMailedLink(
  tx: Transaction<LendingSchema>,
  keys: Keys,
  request: LinkRequest,
): Promise<IssuedLink> {
  const live = await findMailedLink(tx, request);
  return issued(keys, live ?? (await insertLink(tx, keys, request, { is_mailed: 1 })));
}

/** The address of the ordinary link that lives, locked or not; null when there is none. */
export async function liveLinkUrl(
  connection: Connection<LendingSchema>,
  keys: Keys,
  { now, ...subject }: LinkSubject & Pick<LinkRequest, 'now'>,
): Promise<string | null> {
  const last = await newestLink(connection, subject, { is_mailed: 0 });
  return last && isLive(last, now) ? linkUrl(keys, last) : null;
}

/** The mailed link of the consumer that still takes answers, if there is one. */
export async function findMailedLink(
  connection: Connection<LendingSchema>,
  { now, ...subject }: LinkSubject & Pick<LinkRequest, 'now'>,
): Promise<LinkRow | undefined> {
  const last = await newestLink(connection, subject, { is_mailed: 1 });
  return last && isUsable(last, now) ? last : undefined;
}

async function insertLink(
  tx: Transaction<LendingSchema>,
  keys: Keys,
  { kind, subjectId, sponsorId, expiresAt, now }: LinkRequest,
  { is_mailed }: Pick<LinkRow, 'is_mailed'>,
): Promise<LinkRow> {
  await tx
    .updateTable('links')
    .set({ status: 'dead' })
    .where('kind', '=', kind)
    .where('subject_id', '=', subjectId)
    .where('is_mailed', '=', is_mailed)
    .where('status', '=', 'live')
    .execute();
  const newest = await newestLink(tx, { kind, subjectId });
  const name = { kind, subject_id: subjectId, generation: (newest?.generation ?? 0) + 1 };
  const link: LinkRow = {
    ...name,
    sponsor_id: sponsorId,
    token_digest: sha256Hex(linkToken(keys, name)),
    status: 'live',
    is_mailed,
    failed_tries: 0,
    last_answer_digest: null,
    expires_at: expiresAt,
    created_at: now,
  };
  await tx.insertInto('links').values(link).execute();
  return link;
}

function issued(keys: Keys, link: LinkRow): IssuedLink {
  return {
    url: linkUrl(keys, link),
    expiresAt: link.expires_at,
    isLocked: hasNoTriesLeft(link),
  };
}

/** Ends the subject's live links, the mailed one too. */
export async function revokeLink(
  tx: Transaction<LendingSchema>,
  kind: LinkKind,
  subjectId: string,
): Promise<void> {
  await tx
    .updateTable('links')
    .set({ status: 'dead' })
    .where('kind', '=', kind)
    .where('subject_id', '=', subjectId)
    .where('status', '=', 'live')
    .execute();
}

/** Lets the subject's live links live until then at least; both chains unless one is named. */
export async function extendLink(
  tx: Transaction<LendingSchema>,
  kind: LinkKind,
  subjectId: string,
  expiresAt: number,
  { is_mailed }: Partial<Pick<LinkRow, 'is_mailed'>> = {},
): Promise<void> {
  await tx
    .updateTable('links')
    .set({ expires_at: expiresAt })
    .$if(is_mailed !== undefined, (links) => links.where('is_mailed', '=', is_mailed ?? 0))
    .where('kind', '=', kind)
    .where('subject_id', '=', subjectId)
    .where('status', '=', 'live')
    .where('expires_at', '<', expiresAt)
    .execute();
}

/** The link that a token opens, revoked and expired ones too: their page says so. */
export function findLink(
  connection: Connection<LendingSchema>,
  kind: LinkKind,
  token: string,
): Promise<LinkRow | undefined> {
  return connection
    .selectFrom('links')
    .selectAll()
    .where('token_digest', '=', sha256Hex(token))
    .where('kind', '=', kind)
    .executeTakeFirst();
}

/** True if the link of an address was revoked, or has expired by now. */
export async function hasLinkEnded(
  connection: Connection<LendingSchema>,
  kind: LinkKind,
  url: string,
  now: number,
): Promise<boolean> {
  const link = await findLink(connection, kind, url.split('/').at(-1) ?? '');
  return link !== undefined && !isLive(link, now);
}

/** Notes a wrong answer on the link; the application is locked, so that none is lost. */
export async function countFailedTry(
  tx: Transaction<LendingSchema>,
  link: Pick<LinkRow, 'token_digest'>,
  last_answer_digest: string,
): Promise<void> {
  await tx
    .updateTable('links')
    .set((row) => ({ failed_tries: row('failed_tries', '+', 1), last_answer_digest }))
    .where('token_digest', '=', link.token_digest)
    .execute();
}

/** True if the link takes answers now, as far as it is known without its application. */
export function isUsable(link: LinkRow, now: number): boolean {
  return isLive(link, now) && !hasNoTriesLeft(link);
}

export function hasNoTriesLeft({ failed_tries }: Pick<LinkRow, 'failed_tries'>): boolean {
  return failed_tries >= TRIES_PER_LINK;
}

function isLive({ status, expires_at }: LinkRow, now: number): boolean {
  return status === 'live' && now < expires_at;
}

/** The newest generation of a subject, ordinary and mailed ones alike unless one is asked for. */
export function newestLink(
  connection: Connection<LendingSchema>,
  { kind, subjectId }: LinkSubject,
  { is_mailed }: Partial<Pick<LinkRow, 'is_mailed'>> = {},
): Promise<LinkRow | undefined> {
  return connection
    .selectFrom('links')
    .selectAll()
    .where('kind', '=', kind)
    .where('subject_id', '=', subjectId)
    .$if(is_mailed !== undefined, (links) => links.where('is_mailed', '=', is_mailed ?? 0))
    .orderBy('generation', 'desc')
    .limit(1)
    .executeTakeFirst();
}

type LinkName = Pick<LinkRow, 'kind' | 'subject_id' | 'generation'>;

function linkToken({ sealer }: Keys, { kind, subject_id, generation }: LinkName): string {
  return sealer.index(JSON.stringify([kind, subject_id, generation]), 'link');
}

function linkUrl(keys: Keys, link: LinkName): string {
  return `${keys.config.publicUrl}/${link.kind}/${linkToken(keys, link)}`;
}
