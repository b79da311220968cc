import { existsSync, rmSync, writeFileSync } from 'node:fs';
import BetterSqlite3 from 'better-sqlite3';
import {
  DatabaseDamagedError,
  DatabaseFailedError,
  DatabaseInUseError,
  DatabaseNotWritableError,
  DatabaseUnavailableError,
} from './database.ts';

/**
 * What SQLite's result codes say, by their beginning. `full`: nothing of the transaction is kept, and
 * it may be asked for again. `failed`: a write, sync or read failed. A second sync may then succeed
 * although the first one's pages are lost (fsync(2), ERRORS), so nothing is asked of the disk again.
 * `damaged`: what was read is not what was written. All other codes are the statement's own.
 */
const meanings = [
  { code: /^SQLITE_FULL$/, meaning: 'full' },
  { code: /^SQLITE_IOERR(?:_|$)/, meaning: 'failed' },
  { code: /^SQLITE_(?:CORRUPT|NOTADB)(?:_|$)/, meaning: 'damaged' },
  { code: /^SQLITE_(?:BUSY|LOCKED)(?:_|$)/, meaning: 'in_use' },
  { code: /^SQLITE_(?:CANTOPEN|READONLY)(?:_|$)/, meaning: 'not_writable' },
] as const;

type Meaning = (typeof meanings)[number]['meaning'] | 'of_the_statement';

/** @example meaningOf(error) // 'failed' for SQLITE_IOERR_FSYNC */
function meaningOf(error: unknown): Meaning {
  if (!(error instanceof BetterSqlite3.SqliteError)) return 'of_the_statement';
  return meanings.find(({ code }) => code.test(error.code))?.meaning ?? 'of_the_statement';
}

/** What a statement failed of; what is wrong with the statement itself is answered as it is. */
export function statementFailure(error: unknown, file: string): unknown {
  switch (meaningOf(error)) {
    case 'full':
      return new DatabaseUnavailableError('SQLite has no room on the disk', 'nothing_done', error);
    case 'failed':
    case 'damaged':
      return new DatabaseFailedError(
        `the disk of ${file} failed: see to the disk, then start again. The start checks the database`,
        { cause: error },
      );
    default:
      return error;
  }
}

/** What kept `file` from being opened or brought up to date, as a person can mend it. */
export function openingFailure(error: unknown, file: string): unknown {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    const meaning = meaningOf(cause);
    if (meaning === 'of_the_statement') continue;
    if (meaning === 'in_use') {
      return new DatabaseInUseError(
        `${file} is in use by another process: stop that one, or set DATA_DIR to another folder`,
        { cause: error },
      );
    }
    const { code, message } = cause as InstanceType<typeof BetterSqlite3.SqliteError>;
    if (meaning === 'damaged') return damaged(file, `${message} (${code})`, error);
    return new DatabaseNotWritableError(
      `${file} cannot be written: ${message} (${code}). Nothing was changed: see to the disk, then start again`,
      { cause: error },
    );
  }
  return error;
}

/** Beside the database from a failure of its disk to the start that has checked it. */
const markOf = (file: string) => `${file}-failed`;

/** Has the next start check the database. The disk may not take the note either. */
export function noteFailure(file: string): void {
  try {
    writeFileSync(markOf(file), 'The disk failed. The next start checks the database.\n');
  } catch {
    // What cannot be written here cannot be opened at the next start.
  }
}

/**
 * Reads the whole database if its disk failed in the last run: a minute for some ten gigabytes.
 * @throws DatabaseDamagedError
 */
export function checkAfterFailure(sqlite: BetterSqlite3.Database, file: string): void {
  if (!existsSync(markOf(file))) return;
  const [first] = sqlite.pragma('integrity_check(1)') as { integrity_check: string }[];
  const found = first?.integrity_check ?? 'nothing was read';
  const strayRows = (sqlite.pragma('foreign_key_check') as unknown[]).length;
  if (found !== 'ok' || strayRows > 0) {
    throw damaged(file, found === 'ok' ? `${strayRows} rows refer to none` : found);
  }
  rmSync(markOf(file));
}

function damaged(file: string, why: string, cause?: unknown): DatabaseDamagedError {
  return new DatabaseDamagedError(
    `${file} is damaged: ${why.replaceAll('\n', ' ')}. Keep a copy of its folder, then restore a backup`,
    { cause },
  );
}
