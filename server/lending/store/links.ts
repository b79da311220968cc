import type { Transaction } from 'kysely';
import { sha256Hex } from '../../platform/crypto/digest.ts';
import type { Connection } from '../../platform/database/database.ts';
import type { LendingContext } from '../context.ts';
import { TRIES_PER_LINK } from '../domain/identity/identity-tries.ts';
import type { LendingSchema, LinkTable } from './schema.ts';

export type LinkKind = LinkTable['kind'];

/** A link to one of the consumer's pages. */
export type ConsumerLink = LinkTable & { kind: Exclude<LinkKind, 'onboarding'> };

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
}

type Keys = Pick<LendingContext, 'sealer' | 'config'>;

/**
 * The hosted page's link: the one that lives, or a new generation when it is dead, expired or
 * locked. The token is made again from kind, subject and generation; only its digest is stored.
 */
export async function issueLink(
  tx: Transaction<LendingSchema>,
  keys: Keys,
  request: LinkRequest,
): Promise<IssuedLink> {
  const { kind, subjectId, sponsorId, expiresAt, now } = request;
  const last = await lastLink(tx, kind, subjectId);
  if (last && isUsable(last, now)) {
    return { url: linkUrl(keys, last), expiresAt: last.expires_at };
  }
  await killLink(tx, kind, subjectId);
  const link = { kind, subject_id: subjectId, generation: (last?.generation ?? 0) + 1 };
  await tx
    .insertInto('links')
    .values({
      ...link,
      sponsor_id: sponsorId,
      token_digest: sha256Hex(linkToken(keys, link)),
      status: 'live',
      failed_tries: 0,
      expires_at: expiresAt,
      created_at: now,
    })
    .execute();
  return { url: linkUrl(keys, link), expiresAt };
}

/** The address of the link that lives; null when there is none that opens anything. */
export async function liveLinkUrl(
  connection: Connection<LendingSchema>,
  keys: Keys,
  { kind, subjectId, now }: Pick<LinkRequest, 'kind' | 'subjectId' | 'now'>,
): Promise<string | null> {
  const last = await lastLink(connection, kind, subjectId);
  return last && isUsable(last, now) ? linkUrl(keys, last) : null;
}

/** Ends the subject's live link, if it has one. */
export async function killLink(
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

/** Lets the subject's live link live until then at least. */
export async function extendLink(
  tx: Transaction<LendingSchema>,
  kind: LinkKind,
  subjectId: string,
  expiresAt: number,
): Promise<void> {
  await tx
    .updateTable('links')
    .set({ expires_at: expiresAt })
    .where('kind', '=', kind)
    .where('subject_id', '=', subjectId)
    .where('status', '=', 'live')
    .where('expires_at', '<', expiresAt)
    .execute();
}

/** The link that a token opens, dead and expired ones too: their page says so. */
export function findLink(
  connection: Connection<LendingSchema>,
  kind: LinkKind,
  token: string,
): Promise<LinkTable | undefined> {
  return connection
    .selectFrom('links')
    .selectAll()
    .where('token_digest', '=', sha256Hex(token))
    .where('kind', '=', kind)
    .executeTakeFirst();
}

/** Notes a wrong answer on the link; the application is locked, so that none is lost. */
export async function countFailedTry(
  tx: Transaction<LendingSchema>,
  link: Pick<LinkTable, 'token_digest'>,
): Promise<void> {
  await tx
    .updateTable('links')
    .set((row) => ({ failed_tries: row('failed_tries', '+', 1) }))
    .where('token_digest', '=', link.token_digest)
    .execute();
}

export function isUsable(link: LinkTable, now: number): boolean {
  return link.status === 'live' && now < link.expires_at && link.failed_tries < TRIES_PER_LINK;
}

function lastLink(
  connection: Connection<LendingSchema>,
  kind: LinkKind,
  subjectId: string,
): Promise<LinkTable | undefined> {
  return connection
    .selectFrom('links')
    .selectAll()
    .where('kind', '=', kind)
    .where('subject_id', '=', subjectId)
    .orderBy('generation', 'desc')
    .limit(1)
    .executeTakeFirst();
}

type LinkName = Pick<LinkTable, 'kind' | 'subject_id' | 'generation'>;

function linkToken({ sealer }: Keys, { kind, subject_id, generation }: LinkName): string {
  return sealer.index(JSON.stringify([kind, subject_id, generation]), 'link');
}

function linkUrl(keys: Keys, link: LinkName): string {
  return `${keys.config.publicUrl}/${link.kind}/${linkToken(keys, link)}`;
}
