import type { Transaction } from 'kysely';
import { countHead, type TotalsTools } from './evidence-totals.ts';
import type { FieldSealer } from '../../platform/crypto/sealed-fields.ts';
import type { Connection } from '../../platform/database/database.ts';
import type { ApplicationTable, EvidenceEndTable, LendingSchema } from './schema.ts';

const ROWS_AT_ONCE = 1_000;
const PURPOSE = 'evidence_ends|mac';

type Link = Pick<EvidenceEndTable, 'position' | 'row_hash'>;

/**
 * Deletes an application's chain and what its rows were about, but for the documents that the
 * consumer was given. Where the chain ended stays, by the service's key: nobody else can say of a
 * chain that it was deleted in time.
 */
export async function deleteEvidence(
  tx: Transaction<LendingSchema>,
  tools: TotalsTools,
  { id, sponsor_id }: Pick<ApplicationTable, 'id' | 'sponsor_id'>,
  now: number,
): Promise<void> {
  const head = await tx
    .selectFrom('evidence_heads')
    .select(['application_id', 'sponsor_id', 'position', 'row_hash'])
    .where('sponsor_id', '=', sponsor_id)
    .where('application_id', '=', id)
    .executeTakeFirst();
  if (!head) return;
  const end = { ...head, ended_at: now, mac: tools.sealer.index(authenticated(head), PURPOSE) };
  await tx
    .insertInto('evidence_ends')
    .values(end)
    .onConflict((conflict) => conflict.column('application_id').doUpdateSet(end))
    .execute();
  for (const table of ['consent_events', 'evidence_records', 'evidence_heads'] as const) {
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
): AsyncGenerator<EvidenceEndTable> {
  for await (const end of allEnds(connection)) if (isRight(sealer, end)) yield end;
}

function isRight(sealer: Pick<FieldSealer, 'isIndexOf'>, end: EvidenceEndTable): boolean {
  return sealer.isIndexOf(end.mac, authenticated(end), PURPOSE);
}

async function* allEnds(connection: Connection<LendingSchema>): AsyncGenerator<EvidenceEndTable> {
  let after = '';
  for (;;) {
    const ends = await connection
      .selectFrom('evidence_ends')
      .selectAll()
      .where('application_id', '>', after)
      .orderBy('application_id')
      .limit(ROWS_AT_ONCE)
      .execute();
    yield* ends;
    const last = ends.at(-1);
    if (last === undefined) return;
    after = last.application_id;
  }
}

function authenticated({
  application_id,
  position,
  row_hash,
}: Omit<EvidenceEndTable, 'mac' | 'sponsor_id' | 'ended_at'>): string {
  return JSON.stringify([application_id, position, row_hash]);
}
