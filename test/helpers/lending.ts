import { join } from 'node:path';
import { sandboxCallback, sandboxSponsors } from '../../server/config/sandbox-settings.ts';
import type { LendingConfig } from '../../server/lending/context.ts';
import type { Providers } from '../../server/lending/providers/providers.ts';
import { createSandboxProviders } from '../../server/lending/providers/sandbox-providers.ts';
import { createLendingService, type LendingService } from '../../server/lending/service.ts';
import { lendingMigrations } from '../../server/lending/store/migrations.ts';
import type { LendingSchema } from '../../server/lending/store/schema.ts';
import { sampleTexts } from '../../server/lending-api/texts/sample-texts.ts';
import { openDatabase } from '../../server/platform/database/open-database.ts';
import { noProxies } from '../../server/platform/http/client-address.ts';
import { createLogger } from '../../server/platform/logging.ts';
import { putEmptyTables } from './empty-tables.ts';
import { makeStorage, type Storage } from './storage.ts';

/** 2026-03-02 is a Monday, 10:00 in New York. */
export const testStart = Date.UTC(2026, 2, 2, 15);

/** A real lending service over a database of its own, with a clock that the test moves. */
export interface TestLending extends LendingService {
  /** Calls the service as a sponsor (the first one unless another is given). */
  call(
    method: string,
    path: string,
    options?: { body?: unknown; as?: keyof typeof passwords; headers?: Record<string, string> },
  ): Promise<Response>;
  /** Moves real time; due work is not run by this. */
  tick(milliseconds: number): void;
  /** Its log lines, from `info` on, as JSON. */
  readonly logged: readonly string[];
  /** Of its PostgreSQL database; undefined on SQLite. */
  databaseUrl: string | undefined;
  close(): Promise<void>;
}

/** The sandbox's sponsors, whose features may be changed. */
export function testSponsors(
  features: Partial<LendingConfig['sponsors'][number]['features']> = {},
): LendingConfig['sponsors'] {
  return sandboxSponsors(sandboxCallback).map((sponsor) => ({
    id: sponsor.username,
    name: sponsor.name,
    passwordSha256: sponsor.password_sha256,
    features: { ...sponsor.features, ...features },
    callback: sponsor.callback,
  }));
}

const passwords = {
  'sponsor@example.test': 'sandbox-api-password',
  'sponsor-two@example.test': 'sandbox-api-password-two',
  'sponsor-three@example.test': 'sandbox-api-password-three',
} as const;

/** What a sponsor of the sandbox sends with every call. */
export function authorizationOf(sponsor: keyof typeof passwords): string {
  return `Basic ${Buffer.from(`${sponsor}:${passwords[sponsor]}`).toString('base64')}`;
}

type CallOptions = Parameters<TestLending['call']>[2];

/** A call as a sponsor of the sandbox makes it. */
export function requestOf(
  method: string,
  { body, as = 'sponsor@example.test', headers = {} }: CallOptions = {},
): RequestInit {
  const authorization = authorizationOf(as);
  if (body === undefined) return { method, headers: { authorization, ...headers } };
  const type = { 'content-type': 'application/json' };
  return { method, headers: { authorization, ...type, ...headers }, body: JSON.stringify(body) };
}

export async function startTestLending(
  config: Partial<LendingConfig> = {},
  providers: Providers = createSandboxProviders(),
  /** One that has data; who made it removes it. */
  given?: Storage,
  startsAt = testStart,
): Promise<TestLending> {
  const storage = given ?? (await makeStorage());
  const tables = { schemaName: 'lending', migrations: lendingMigrations } as const;
  if (!given) await putEmptyTables(storage, tables);
  const database = await openDatabase<LendingSchema>({
    file: join(storage.folder, 'lending.db'),
    url: storage.databaseUrl,
    ...tables,
  });
  let now = startsAt;
  const logged: string[] = [];
  const service = await createLendingService({
    config: {
      environment: 'sandbox',
      publicUrl: 'http://localhost:8788',
      sponsors: testSponsors(),
      callbackAllowedHosts: ['localhost', '127.0.0.1', '[::1]'],
      trustedProxies: noProxies,
      loanTerms: { hardInquiryOnAccept: false, finalChargeClosesWindow: true },
      texts: sampleTexts,
      ...config,
    },
    database,
    clock: { now: () => now },
    encryptionKey: new Uint8Array(32).fill(7),
    sandboxSeed: '1',
    log: createLogger({ level: 'info', destination: { write: (line) => logged.push(line) } }),
    providers,
  });
  await service.start();
  return {
    ...service,
    logged,
    databaseUrl: storage.databaseUrl,
    call: async (method, path, options) => service.app.request(path, requestOf(method, options)),
    tick: (milliseconds) => {
      now += milliseconds;
    },
    close: async () => {
      await service.stop();
      await database.close();
      if (!given) await storage.remove();
    },
  };
}
