import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { chmod, copyFile } from 'node:fs/promises';
import { constants, tmpdir } from 'node:os';
import { join } from 'node:path';
import { createBffService } from '../bff/service.ts';
import { bffMigrations } from '../bff/store/migrations.ts';
import type { BffSchema } from '../bff/store/schema.ts';
import { verifyEvidence } from '../lending/operations/verify-evidence.ts';
import { createSandboxProviders } from '../lending/providers/sandbox-providers.ts';
import { createLendingService } from '../lending/service.ts';
import { lendingMigrations } from '../lending/store/migrations.ts';
import type { LendingSchema } from '../lending/store/schema.ts';
import { sampleTexts } from '../lending-api/texts/sample-texts.ts';
import { systemClock } from '../platform/clock.ts';
import { sha256Hex } from '../platform/crypto/digest.ts';
import { type EncryptionKeys, WrongKeyError } from '../platform/crypto/root-key.ts';
import { keyName } from '../platform/crypto/sealed-fields.ts';
import { openDatabase } from '../platform/database/open-database.ts';
import { basicAuthHeader } from '../platform/http/basic-auth.ts';
import { noProxies } from '../platform/http/client-address.ts';
import { listen } from '../platform/http/listen.ts';
import { randomIds } from '../platform/ids.ts';
import { createLogger } from '../platform/logging.ts';
import { describeReport } from '../verify-evidence.ts';
import { BackupError } from './backup-error.ts';
import { databaseFile } from './copy-sources.ts';
import { inspectCopy, sha256Of } from './inspect-copy.ts';
import { type Backup, type BackupManifest, finishedBackups, readBackup } from './write-backup.ts';

/** One thing that was looked at. */
export interface BackupFinding {
  what: string;
  isRight: boolean;
  /** What was found, for people. */
  detail: string;
}

export interface BackupCheck {
  path: string;
  manifest: BackupManifest;
  findings: readonly BackupFinding[];
  isRight: boolean;
}

/**
 * The backup that a folder is, or the newest one in it. An older one never stands in for a newest
 * one that cannot be read: the operator has to know of that one.
 * @throws BackupError
 */
export async function chooseBackup(folder: string): Promise<Backup> {
  const newest = (await finishedBackups(folder)).at(-1);
  if (newest === undefined) return readBackup(folder);
  try {
    return await readBackup(newest);
  } catch (error) {
    throw new BackupError(
      `the newest backup of ${folder} cannot be read: ${(error as Error).message}; to check an older one, name its own folder`,
      { cause: error },
    );
  }
}

/**
 * Restores a copy of a backup into a folder that is removed again, and asks the services on it. The
 * backup itself is only read. No due work is run on the copy, so that no message and no callback
 * leaves it: what it calls due may have been done long ago.
 * @throws BackupError when there is no folder for the copy
 */
export async function checkBackup(
  { path, manifest }: Backup,
  keys: EncryptionKeys,
): Promise<BackupCheck> {
  const { folder, remove } = makeTemporaryFolder();
  const findings: BackupFinding[] = [];
  try {
    for (const file of manifest.files) findings.push(await restoreFile(path, folder, file));
    if (findings.every(({ isRight }) => isRight)) findings.push(compareKeys(manifest, keys));
    if (findings.every(({ isRight }) => isRight)) {
      findings.push(...(await askServices(folder, manifest, keys)));
    }
  } finally {
    remove();
  }
  return { path, manifest, findings, isRight: findings.every(({ isRight }) => isRight) };
}

const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** A folder that is removed also when the command is broken off: it holds personal data in clear. */
function makeTemporaryFolder(): { folder: string; remove(): void } {
  let folder: string | undefined;
  const end = (signal: (typeof signals)[number]) => {
    if (folder !== undefined) rmSync(folder, { recursive: true, force: true });
    process.exit(128 + constants.signals[signal]);
  };
  // Before there is a folder: a signal without a listener ends the process at once.
  for (const signal of signals) process.once(signal, end);
  const made = temporaryFolder();
  folder = made;
  return {
    folder: made,
    remove: () => {
      rmSync(made, { recursive: true, force: true });
      for (const signal of signals) process.off(signal, end);
    },
  };
}

/** @throws BackupError */
function temporaryFolder(): string {
  try {
    return mkdtempSync(join(tmpdir(), 'restore-check-'));
  } catch (error) {
    const { message } = error as Error;
    throw new BackupError(
      `a backup is checked in a copy, for which there is no folder: ${message}; set TMPDIR to one that can be written to`,
      { cause: error },
    );
  }
}

type FileFacts = BackupManifest['files'][number];

async function restoreFile(path: string, folder: string, facts: FileFacts): Promise<BackupFinding> {
  const what = facts.file;
  const file = databaseFile(folder, facts.name);
  const wrong = (detail: string) => ({ what, isRight: false, detail });
  try {
    await copyFile(join(path, facts.file), file);
    // A backup may be kept where nothing can be written to it.
    await chmod(file, 0o600);
    if (sha256Of(file) !== facts.sha256) return wrong('it is not the file that was written');
    const found = inspectCopy(file);
    const table = Object.keys({ ...facts.rows, ...found.rows }).find(
      (name) => facts.rows[name] !== found.rows[name],
    );
    if (table !== undefined) {
      return wrong(`${table} has ${found.rows[table]} rows in place of ${facts.rows[table]}`);
    }
  } catch (error) {
    return wrong((error as Error).message);
  }
  const rows = Object.values(facts.rows).reduce((sum, each) => sum + each, 0);
  return { what, isRight: true, detail: `whole: ${facts.bytes} bytes, ${rows} rows` };
}

function compareKeys(manifest: BackupManifest, keys: EncryptionKeys): BackupFinding {
  const given = [keys.current, ...keys.previous].map(keyName);
  const needed = [...new Set(manifest.files.flatMap((file) => file.keys))];
  const missing = needed.filter((name) => !given.includes(name));
  return {
    what: 'encryption key',
    isRight: missing.length === 0,
    detail:
      missing.length === 0
        ? `${needed.join(', ')} opens it`
        : `it needs ${missing.join(', ')}, and ENCRYPTION_KEY, or sandbox.key in DATA_DIR, is ${given.join(', ')}`,
  };
}

/** Where nothing listens: a BFF whose lender is another's asks nobody. */
const nobody = 'http://127.0.0.1:9';

async function askServices(
  folder: string,
  { files }: BackupManifest,
  keys: EncryptionKeys,
): Promise<BackupFinding[]> {
  const has = (name: FileFacts['name']) => files.some((file) => file.name === name);
  const lender = { baseUrl: nobody, username: 'restore-check', password: randomPassword() };
  const closing: (() => Promise<unknown>)[] = [];
  const findings: BackupFinding[] = [];
  try {
    if (has('lending')) {
      const lending = await openLending(folder, keys, lender.password);
      closing.push(lending.close);
      lender.baseUrl = lending.url;
      lender.username = lending.sponsorId;
      findings.push(...(await lending.ask()));
    }
    if (has('bff')) {
      const bff = await openBff(folder, keys, lender);
      closing.push(bff.close);
      findings.push(...(await bff.ask()));
    }
  } catch (error) {
    if (!(error instanceof WrongKeyError)) throw error;
    findings.push({ what: 'encryption key', isRight: false, detail: error.message });
  } finally {
    for (const close of closing.reverse()) await close();
  }
  return findings;
}

const log = createLogger({ level: 'silent' });

/** The lending service with its own passwords: it is not started, only asked. */
async function openLending(folder: string, keys: EncryptionKeys, password: string) {
  const database = await openDatabase<LendingSchema>({
    file: databaseFile(folder, 'lending'),
    schemaName: 'lending',
    migrations: lendingMigrations,
  });
  const merchant = await database.query
    .selectFrom('merchants')
    .select('sponsor_id')
    .limit(1)
    .executeTakeFirst();
  const sponsorId = merchant?.sponsor_id ?? 'restore-check';
  try {
    const service = await createLendingService({
      config: {
        environment: 'production',
        publicUrl: nobody,
        sponsors: [
          {
            id: sponsorId,
            name: 'Restore check',
            passwordSha256: sha256Hex(password),
            features: { allow_soft_pull_process: false, allow_approve_on_behalf: false },
            callback: { username: 'restore-check', password },
          },
        ],
        callbackAllowedHosts: [],
        trustedProxies: noProxies,
        loanTerms: { hardInquiryOnAccept: false, finalChargeClosesWindow: true },
        texts: sampleTexts,
      },
      database,
      clock: systemClock,
      encryptionKey: keys.current,
      previousEncryptionKeys: keys.previous,
      sandboxSeed: null,
      log,
      providers: createSandboxProviders(),
    });
    const { url, close } = await serveOnLoopback(service, database);
    const headers = { authorization: basicAuthHeader({ username: sponsorId, password }) };
    return {
      url,
      sponsorId,
      ask: async () => [
        await evidenceOf(service.context),
        await answered('lending service', `${url}/api/v1/sponsor/merchants/`, headers),
      ],
      close,
    };
  } catch (error) {
    await database.close();
    throw error;
  }
}

async function evidenceOf({
  database,
  sealer,
}: Awaited<ReturnType<typeof createLendingService>>['context']): Promise<BackupFinding> {
  const report = await verifyEvidence(database.query, sealer);
  return { what: 'evidence', isRight: report.broken === null, detail: describeReport(report) };
}

/** The BFF with the merchant of its newest checkout, under a key of its own: it is not started. */
async function openBff(
  folder: string,
  keys: EncryptionKeys,
  lender: { baseUrl: string; username: string; password: string },
) {
  const database = await openDatabase<BffSchema>({
    file: databaseFile(folder, 'bff'),
    schemaName: 'bff',
    migrations: bffMigrations,
  });
  const newest = await database.query
    .selectFrom('checkouts')
    .select(['id', 'merchant'])
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  const secretKey = randomPassword();
  try {
    const service = await createBffService({
      config: {
        bffPublicUrl: nobody,
        lender,
        isEmbeddedLender: true,
        lenderAnswerHours: 24,
        callback: { username: 'restore-check', password: randomPassword() },
        encryptionKey: keys.current,
        previousEncryptionKeys: keys.previous,
        merchants: [
          {
            publishable_key: newest?.merchant ?? 'pk_restore_check',
            name: 'restore-check',
            secret_key_sha256: [sha256Hex(secretKey)],
            order_secrets: [],
            order_keys: [],
            origins: [],
            request_user_id: 'restore-check',
            admin_user_id: 'restore-check',
          },
        ],
        texts: sampleTexts,
        linkAllowedOrigins: [],
        callbackAllowedHosts: [],
        trustedProxies: noProxies,
        isSandbox: false,
      },
      database,
      clock: systemClock,
      ids: randomIds,
      log,
    });
    const { url, close } = await serveOnLoopback(service, database);
    const headers = { authorization: basicAuthHeader({ username: secretKey, password: '' }) };
    const checkout = `${url}/v1/merchant/checkouts/${newest?.id}`;
    return {
      ask: async () => [
        await answered('BFF', `${url}/readyz`, {}),
        ...(newest ? [await answered('its newest checkout', checkout, headers)] : []),
      ],
      close,
    };
  } catch (error) {
    await database.close();
    throw error;
  }
}

async function serveOnLoopback(
  { app, stop }: { app: Parameters<typeof listen>[0]; stop(): Promise<void> },
  database: { close(): Promise<void> },
): Promise<{ url: string; close(): Promise<void> }> {
  const listening = await listen(app, { port: 0, address: '127.0.0.1' });
  const close = async () => {
    await listening.close();
    await stop();
    await database.close();
  };
  return { url: listening.url, close };
}

function randomPassword(): string {
  return randomBytes(32).toString('base64url');
}

async function answered(
  what: string,
  url: string,
  headers: Record<string, string>,
): Promise<BackupFinding> {
  const { pathname } = new URL(url);
  const response = await fetch(url, { headers });
  await response.arrayBuffer();
  return { what, isRight: response.ok, detail: `answers ${response.status} to GET ${pathname}` };
}

/** The check as lines for people. */
export function describeCheck({ path, manifest, findings, isRight }: BackupCheck): string {
  const width = Math.max(...findings.map(({ what }) => what.length));
  const lines = findings.map(
    (finding) =>
      `  ${finding.isRight ? 'right' : 'WRONG'}  ${finding.what.padEnd(width)}  ${finding.detail}`,
  );
  const outcome = isRight ? 'It can be restored.' : 'It cannot be relied on.';
  return [`${path}, begun ${manifest.began_at}`, ...lines, outcome].join('\n');
}

/** @throws BackupError, in place of a key that would be made, when none is given */
export function requireKey(isGiven: boolean): void {
  if (isGiven) return;
  throw new BackupError(
    'ENCRYPTION_KEY is missing, and DATA_DIR has no sandbox.key: a backup is opened by the key that it was made with',
  );
}
