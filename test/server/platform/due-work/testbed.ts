import { join } from 'node:path';
import { after, beforeEach } from 'node:test';
import type { Database } from '../../../../server/platform/database/database.ts';
import { openDatabase } from '../../../../server/platform/database/open-database.ts';
import {
  createDueWork,
  type DueWork,
  type DueWorkSchema,
  schedule,
} from '../../../../server/platform/due-work/due-work.ts';
import { type DueWorkHandler, DueWorkRunner } from '../../../../server/platform/due-work/runner.ts';
import { makeStorage, type Storage } from '../../../helpers/storage.ts';

/** Runners over a fresh database for each test of a suite, and a clock that the test moves. */
export function testRunners() {
  const opened: Array<{ storage: Storage; database: Database<DueWorkSchema> }> = [];
  const bed = {
    database: undefined as unknown as Database<DueWorkSchema>,
    now: 0,
    errors: [] as unknown[],
    makeRunner: (handlers: Record<string, DueWorkHandler>, scopes: readonly string[] = ['']) =>
      new DueWorkRunner({
        database: bed.database,
        handlers,
        deliveries: ['deliver'],
        now: () => bed.now,
        realNow: () => bed.now,
        scopes: () => scopes,
        onError: (error) => bed.errors.push(error),
      }),
    put: (work: Partial<DueWork> & { key: string }) =>
      bed.database.transaction((tx) =>
        schedule(tx, { kind: 'remind', scope: '', dueAt: bed.now, ...work }),
      ),
    rows: () => bed.database.query.selectFrom('due_work').selectAll().execute(),
  };

  beforeEach(async () => {
    const storage = await makeStorage();
    bed.database = await openDatabase<DueWorkSchema>({
      file: join(storage.folder, 'bff.db'),
      url: storage.databaseUrl,
      schemaName: 'bff',
      migrations: { '001': { up: createDueWork } },
    });
    opened.push({ storage, database: bed.database });
    bed.now = 1_000_000;
    bed.errors = [];
  });

  after(async () => {
    for (const { storage, database } of opened) {
      await database.close();
      await storage.remove();
    }
  });

  return bed;
}
