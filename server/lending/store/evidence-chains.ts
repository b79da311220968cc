import { sql } from 'kysely';
import { type FieldSealer, SealedFieldError } from '../../platform/crypto/sealed-fields.ts';
import type { Connection } from '../../platform/database/database.ts';
import type { ApplicationRow } from './schema/applications.ts';
import type { ConsentEventRow } from './schema/evidence.ts';
import type { LendingSchema } from './schema.ts';
import { openText } from './sealed-texts.ts';

const rowsAtOnce = 1_000;

/** Every row of the evidence, chain by chain, each from its first to its last row. */
export async function* allEvidence(
  connection: Connection<LendingSchema>,
): AsyncGenerator<ConsentEventRow> {
  let last: ConsentEventRow | undefined;
  for (;;) {
    const rows = await rowsAfter(connection, last);
    yield* rows;
    last = rows.at(-1);
    if (last === undefined) return;
  }
}

/** Every row of one chain, from its first to its last. */
export function chainOf(
  connection: Connection<LendingSchema>,
  { id, sponsor_id }: Pick<ApplicationRow, 'id' | 'sponsor_id'>,
): Promise<ConsentEventRow[]> {
  return connection
    .selectFrom('consent_events')
    .selectAll()
    .where('sponsor_id', '=', sponsor_id)
    .where('application_id', '=', id)
    .orderBy('position')
    .execute();
}

function rowsAfter(
  connection: Connection<LendingSchema>,
  last: ConsentEventRow | undefined,
): Promise<ConsentEventRow[]> {
  const rows = connection
    .selectFrom('consent_events')
    .selectAll()
    .orderBy('application_id')
    .orderBy('position')
    .limit(rowsAtOnce);
  if (last === undefined) return rows.execute();
  const { application_id, position } = last;
  return rows
    .where((row) =>
      row.or([
        row('application_id', '>', application_id),
        row.and([row('application_id', '=', application_id), row('position', '>', position)]),
      ]),
    )
    .execute();
}

/** Records that could not have come about without evidence of a type, one row each. */
interface Witness {
  table: 'applications' | 'charge_requests' | 'notices' | 'messages' | 'letters';
  /** The column that names the chain. */
  chain: 'id' | 'application_id';
  where: ReturnType<typeof sql<boolean>>;
  consentType: string;
}

/**
 * A chain shows by itself when a row in it is missing or changed, but not when its end, or all of
 * it, is gone. The records that it was written together with do.
 */
const witnesses: readonly Witness[] = [
  {
    table: 'applications',
    chain: 'id',
    where: sql`decided_at is not null`,
    consentType: 'soft_pull',
  },
  {
    table: 'applications',
    chain: 'id',
    where: sql`accepted_at is not null`,
    consentType: 'loan_terms_signature',
  },
  {
    table: 'applications',
    chain: 'id',
    where: sql`accepted_at is not null and selected_terms like '%"hard_inquiry_on_accept":true%'`,
    consentType: 'hard_pull',
  },
  {
    table: 'charge_requests',
    chain: 'application_id',
    where: sql`approved_by = 'consumer'`,
    consentType: 'charge_approval',
  },
  {
    table: 'charge_requests',
    chain: 'application_id',
    where: sql`approved_by = 'sponsor'`,
    consentType: 'on_behalf_authorization',
  },
  {
    table: 'notices',
    chain: 'application_id',
    where: sql`status in ('Sent', 'Mailed')`,
    consentType: 'aan_delivery',
  },
  {
    table: 'messages',
    chain: 'application_id',
    // Beside a letter the e-mail is a courtesy.
    where: sql`kind = 'credit_line_increased' and status = 'Sent' and application_id not in (
      select application_id from ${sql.table('letters')} where kind = 'revised_terms'
    )`,
    consentType: 'revised_terms_sent',
  },
  {
    table: 'letters',
    chain: 'application_id',
    where: sql`kind = 'revised_terms' and status = 'Mailed'`,
    consentType: 'revised_terms_sent',
  },
  {
    table: 'letters',
    chain: 'application_id',
    where: sql`kind = 'wi_spouse_notice' and status = 'Mailed'`,
    consentType: 'wi_spouse_notice',
  },
];

export interface MissingEvidence {
  chain: string;
  consentType: string;
}

/** The first chain that has fewer rows of a type than the records call for, and was not deleted. */
export async function findMissingEvidence(
  connection: Connection<LendingSchema>,
): Promise<MissingEvidence | undefined> {
  for (const { table, chain, where, consentType } of witnesses) {
    const { rows } = await sql<{ chain: string }>`
      select records.chain from (
        select ${sql.ref(chain)} as chain, count(*) as called_for
        from ${sql.table(table)} where ${where} group by ${sql.ref(chain)}
      ) as records
      where not exists (
        select 1 from ${sql.table('evidence_ends')} as ended
        where ended.application_id = records.chain
      ) and records.called_for > (
        select count(*) from ${sql.table('consent_events')} as evidence
        where evidence.application_id = records.chain and evidence.consent_type = ${consentType}
      )
      order by records.chain limit 1`.execute(connection);
    if (rows[0]) return { chain: rows[0].chain, consentType };
  }
  return undefined;
}

/** What is kept word for word; null what is sealed and does not open. */
export interface KeptContent {
  type: string;
  sha256: string;
  content: string | null;
}

/** All that is kept word for word of an application: records and signed documents. */
export async function keptContents(
  connection: Connection<LendingSchema>,
  sealer: FieldSealer,
  applicationId: string,
): Promise<KeptContent[]> {
  const of = (table: 'evidence_records' | 'documents') =>
    connection
      .selectFrom(table)
      .select(['id', 'sponsor_id', 'type', 'sha256', 'content'])
      .where('application_id', '=', applicationId)
      .orderBy('created_at')
      .orderBy('id')
      .execute();
  const documents = (await of('documents')).map((document) => ({
    ...document,
    content: contentOf(sealer, document),
  }));
  return [...(await of('evidence_records')), ...documents];
}

function contentOf(
  sealer: FieldSealer,
  document: { id: string; sponsor_id: string; content: string },
): string | null {
  try {
    return openText(sealer, 'documents|content', document, document.content);
  } catch (error) {
    if (error instanceof SealedFieldError) return null;
    throw error;
  }
}
