import { chmod, mkdir, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';
import type { Clock } from '../platform/clock.ts';
import { syncToDisk } from '../platform/database/sqlite-copies.ts';
import { dayMs } from '../platform/durations.ts';
import { BackupError } from './backup-error.ts';
import { type CopySource, DATABASE_NAMES } from './copy-sources.ts';
import { inspectCopyAside } from './inspect-copy.ts';

const manifestFile = 'backup.json';
const prefix = 'backup-';
/** PREFIX and the time in UTC, as writeBackup() gives it. */
const nameForm = /^backup-\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d-\d{3}Z$/;
const unfinishedPrefix = '.unfinished-';

const count = z.int().nonnegative();

const manifestSchema = z.object({
  format: z.literal(1),
  /** ISO times. Everything that was answered before `began_at` is in it. */
  began_at: z.iso.datetime(),
  ended_at: z.iso.datetime(),
  node: z.string(),
  files: z
    .array(
      z.object({
        name: z.enum(DATABASE_NAMES),
        file: z.string(),
        sha256: z.string(),
        bytes: count,
        pages: count,
        schema: z.string().nullable(),
        rows: z.record(z.string(), count),
        /** Names of the encryption keys that it needs; see keyName(). */
        keys: z.array(z.string()),
      }),
    )
    .min(1),
});

/** What `backup.json` says. */
export type BackupManifest = z.infer<typeof manifestSchema>;

export interface Backup {
  /** Its folder. */
  path: string;
  manifest: BackupManifest;
}

/**
 * Copies the databases into a folder of their own below `folder`, which is made when missing. It
 * gets its name, the time in UTC, when all of it is on disk and was checked; a failure leaves
 * nothing behind.
 * @throws BackupError
 */
export async function writeBackup(
  folder: string,
  { sources, clock }: { sources: readonly CopySource[]; clock: Clock },
): Promise<Backup> {
  const beganAt = new Date(clock.now()).toISOString();
  const name = prefix + beganAt.replaceAll(/[:.]/g, '-');
  const unfinished = join(folder, `${unfinishedPrefix}${process.pid}@${hostname()}-${name}`);
  const path = join(folder, name);
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    await removeUnfinished(folder, clock.now());
    await mkdir(unfinished, { mode: 0o700 });
    const files = await copyAll(sources, unfinished);
    const endedAt = new Date(clock.now()).toISOString();
    const manifest: BackupManifest = {
      format: 1,
      began_at: beganAt,
      ended_at: endedAt,
      node: process.version,
      files,
    };
    await writeDurably(join(unfinished, manifestFile), `${JSON.stringify(manifest, null, 2)}\n`);
    await syncToDisk(unfinished);
    await rename(unfinished, path);
    await syncToDisk(folder);
    return { path, manifest };
  } catch (error) {
    await rm(unfinished, { recursive: true, force: true }).catch(() => undefined);
    throw explained(error, folder);
  }
}

async function copyAll(
  sources: readonly CopySource[],
  folder: string,
): Promise<BackupManifest['files']> {
  const files: BackupManifest['files'] = [];
  for (const { name, copyTo } of sources) {
    const file = `${name}.db`;
    await copyTo(join(folder, file));
    const { keys, ...facts } = await inspectCopyAside(join(folder, file));
    await chmod(join(folder, file), 0o600);
    await syncToDisk(join(folder, file));
    files.push({ name, file, ...facts, keys: [...keys] });
  }
  return files;
}

async function writeDurably(file: string, text: string): Promise<void> {
  const handle = await open(file, 'wx', 0o600);
  try {
    await handle.writeFile(text);
    await handle.sync();
  } finally {
    await handle.close();
  }
}

const reasons: Readonly<Record<string, string>> = {
  ENOSPC: 'there is no room on its disk',
  EDQUOT: 'there is no room on its disk',
  SQLITE_FULL: 'there is no room on its disk',
  EACCES: 'it may not be written to',
  EPERM: 'it may not be written to',
  EROFS: 'it may not be written to',
  ENOTDIR: 'it is no folder',
  EEXIST: 'it is no folder, or another backup is being written there',
};

function explained(error: unknown, folder: string): BackupError {
  if (error instanceof BackupError) return error;
  const { code = '', message } = error as NodeJS.ErrnoException;
  const reason = reasons[code] ?? message;
  return new BackupError(`no backup was written to ${folder}: ${reason}`, { cause: error });
}

/**
 * What processes left that were killed meanwhile. Of another host, which a container is, too, nobody
 * knows here which processes live: what it began more than a day ago is left by one.
 */
async function removeUnfinished(folder: string, now: number): Promise<void> {
  for (const name of await readdir(folder)) {
    const [, pid, host = hostname()] = /^\.unfinished-(\d+)(?:@(.+))?-backup-/.exec(name) ?? [];
    if (pid === undefined) continue;
    const path = join(folder, name);
    // Another container may remove it at the same moment.
    const { mtimeMs } = await stat(path).catch(() => ({ mtimeMs: now }));
    const isLeft =
      host === hostname()
        ? Number(pid) === process.pid || !isAlive(Number(pid))
        : now - mtimeMs > dayMs;
    if (isLeft) await rm(path, { recursive: true, force: true });
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== 'ESRCH';
  }
}

/**
 * Paths of the finished backups in a folder, the oldest first; none when there is no folder. They
 * are known by their names alone: what is in them is not read.
 * @throws BackupError when the folder cannot be read
 */
export async function finishedBackups(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(
    (error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return [];
      throw new BackupError(`the folder of backups cannot be read: ${error.message}`, {
        cause: error,
      });
    },
  );
  // A folder on another disk may be linked here.
  return entries
    .filter((entry) => !entry.isFile() && nameForm.test(entry.name))
    .map(({ name }) => name)
    .sort()
    .map((name) => join(folder, name));
}

/** @throws BackupError when the folder is no backup */
export async function readBackup(path: string): Promise<Backup> {
  try {
    const text = await readFile(join(path, manifestFile), 'utf8');
    return { path, manifest: manifestSchema.parse(JSON.parse(text)) };
  } catch (error) {
    throw new BackupError(`${path} is no backup: its ${manifestFile} is missing or wrong`, {
      cause: error,
    });
  }
}
