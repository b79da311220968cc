import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Config } from './config/config.ts';
import {
  type EvidenceReport,
  verifyEvidence,
} from './lending/operations/evidence/verify-evidence.ts';
import { lendingMigrations } from './lending/store/migrations.ts';
import type { LendingSchema } from './lending/store/schema.ts';
import { type EncryptionKeys, readRootKey } from './platform/crypto/root-key.ts';
import { createFieldSealer } from './platform/crypto/sealed-fields.ts';
import { openDatabase } from './platform/database/open-database.ts';

/** There is no evidence where it is looked for. */
export class NoEvidenceError extends Error {
  override readonly name = 'NoEvidenceError';
}

export type EvidenceStorage = Pick<Config, 'dataDir' | 'databaseUrl'> & {
  /** What the key of signed documents is wrapped by; asked for when there is evidence. */
  encryptionKeys: () => EncryptionKeys;
};

/** Verifies the lending service's consent evidence, which nothing else may have open on SQLite. */
export async function verifyStoredEvidence({
  dataDir,
  databaseUrl,
  encryptionKeys,
}: EvidenceStorage): Promise<EvidenceReport> {
  const file = join(dataDir, 'lending.db');
  if (databaseUrl === undefined && !existsSync(file)) {
    throw new NoEvidenceError(`there is no ${file}: set DATA_DIR or DATABASE_URL`);
  }
  const database = await openDatabase<LendingSchema>({
    file,
    url: databaseUrl,
    schemaName: 'lending',
    migrations: lendingMigrations,
    isPatient: true,
  });
  try {
    const keys = encryptionKeys();
    const rootKey = await readRootKey(database.query, { keys, owner: 'lending' });
    return await verifyEvidence(database.query, createFieldSealer(rootKey));
  } finally {
    await database.close();
  }
}

/** The report as one line for people. */
export function describeReport({ rows, chains, broken }: EvidenceReport): string {
  if (broken === null) return `${rows} rows of ${chains} chains are right.`;
  const { chain, position, what } = broken;
  const place = [chain && `chain ${chain}`, position && `row ${position}`]
    .filter(Boolean)
    .join(', ');
  const finding = place === '' ? what : `${place}: ${what}`;
  return `${finding}. Before it ${rows} rows of ${chains} chains are right.`;
}
