import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { LendingContext } from '../../server/lending/context.ts';
import { lendingMigrations } from '../../server/lending/store/migrations.ts';
import type { LendingSchema } from '../../server/lending/store/schema.ts';
import { readRootKey } from '../../server/platform/crypto/root-key.ts';
import { createFieldSealer } from '../../server/platform/crypto/sealed-fields.ts';
import { openDatabase } from '../../server/platform/database/open-database.ts';
import { randomIds } from '../../server/platform/ids.ts';
import { requestOf, startTestLending, type TestLending } from './lending.ts';
import { type Product, serve } from './serve.ts';
import { makeStorage } from './storage.ts';

type Call = TestLending['call'];

/**
 * Services over one database, which race each other: one process on SQLite, which lets no second
 * one in, two on PostgreSQL.
 */
export interface RaceTestbed {
  /** To prepare rows with. */
  readonly context: Pick<LendingContext, 'database' | 'sealer' | 'ids' | 'clock'>;
  /** One for each process. */
  readonly racers: readonly Call[];
  /** A call that races nobody. */
  readonly call: Call;
  close(): Promise<void>;
}

/** On the engine that the run is for (see `makeStorage`). */
export async function startRaceTestbed(): Promise<RaceTestbed> {
  if (process.env.TEST_DATABASE_URL) return startTwoProcesses();
  const lending = await startTestLending();
  return { ...lending, racers: [lending.call] };
}

const key = new Uint8Array(32).fill(7);

async function startTwoProcesses(): Promise<RaceTestbed> {
  const storage = await makeStorage();
  const folder = await mkdtemp(join(tmpdir(), 'soft-pull-race-'));
  const environment = {
    SERVE: 'lending',
    DATABASE_URL: storage.databaseUrl ?? '',
    ENCRYPTION_KEY: Buffer.from(key).toString('base64url'),
    LOG_LEVEL: 'silent',
  };
  const start = () => serve({ environment, dataDir: folder });
  // One after the other: the first lays the tables out and seeds the merchant.
  const products = [await start(), await start()];
  const database = await openDatabase<LendingSchema>({
    file: join(folder, 'unused.db'),
    url: storage.databaseUrl,
    schemaName: 'lending',
    migrations: lendingMigrations,
  });
  const keys = { current: key, previous: [] };
  const rootKey = await readRootKey(database.query, { keys, owner: 'lending' });
  const racers = products.map(callerOf);
  return {
    context: {
      database,
      sealer: createFieldSealer(rootKey),
      ids: randomIds,
      clock: { now: () => Date.now(), refresh: () => Promise.resolve() },
    },
    racers,
    call: (...call) => (racers[0] as Call)(...call),
    close: async () => {
      for (const product of products) await product.remove();
      await database.close();
      await storage.remove();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

function callerOf({ lendingUrl }: Product): Call {
  return (method, path, options) => fetch(`${lendingUrl}${path}`, requestOf(method, options));
}
