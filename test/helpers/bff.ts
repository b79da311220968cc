import { join } from 'node:path';
import type { BffConfig, Merchant } from '../../server/bff/context.ts';
import type { CreateLender } from '../../server/bff/lender/lender.ts';
import { type BffService, createBffService } from '../../server/bff/service.ts';
import { bffMigrations } from '../../server/bff/store/migrations.ts';
import type { BffSchema } from '../../server/bff/store/schema.ts';
import {
  sandboxCallback,
  sandboxLenderLogin,
  sandboxPaymentIdentifier,
} from '../../server/config/sandbox-settings.ts';
import { sampleTexts } from '../../server/lending-api/texts/sample-texts.ts';
import type { Clock } from '../../server/platform/clock.ts';
import { sha256Hex } from '../../server/platform/crypto/digest.ts';
import type { Database } from '../../server/platform/database/database.ts';
import { openDatabase } from '../../server/platform/database/open-database.ts';
import { noProxies } from '../../server/platform/http/client-address.ts';
import { listen } from '../../server/platform/http/listen.ts';
import { randomIds } from '../../server/platform/ids.ts';
import { createLogger } from '../../server/platform/logging.ts';
import { putEmptyTables } from './empty-tables.ts';
import { freePort } from './free-ports.ts';
import { makeStorage, type Storage } from './storage.ts';

/** 2026-03-02 is a Monday, 10:00 in New York. */
export const bffStart = Date.UTC(2026, 2, 2, 15);

export const shopOrigin = 'https://shop.example';
export const otherOrigin = 'https://other.example';
export const shopSecret = 'os_test_shop_0123456789abcdef0123456789';
export const shopKey = 'sk_test_shop';
export const shopNextKey = 'sk_test_shop_next';
export const otherKey = 'sk_test_other';
export const otherSecret = 'os_test_other_0123456789abcdef012345678';

const user = { request_user_id: 'hillside-rep-1', admin_user_id: 'hillside-admin' };

export const shop: Merchant = {
  ...user,
  publishable_key: 'pk_test_shop',
  name: 'Test & Sons',
  secret_key_sha256: [sha256Hex(shopKey), sha256Hex(shopNextKey)],
  order_secrets: [shopSecret],
  order_keys: [],
  origins: [shopOrigin, 'https://www.shop.example'],
};

export const otherShop: Merchant = {
  ...user,
  publishable_key: 'pk_test_other',
  name: 'Other shop',
  secret_key_sha256: [sha256Hex(otherKey)],
  order_secrets: [otherSecret],
  order_keys: [],
  origins: [otherOrigin],
};

/** A slow machine reads the lender, too, before a step is answered: never what is stored instead. */
const patientReadMs = 20_000;

const kinds = ['inbox', 'reconcile', 'forget_pulls', 'follow_settled', 'webhook'];

/** A real BFF over a database of its own, listening, with a clock that the test moves. */
export interface TestBff extends BffService {
  readonly url: string;
  readonly database: Database<BffSchema>;
  readonly storage: Storage;
  /** All that was logged. */
  readonly logged: string[];
  now(): number;
  tick(milliseconds: number): void;
  /** Runs what is due by the clock, callbacks and looks at the lender. */
  runDue(): Promise<void>;
  /** So many times the clock moves on, and what is due by then runs. */
  pass(milliseconds: number, times?: number): Promise<void>;
  close(): Promise<void>;
}

export interface TestBffOptions {
  lenderUrl?: string;
  config?: Partial<BffConfig>;
  /** Takes up due work by itself; otherwise `runDue` does. */
  isRunning?: boolean;
  /** By the clock that the test moves. */
  startsAt?: number;
  /** The built-in adapter when absent. */
  createLender?: CreateLender;
  /** In place of the one that the test moves. */
  clockOf?: (database: Database<BffSchema>) => Promise<Clock>;
  /** Another node of this one's product: it shares the PostgreSQL database. */
  storage?: Storage;
}

export async function startTestBff(options: TestBffOptions = {}): Promise<TestBff> {
  const {
    lenderUrl = 'http://127.0.0.1:1',
    config = {},
    isRunning = false,
    startsAt = bffStart,
  } = options;
  const storage = options.storage ?? (await makeStorage());
  const tables = { schemaName: 'bff', migrations: bffMigrations } as const;
  if (!options.storage) await putEmptyTables(storage, tables);
  const port = await freePort();
  const url = `http://localhost:${port}`;
  const database = await openDatabase<BffSchema>({
    file: join(storage.folder, 'bff.db'),
    url: storage.databaseUrl,
    ...tables,
  });
  const logged: string[] = [];
  let now = startsAt;
  const clock = (await options.clockOf?.(database)) ?? { now: () => now };
  const service = await createBffService({
    config: {
      bffPublicUrl: url,
      lender: { baseUrl: lenderUrl, ...sandboxLenderLogin },
      isEmbeddedLender: true,
      lenderAnswerHours: 24,
      callback: sandboxCallback,
      encryptionKey: new Uint8Array(32).fill(9),
      merchants: [shop, otherShop],
      texts: sampleTexts,
      linkAllowedOrigins: ['http://localhost:8788'],
      callbackAllowedHosts: ['localhost', '127.0.0.1'],
      trustedProxies: noProxies,
      isSandbox: true,
      ...config,
      timing: { readMs: patientReadMs, ...config.timing },
    },
    database,
    clock,
    ids: randomIds,
    log: createLogger({ level: 'debug', destination: { write: (line) => logged.push(line) } }),
    paymentIdentifierOf: sandboxPaymentIdentifier,
    createLender: options.createLender,
  });
  const listening = await listen(service.app, { port, answerEarly: service.answerEarly });
  if (isRunning) await service.start();
  else service.context.feed.start();
  const tick = (milliseconds: number) => {
    now += milliseconds;
  };
  const runDue = () => service.runner.runDue({ scope: '', kinds });
  return {
    ...service,
    url,
    database,
    storage,
    logged,
    now: () => clock.now(),
    tick,
    runDue,
    pass: async (milliseconds, times = 1) => {
      for (let time = 0; time < times; time += 1) {
        tick(milliseconds);
        await runDue();
      }
    },
    close: async () => {
      service.context.feed.stop();
      await listening.close();
      await service.stop();
      await database.close();
      if (!options.storage) await storage.remove();
    },
  };
}
