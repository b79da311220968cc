import { join } from 'node:path';
import { lendingMigrations } from '../../../../server/lending/store/migrations.ts';
import type { LendingSchema } from '../../../../server/lending/store/schema.ts';
import { createFieldSealer } from '../../../../server/platform/crypto/sealed-fields.ts';
import { openDatabase } from '../../../../server/platform/database/open-database.ts';
import { putEmptyTables } from '../../../helpers/empty-tables.ts';
import { makeStorage } from '../../../helpers/storage.ts';

/** The lending service's tables, empty, and the keys that its links are made with. */
export async function openLendingDatabase() {
  const storage = await makeStorage();
  const tables = { schemaName: 'lending', migrations: lendingMigrations } as const;
  await putEmptyTables(storage, tables);
  const database = await openDatabase<LendingSchema>({
    file: join(storage.folder, 'lending.db'),
    url: storage.databaseUrl,
    ...tables,
  });
  return {
    database,
    sealer: createFieldSealer(new Uint8Array(32).fill(7)),
    close: async () => {
      await database.close();
      await storage.remove();
    },
  };
}
