import type { Transaction } from 'kysely';
import type { FieldSealer } from '../../platform/crypto/sealed-fields.ts';
import { type Connection, type Database, rowLock } from '../../platform/database/database.ts';
import { prepareUnread } from '../../platform/database/prepare.ts';
import { timerKinds } from '../work-kinds.ts';
import { countHead, type TotalsTools } from './evidence-totals.ts';
import type { ApplicationRow } from './schema/applications.ts';
import type { EvidenceEndRow, EvidenceHeadRow } from './schema/evidence.ts';
import type { LendingSchema } from './schema.ts';

const rowsAtOnce = 1_000;
const headPurpose = 'evidence_heads|mac';
const endPurpose = 'evidence_ends|mac';

/** Of a head that was made by the migration, which has no key. */
const unsealedMark = '';

type Head = Omit<EvidenceHeadRow, 'mac'>;

/** By the service's key: whoever can write to the database alone cannot shorten a chain unseen. */
function headMac(sealer: Pick<FieldSealer, 'index'>, head: Omit<Head, 'sponsor_id'>): string {
  return sealer.index(authenticated(head), headPurpose);
}

function authenticated({ application_id, position, row_hash }: Omit<Head, 'sponsor_id'>): string {
  return JSON.stringify([application_id, position, row_hash]);
}

function isByKey(sealer: Pick<FieldSealer, 'isIndexOf'>, head: EvidenceHeadRow): boolean {
  return sealer.isIndexOf(head.mac, authenticated(head), headPurpose);
}

/** Keeps where a chain ends now. Nothing waits for the answer. */
export function keepHead(
  connection: Connection<LendingSchema>,
  sealer: Pick<FieldSealer, 'index'>,
  head: Head,
): Promise<void> {
  return upsertHead(connection, { ...head, mac: headMac(sealer, head) });
}

const upsertHead = prepareUnread((db: Connection<LendingSchema>, head: EvidenceHeadRow) => {
  const { application_id, sponsor_id, position, row_hash, mac } = head;
  return db
    .insertInto('evidence_heads')
    .values({ application_id, sponsor_id, position, row_hash, mac })
    .onConflict((conflict) =>
      conflict.column('application_id').doUpdateSet((row) => ({
        position: row.ref('excluded.position'),
        row_hash: row.ref('excluded.row_hash'),
        mac: row.ref('excluded.mac'),
      })),
    );
});

/** Seals the heads of a sponsor that the migration made; a chain that grew since is sealed by that. */
export async function sealHeads(
  connection: Connection<LendingSchema>,
  sealer: Pick<FieldSealer, 'index'>,
  sponsorId: string,
): Promise<void> {
  for (;;) {
    const heads = await connection
      .selectFrom('evidence_heads')
      .selectAll()
      .where('sponsor_id', '=', sponsorId)
      .where('mac', '=', unsealedMark)
      .limit(rowsAtOnce)
      .execute();
    for (const head of heads) {
      await connection
        .updateTable('evidence_heads')
        .set({ mac: headMac(sealer, head) })
        .where('application_id', '=', head.application_id)
        .where('mac', '=', unsealedMark)
        .where('position', '=', head.position)
        .execute();
    }
    if (heads.length < rowsAtOnce) return;
  }
}

interface WrongHead {
  chain: string;
  what: string;
}

/** The first chain that does not end where its head says, or has none. */
export async function findWrongHead(
  connection: Connection<LendingSchema>,
  sealer: Pick<FieldSealer, 'isIndexOf'>,
): Promise<WrongHead | undefined> {
  const unsealed = await sponsorsToSeal(connection);
  let after = '';
  for (;;) {
    const heads = await headsAfter(connection, after);
    for (const head of heads) {
      const what = findMismatch(sealer, head, unsealed);
      if (what !== null) return { chain: head.application_id, what };
    }
    const last = heads.at(-1);
    if (last === undefined) break;
    after = last.application_id;
  }
  const headless = await firstWithoutHead(connection);
  return headless && { chain: headless.application_id, what: 'the record of its end is missing' };
}

type HeadAndRows = Awaited<ReturnType<typeof headsAfter>>[number];

function findMismatch(
  sealer: Pick<FieldSealer, 'isIndexOf'>,
  { last_hash, next_hash, ...head }: HeadAndRows,
  unsealed: ReadonlySet<string>,
): string | null {
  const isKnown = head.mac === unsealedMark ? unsealed.has(head.sponsor_id) : isByKey(sealer, head);
  if (!isKnown) return 'the record of its end was changed';
  if (last_hash !== head.row_hash) return `row ${head.position}, its last one, is missing`;
  return next_hash === null ? null : `it goes on after row ${head.position}, its last one`;
}

/** Heads, each with the hash of the row it names and of one after it. */
function headsAfter(connection: Connection<LendingSchema>, after: string) {
  return connection
    .selectFrom('evidence_heads as head')
    .leftJoin('consent_events as last', (join) =>
      join
        .onRef('last.application_id', '=', 'head.application_id')
        .onRef('last.position', '=', 'head.position'),
    )
    .leftJoin('consent_events as next', (join) =>
      join
        .onRef('next.application_id', '=', 'head.application_id')
        .on((row) => row('next.position', '=', row('head.position', '+', 1))),
    )
    .selectAll('head')
    .select(['last.row_hash as last_hash', 'next.row_hash as next_hash'])
    .where('head.application_id', '>', after)
    .orderBy('head.application_id')
    .limit(rowsAtOnce)
    .execute();
}

function firstWithoutHead(connection: Connection<LendingSchema>) {
  return connection
    .selectFrom('consent_events as event')
    .leftJoin('evidence_heads as head', 'head.application_id', 'event.application_id')
    .select('event.application_id')
    .where('head.application_id', 'is', null)
    .orderBy('event.application_id')
    .limit(1)
    .executeTakeFirst();
}

/** Those whose heads of the migration have not been sealed yet: soon after it, for once. */
async function sponsorsToSeal(connection: Connection<LendingSchema>): Promise<Set<string>> {
  const work = await connection
    .selectFrom('due_work')
    .select('scope')
    .where('kind', '=', timerKinds.sealEvidenceHeads)
    .execute();
  return new Set(work.map(({ scope }) => scope));
}

type Link = Pick<EvidenceEndRow, 'position' | 'row_hash'>;

/** The record of where a chain ends, locked until the transaction ends. */
export function lockHead(
  tx: Transaction<LendingSchema>,
  database: Pick<Database<LendingSchema>, 'engine'>,
  { id, sponsor_id }: Pick<ApplicationRow, 'id' | 'sponsor_id'>,
): Promise<EvidenceHeadRow | undefined> {
  return tx
    .selectFrom('evidence_heads')
    .selectAll()
    .where('sponsor_id', '=', sponsor_id)
    .where('application_id', '=', id)
    .$call(rowLock(database))
    .executeTakeFirst();
}

/** True if the service's own record says that a chain ends with a row. */
export function isHeadOf(
  sealer: Pick<FieldSealer, 'isIndexOf'>,
  head: EvidenceHeadRow,
  { position, row_hash }: Link,
): boolean {
  return isByKey(sealer, head) && head.position === position && head.row_hash === row_hash;
}

/**
 * Deletes an application's chain and what its rows were about, but for the documents that the
 * consumer was given. Where the chain ended stays, by the service's key: nobody else can say of a
 * chain that it was deleted in time.
 */
export async function deleteEvidence(
  tx: Transaction<LendingSchema>,
  tools: TotalsTools,
  { id, sponsor_id }: Pick<ApplicationRow, 'id' | 'sponsor_id'>,
  now: number,
): Promise<void> {
  // First: of two that delete it at the same time, the other finds none and counts nothing out.
  const head = await tx
    .deleteFrom('evidence_heads')
    .where('sponsor_id', '=', sponsor_id)
    .where('application_id', '=', id)
    .returning(['application_id', 'sponsor_id', 'position', 'row_hash'])
    .executeTakeFirst();
  if (!head) return;
  const ended = { ...head, ended_at: now };
  const end = { ...ended, mac: tools.sealer.index(authenticatedEnd(ended), endPurpose) };
  await tx
    .insertInto('evidence_ends')
    .values(end)
    .onConflict((conflict) => conflict.column('application_id').doUpdateSet(end))
    .execute();
  for (const table of ['consent_events', 'evidence_records'] as const) {
    await tx
      .deleteFrom(table)
      .where('sponsor_id', '=', sponsor_id)
      .where('application_id', '=', id)
      .execute();
  }
  countHead(tx, tools, { before: head });
}

/** Where the part of a chain ended that was deleted; undefined when none was. */
export function deletedUpTo(
  connection: Connection<LendingSchema>,
  applicationId: string,
): Promise<Link | undefined> {
  return connection
    .selectFrom('evidence_ends')
    .select(['position', 'row_hash'])
    .where('application_id', '=', applicationId)
    .executeTakeFirst();
}

/** The first chain whose deletion was not the service's own. */
export async function findWrongEnd(
  connection: Connection<LendingSchema>,
  sealer: Pick<FieldSealer, 'isIndexOf'>,
): Promise<{ chain: string; what: string } | undefined> {
  for await (const end of allEnds(connection)) {
    if (isRight(sealer, end)) continue;
    return { chain: end.application_id, what: 'the record of its deletion was changed' };
  }
  return undefined;
}

/** Where chains ended that the service itself deleted. */
export async function* rightEnds(
  connection: Connection<LendingSchema>,
  sealer: Pick<FieldSealer, 'isIndexOf'>,
): AsyncGenerator<EvidenceEndRow> {
  for await (const end of allEnds(connection)) if (isRight(sealer, end)) yield end;
}

/** How many chains the service itself has deleted. */
export async function countEnds(
  connection: Connection<LendingSchema>,
  sealer: Pick<FieldSealer, 'isIndexOf'>,
): Promise<number> {
  let count = 0;
  for await (const _end of rightEnds(connection, sealer)) count += 1;
  return count;
}

/** The MAC of an earlier version covers no time. */
function isRight(sealer: Pick<FieldSealer, 'isIndexOf'>, end: EvidenceEndRow): boolean {
  return [authenticatedEnd(end), authenticated(end)].some((text) =>
    sealer.isIndexOf(end.mac, text, endPurpose),
  );
}

function authenticatedEnd({
  application_id,
  position,
  row_hash,
  ended_at,
}: Omit<EvidenceEndRow, 'sponsor_id' | 'mac'>): string {
  return JSON.stringify([application_id, position, row_hash, ended_at]);
}

async function* allEnds(connection: Connection<LendingSchema>): AsyncGenerator<EvidenceEndRow> {
  let after = '';
  for (;;) {
    const ends = await connection
      .selectFrom('evidence_ends')
      .selectAll()
      .where('application_id', '>', after)
      .orderBy('application_id')
      .limit(rowsAtOnce)
      .execute();
    yield* ends;
    const last = ends.at(-1);
    if (last === undefined) return;
    after = last.application_id;
  }
}
