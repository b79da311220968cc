import assert from 'node:assert/strict';
import { it } from 'node:test';
import {
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
} from 'kysely';
import { indexFewRows } from '../../../../../server/bff/store/migrations/029-few-rows.ts';

it('no read waits on PostgreSQL while an index is made: all are made before a drop', async () => {
  const statements: string[] = [];
  const db = new Kysely<unknown>({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () => new DummyDriver(),
      createIntrospector: (introspected) => new PostgresIntrospector(introspected),
      createQueryCompiler: () => new PostgresQueryCompiler(),
    },
    log: ({ query }) => {
      statements.push(query.sql.replace(/ .*/s, ''));
    },
  });
  await indexFewRows(db);
  assert.deepEqual(statements, ['create', 'create', 'drop', 'drop']);
});
