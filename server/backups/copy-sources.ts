import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { z } from 'zod';
import {
  askControlSocket,
  type ControlSocket,
  ControlSocketError,
  openControlSocket,
} from '../platform/control-socket.ts';
import type { Database } from '../platform/database/database.ts';
import { openSqlite } from '../platform/database/sqlite.ts';
import type { Logger } from '../platform/logging.ts';
import { BackupError } from './backup-error.ts';

/** The BFF first: what it knows of, the lending service, copied after it, has too. */
export const DATABASE_NAMES = ['bff', 'lending'] as const;
export type DatabaseName = (typeof DATABASE_NAMES)[number];

/** A database that can be copied: one that this process holds, or one that it asks another for. */
export interface CopySource {
  name: DatabaseName;
  /** @throws Error with a message for whoever runs the service */
  copyTo(file: string): Promise<void>;
}

type Held = Pick<Database<unknown>, 'copyTo'>;

export function databaseFile(dataDir: string, name: DatabaseName): string {
  return join(dataDir, `${name}.db`);
}

function socketPath(dataDir: string, name: DatabaseName): string {
  return resolve(dataDir, `${name}.sock`);
}

const question = z.object({ copy_to: z.string().startsWith('/') });
const answer = z.union([
  z.object({ is_copied: z.literal(true) }),
  z.object({ is_copied: z.literal(false), reason: z.string() }),
]);
type Answer = z.infer<typeof answer>;

/**
 * Lets `npm run backup` have a copy of a database that this process holds. Without it the service
 * runs as well: why it could not be is logged.
 */
export async function offerCopies(
  database: Held,
  { dataDir, name, log }: { dataDir: string; name: DatabaseName; log: Logger },
): Promise<Pick<ControlSocket, 'close'>> {
  const copy = async (asked: unknown): Promise<Answer> => {
    try {
      await database.copyTo(question.parse(asked).copy_to);
      return { is_copied: true };
    } catch (error) {
      return { is_copied: false, reason: (error as Error).message };
    }
  };
  try {
    return await openControlSocket(socketPath(dataDir, name), copy);
  } catch (error) {
    log.warn({ event: 'backup_not_offered', database: name, error });
    return { close: () => Promise.resolve() };
  }
}

/**
 * Every database of the folder: those that this process holds, those that another one does and copies
 * when it is asked, and those that nobody has open, which are opened for it.
 * @throws BackupError when there is none
 */
export function copySources(
  dataDir: string,
  held: ReadonlyMap<DatabaseName, Held> = new Map(),
): CopySource[] {
  const names = DATABASE_NAMES.filter((name) => existsSync(databaseFile(dataDir, name)));
  if (names.length === 0) {
    throw new BackupError(`there is no database in ${dataDir}: set DATA_DIR`);
  }
  return names.map((name) => {
    const own = held.get(name);
    return { name, copyTo: (file) => (own ? own.copyTo(file) : copyOther(dataDir, name, file)) };
  });
}

async function copyOther(dataDir: string, name: DatabaseName, file: string): Promise<void> {
  const socket = socketPath(dataDir, name);
  const given = await askOther(socket, file);
  if (given === undefined) return copyUnused(dataDir, name, file);
  const told = answer.parse(given);
  if (!told.is_copied) throw new BackupError(told.reason);
}

/** Undefined when there is nobody to ask. @throws BackupError also for a path too long for a socket */
async function askOther(socket: string, file: string): Promise<unknown> {
  try {
    return await askControlSocket(socket, { copy_to: resolve(file) });
  } catch (error) {
    if (error instanceof ControlSocketError) throw new BackupError(error.message, { cause: error });
    throw error;
  }
}

/** @throws DatabaseInUseError when a process holds it that cannot be asked */
async function copyUnused(dataDir: string, name: DatabaseName, file: string): Promise<void> {
  const database = openSqlite(databaseFile(dataDir, name));
  try {
    await database.copyTo(file);
  } finally {
    await database.close();
  }
}
