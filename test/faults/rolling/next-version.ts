// node --import ./next-version.ts: the product as a version would be that adds a table, columns and an
// index to both databases, and fills one of the columns.
import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import { bffMigrations } from '../../../server/bff/store/migrations.ts';
import { lendingMigrations } from '../../../server/lending/store/migrations.ts';

const added = 'next_version';

/** The tables that a version in use reads and writes most. */
const bff: Migration = { up: (db) => add(db, ['checkouts', 'charges', 'sessions']) };
const lending: Migration = { up: (db) => add(db, ['applications', 'offers', 'charge_requests']) };

async function add(db: Kysely<unknown>, tables: readonly string[]): Promise<void> {
  await db.schema.createTable(added).addColumn('id', 'text').execute();
  for (const table of tables) {
    await db.schema.alterTable(table).addColumn(added, 'text').execute();
    await db.schema
      .alterTable(table)
      .addColumn(`${added}_count`, 'bigint', (column) => column.notNull().defaultTo(0))
      .execute();
    await db.schema.createIndex(`${table}_${added}`).on(table).column(added).execute();
    await sql`update ${sql.table(table)} set ${sql.ref(added)} = 'filled'`.execute(db);
  }
}

Object.assign(bffMigrations, { [`999_${added}`]: bff });
Object.assign(lendingMigrations, { [`999_${added}`]: lending });
