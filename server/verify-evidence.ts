import { existsSync, readFileSync } from 'node:fs';
import { open, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Config } from './config/config.ts';
import {
  AnchorError,
  compareWithAnchor,
  makeAnchor,
} from './lending/operations/evidence-anchor.ts';
import { type EvidenceReport, verifyEvidence } from './lending/operations/verify-evidence.ts';
import { countEnds } from './lending/store/evidence-heads.ts';
import { lendingMigrations } from './lending/store/migrations.ts';
import type { LendingSchema } from './lending/store/schema.ts';
import { type EncryptionKeys, readRootKey } from './platform/crypto/root-key.ts';
import { createFieldSealer, type FieldSealer } from './platform/crypto/sealed-fields.ts';
import type { Connection } from './platform/database/database.ts';
import { openDatabase } from './platform/database/open-database.ts';
import { syncToDisk } from './platform/database/sqlite-copies.ts';
import { OperatorError } from './platform/operator-error.ts';

/** There is no evidence where it is looked for. */
export class NoEvidenceError extends OperatorError {
  override readonly name = 'NoEvidenceError';
}

export type EvidenceStorage = Pick<Config, 'dataDir' | 'databaseUrl'> & {
  /** What the key of signed documents is wrapped by; asked for when there is evidence. */
  encryptionKeys: () => EncryptionKeys;
};

/** What `--anchor` and `--renew` say. */
export interface AnchorOptions {
  file: string;
  /** Writes the file again once the evidence agrees with it. */
  isRenewed: boolean;
}

export interface StoredEvidenceReport extends EvidenceReport {
  /** Chains that the service has deleted at their end of retention; undefined with a finding. */
  deleted?: number;
  /** What became of the anchor; undefined without one, or with a finding. */
  anchor?: 'written' | 'agrees' | undefined;
}

/**
 * Verifies the lending service's consent evidence, which nothing else may have open on SQLite, and
 * compares it with an anchor. One that is not there yet is written.
 */
export async function verifyStoredEvidence(
  { dataDir, databaseUrl, encryptionKeys }: EvidenceStorage,
  anchor?: AnchorOptions,
): Promise<StoredEvidenceReport> {
  const file = join(dataDir, 'lending.db');
  if (databaseUrl === undefined && !existsSync(file)) {
    throw new NoEvidenceError(`there is no ${file}: set DATA_DIR or DATABASE_URL`);
  }
  const database = await openDatabase<LendingSchema>({
    file,
    url: databaseUrl,
    schemaName: 'lending',
    migrations: lendingMigrations,
    hasNoTimeout: true,
    mustExist: true,
  });
  try {
    const keys = encryptionKeys();
    const rootKey = await readRootKey(database.query, { keys, owner: 'lending' });
    const sealer = createFieldSealer(rootKey);
    // One state of the database: on PostgreSQL the service goes on writing.
    return await database.query
      .transaction()
      .setIsolationLevel('repeatable read')
      .execute(async (tx) => {
        const report = await verifyEvidence(tx, sealer);
        if (report.broken !== null) return report;
        const deleted = await countEnds(tx, sealer);
        if (anchor === undefined) return { ...report, deleted };
        return { ...report, deleted, ...(await applyAnchor(tx, sealer, anchor)) };
      });
  } finally {
    await database.close();
  }
}

async function applyAnchor(
  connection: Connection<LendingSchema>,
  sealer: FieldSealer,
  { file, isRenewed }: AnchorOptions,
): Promise<Pick<StoredEvidenceReport, 'anchor'> & Partial<EvidenceReport>> {
  const text = readAnchor(file);
  if (text !== undefined) {
    const broken = await compareWithAnchor(connection, sealer, text);
    if (broken !== null) return { broken };
    if (!isRenewed) return { anchor: 'agrees' };
  }
  await writeAnchor(file, await makeAnchor(connection, sealer, Date.now()));
  return { anchor: 'written' };
}

/** Undefined if there is none. @throws AnchorError */
function readAnchor(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw anchorFailure('read', error);
  }
}

/** Anchors are kept elsewhere, which may not be mounted. */
function anchorFailure(what: 'read' | 'written', error: unknown): AnchorError {
  const { message } = error as Error;
  return new AnchorError(`the anchor cannot be ${what}: ${message}`, { cause: error });
}

/** @throws AnchorError */
async function writeAnchor(file: string, text: string): Promise<void> {
  const unfinished = `${file}.unfinished`;
  try {
    await rm(unfinished, { force: true });
    const handle = await open(unfinished, 'wx', 0o600);
    try {
      await handle.writeFile(text);
      await handle.sync();
    } finally {
      await handle.close();
    }
    await rename(unfinished, file);
    await syncToDisk(dirname(file));
  } catch (error) {
    throw anchorFailure('written', error);
  }
}

/** The report as one line for people. */
export function describeReport({
  rows,
  chains,
  broken,
  deleted = 0,
  anchor,
}: StoredEvidenceReport): string {
  if (broken === null) {
    const told = { written: ' The anchor is written.', agrees: ' They agree with the anchor.' };
    const ended = deleted > 0 ? ` ${deleted} were deleted at their end of retention.` : '';
    return `${rows} rows of ${chains} chains are right.${anchor ? told[anchor] : ''}${ended}`;
  }
  const { chain, position, what } = broken;
  const place = [chain && `chain ${chain}`, position && `row ${position}`]
    .filter(Boolean)
    .join(', ');
  const finding = place === '' ? what : `${place}: ${what}`;
  return `${finding}. Before it ${rows} rows of ${chains} chains are right.`;
}
