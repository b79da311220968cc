import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { BackupError } from './backups/backup-error.ts';
import { copySources } from './backups/copy-sources.ts';
import { writeBackup } from './backups/write-backup.ts';
import { loadConfig, readStorage } from './config/config.ts';
import { loadLenderAdapter } from './config/lender-adapter.ts';
import { runMerchantCommand } from './merchant-cli/merchant-cli.ts';
import { ArgumentsError, readArguments } from './platform/arguments.ts';
import { systemClock } from './platform/clock.ts';
import { POSTGRES_TOOLS } from './platform/database/postgres.ts';
import { randomIds } from './platform/ids.ts';
import { type AnchorOptions, describeReport, verifyStoredEvidence } from './verify-evidence.ts';

interface Call {
  env: NodeJS.ProcessEnv;
  /** What follows the command's name. */
  args: string[];
}

/** What `server/main.ts` does other than serve, by the name that follows it; each is an npm script. */
export const commands: ReadonlyMap<string, (call: Call) => Promise<void>> = new Map([
  ['verify-evidence', verify],
  ['backup', backUp],
  ['restore-check', checkRestore],
  ['check-lender', askLender],
  ['merchant', runMerchantCommand],
]);

/** `npm run verify-evidence [-- --anchor FILE [--renew]]`: fails when the evidence is not as it was written. */
async function verify({ env, args }: Call): Promise<void> {
  const anchor = readAnchorFlags(args);
  const report = await verifyStoredEvidence(readStorage(env), anchor);
  process.stdout.write(`${describeReport(report)}\n`);
  process.exitCode = report.broken === null ? 0 : 1;
}

/** @throws ArgumentsError for what would verify less than was asked for */
function readAnchorFlags(args: string[]): AnchorOptions | undefined {
  const usage = 'npm run verify-evidence -- [--anchor FILE [--renew]]';
  const { anchor: file, renew: isRenewed } = readArguments(args, {
    usage,
    options: { anchor: { type: 'string' }, renew: { type: 'boolean', default: false } },
  }).values;
  if (file === '') throw new ArgumentsError(`--anchor is empty; use: ${usage}`);
  if (isRenewed && file === undefined) {
    throw new ArgumentsError(`--renew needs --anchor; use: ${usage}`);
  }
  return file === undefined ? undefined : { file, isRenewed };
}

/** `npm run backup -- FOLDER`: copies both SQLite files, while they are in use or not. */
async function backUp({ env, args }: Call): Promise<void> {
  process.umask(0o077);
  const folder = readFolder('backup', args);
  const { dataDir, databaseUrl } = readStorage(env);
  if (databaseUrl !== undefined) throw new BackupError(POSTGRES_TOOLS);
  const { path, manifest } = await writeBackup(folder, {
    sources: copySources(dataDir),
    clock: systemClock,
  });
  const keys = [...new Set(manifest.files.flatMap((file) => file.keys))];
  process.stdout.write(`${path} is written. Encryption keys that it needs: ${keys.join(', ')}\n`);
}

/** @throws ArgumentsError */
function readFolder(command: string, args: string[]): string {
  const usage = `npm run ${command} -- FOLDER`;
  const [folder] = readArguments(args, { usage, most: 1 }).positionals;
  if (!folder) throw new ArgumentsError(`name a folder; use: ${usage}`);
  return folder;
}

/** `npm run restore-check -- FOLDER`: fails when a backup could not be restored. */
async function checkRestore({ env, args }: Call): Promise<void> {
  process.umask(0o077);
  const folder = readFolder('restore-check', args);
  const { dataDir, encryptionKeys } = readStorage(env);
  const { chooseBackup, checkBackup, describeCheck, requireKey } = await import(
    './backups/check-backup.ts'
  );
  const backup = await chooseBackup(folder);
  requireKey(Boolean(env.ENCRYPTION_KEY) || existsSync(join(dataDir, 'sandbox.key')));
  const check = await checkBackup(backup, encryptionKeys());
  process.stdout.write(`${describeCheck(check)}\n`);
  process.exitCode = check.isRight ? 0 : 1;
}

/** `npm run check-lender -- …`: 1 when something is wrong with the lender, 2 when nothing could be checked. */
async function askLender({ env, args }: Call): Promise<void> {
  process.umask(0o077);
  const config = loadConfig(env);
  const createLender = await loadLenderAdapter(config.lenderAdapter);
  const { checkLender } = await import('./bff/check-lender/check-lender.ts');
  const check = await checkLender({
    args,
    config,
    createLender,
    readFile: (path) => readFileSync(path, 'utf8'),
    clock: systemClock,
    ids: randomIds,
  });
  process.stdout.write(`${check.text}\n`);
  process.exitCode = check.isRight ? 0 : 1;
}
