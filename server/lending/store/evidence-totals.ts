import type { Transaction } from 'kysely';
import { equalDigests, sha256Hex } from '../../platform/crypto/digest.ts';
import {
  type EncryptionKeys,
  isRootKeyMarked,
  markRootKey,
} from '../../platform/crypto/root-key.ts';
import type { FieldSealer } from '../../platform/crypto/sealed-fields.ts';
import {
  beforeCommit,
  beginWithoutTimeout,
  type Connection,
  type Database,
  type Engine,
  rowLock,
} from '../../platform/database/database.ts';
import { prepare, prepareUnread } from '../../platform/database/prepare.ts';
import type { EvidenceHeadRow, EvidenceTotalRow } from './schema/evidence.ts';
import type { LendingSchema } from './schema.ts';

/** One row would make all writers on PostgreSQL wait for each other; a chain's id has 16 first digits. */
const evidenceTotalRows = 16;

const rowsAtOnce = 1_000;
const headPurpose = 'evidence_totals|head';
const macPurpose = 'evidence_totals|mac';
const modulus = 2n ** 256n;
const hexDigits = 64;

/** Of a row that the migration made, which has no key. */
const unsealed = '';

/** Set with the root key when the totals are made, since the tables themselves can be emptied. */
const made = { owner: 'lending', mark: 'evidence_totals' } as const;

/** What keeping the totals takes. */
export interface TotalsTools {
  database: { readonly engine: Engine };
  sealer: Pick<FieldSealer, 'index'>;
}

type Head = Pick<EvidenceHeadRow, 'application_id' | 'position' | 'row_hash'>;

interface Sum {
  chains: number;
  events: number;
  hash: bigint;
}

const nothing: Sum = { chains: 0, events: 0, hash: 0n };

/** By slot, what a transaction has to add to the totals before it is committed. */
const pending = new WeakMap<object, Map<number, Sum>>();

/**
 * Counts a chain's new head in place of the one before it; `undefined` for one that was not there,
 * or is there no more. The rows are written, in the order of their slots, when the transaction is
 * about to be committed.
 */
export function countHead(
  tx: Transaction<LendingSchema>,
  tools: TotalsTools,
  { before, after }: { before?: Head | undefined; after?: Head | undefined },
): void {
  const sums = pending.get(tx) ?? new Map<number, Sum>();
  if (!pending.has(tx)) {
    pending.set(tx, sums);
    beforeCommit(tx, () => addToTotals(tx, tools, sums));
  }
  if (before) add(sums, tools.sealer, before, -1);
  if (after) add(sums, tools.sealer, after, 1);
}

function add(
  sums: Map<number, Sum>,
  sealer: Pick<FieldSealer, 'index'>,
  head: Head,
  sign: 1 | -1,
): void {
  const slot = slotOf(head.application_id);
  const { chains, events, hash } = sums.get(slot) ?? nothing;
  sums.set(slot, {
    chains: chains + sign,
    events: events + sign * head.position,
    hash: modulo(hash + BigInt(sign) * digestOf(sealer, head)),
  });
}

/** `0 … evidenceTotalRows - 1` */
function slotOf(chain: string): number {
  return Number.parseInt(sha256Hex(chain).slice(0, 1), 16);
}

/** Keyed: of digests that anybody can compute, others with the same sum could be looked for. */
function digestOf(
  sealer: Pick<FieldSealer, 'index'>,
  { application_id, position, row_hash }: Head,
): bigint {
  const digest = sealer.index(JSON.stringify([application_id, position, row_hash]), headPurpose);
  return BigInt(`0x${Buffer.from(digest, 'base64url').toString('hex')}`);
}

function modulo(value: bigint): bigint {
  return ((value % modulus) + modulus) % modulus;
}

/** A row that is not by the service's key is left as it is, so that it goes on being found. */
async function addToTotals(
  tx: Transaction<LendingSchema>,
  { database, sealer }: TotalsTools,
  sums: ReadonlyMap<number, Sum>,
): Promise<void> {
  for (const slot of [...sums.keys()].sort((left, right) => left - right)) {
    const sum = sums.get(slot) ?? nothing;
    const { rows } = await (database.engine === 'postgres' ? lockTotal : selectTotal)(tx, { slot });
    const [total] = rows;
    if (!total || !isKnown(sealer, total)) continue;
    const next = sealedTotal(sealer, { ...total, ...addedTo(total, sum) });
    await updateTotal(tx, next);
    remember(sealer, next);
  }
}

/** By slot, the row that this process wrote last, as JSON: most often it is the one that is read next. */
const written = new WeakMap<object, Map<number, string>>();

function remember(sealer: TotalsTools['sealer'], total: EvidenceTotalRow): void {
  const rows = written.get(sealer) ?? new Map<number, string>();
  written.set(sealer, rows);
  rows.set(total.slot, asJson(total));
}

function isKnown(sealer: TotalsTools['sealer'], total: EvidenceTotalRow): boolean {
  return written.get(sealer)?.get(total.slot) === asJson(total) || isSealed(sealer, total);
}

function asJson({ slot, chains, events, changes, hash, mac }: EvidenceTotalRow): string {
  return JSON.stringify([slot, chains, events, changes, hash, mac]);
}

function addedTo(total: EvidenceTotalRow, sum: Sum) {
  return {
    chains: total.chains + sum.chains,
    events: total.events + sum.events,
    changes: total.changes + 1,
    hash: hexOf(modulo(BigInt(`0x${total.hash}`) + sum.hash)),
  };
}

function hexOf(hash: bigint): string {
  return hash.toString(16).padStart(hexDigits, '0');
}

function totalMac(
  sealer: Pick<FieldSealer, 'index'>,
  { slot, chains, events, changes, hash }: Omit<EvidenceTotalRow, 'mac'>,
): string {
  return sealer.index(JSON.stringify([slot, chains, events, changes, hash]), macPurpose);
}

function sealedTotal(
  sealer: Pick<FieldSealer, 'index'>,
  total: Omit<EvidenceTotalRow, 'mac'>,
): EvidenceTotalRow {
  return { ...total, mac: totalMac(sealer, total) };
}

function isSealed(sealer: Pick<FieldSealer, 'index'>, total: EvidenceTotalRow): boolean {
  return equalDigests(total.mac, totalMac(sealer, total));
}

const selectTotal = prepare((db: Connection<LendingSchema>, { slot }: { slot: number }) =>
  db.selectFrom('evidence_totals').selectAll().where('slot', '=', slot),
);

const lockTotal = prepare((db: Connection<LendingSchema>, { slot }: { slot: number }) =>
  db.selectFrom('evidence_totals').selectAll().where('slot', '=', slot).forUpdate(),
);

const updateTotal = prepareUnread(
  (db: Connection<LendingSchema>, { slot, chains, events, changes, hash, mac }: EvidenceTotalRow) =>
    db
      .updateTable('evidence_totals')
      .set({ chains, events, changes, hash, mac })
      .where('slot', '=', slot),
);

/** What became of the totals at a start of the service. */
export interface SealedTotals {
  /** The number of chains that were counted; null when they had been before. */
  counted: number | null;
  /** False when any row was removed or changed without the key. */
  areRight: boolean;
}

/**
 * Fills in the rows that the migration made, from the heads that are there, once in the life of a
 * database: totals that are gone later stay so, since somebody may have cut off heads before. For
 * each start of the service, when its root key is there.
 */
export async function sealTotals(
  database: Database<LendingSchema>,
  sealer: Pick<FieldSealer, 'index'>,
  keys: EncryptionKeys,
): Promise<SealedTotals> {
  const isMade = await isRootKeyMarked(database.query, made);
  const counted = isMade ? null : await makeTotals(database, sealer, keys);
  const totals = await evidenceTotals(database.query);
  return { counted, areRight: areAllSealed(sealer, totals) };
}

async function makeTotals(
  database: Database<LendingSchema>,
  sealer: Pick<FieldSealer, 'index'>,
  keys: EncryptionKeys,
): Promise<number | null> {
  return database.transaction(async (tx) => {
    await beginWithoutTimeout(tx, database);
    // Several processes may start at once; a transaction that adds a head waits for these rows.
    const rows = await tx
      .selectFrom('evidence_totals')
      .selectAll()
      .orderBy('slot')
      .$call(rowLock(database))
      .execute();
    const isFirst = await markRootKey(tx, database, { ...made, keys });
    if (!isFirst || !areAsMigrated(rows)) return null;
    const sums = await sumOfHeads(tx, sealer);
    let counted = 0;
    for (const { slot } of rows) {
      const { chains, events, hash } = sums.get(slot) ?? nothing;
      const total = { slot, chains, events, changes: 1, hash: hexOf(hash) };
      await updateTotal(tx, sealedTotal(sealer, total));
      counted += chains;
    }
    return counted;
  });
}

function areAsMigrated(totals: readonly EvidenceTotalRow[]): boolean {
  return isOneOfEach(totals) && totals.every(({ mac }) => mac === unsealed);
}

function areAllSealed(
  sealer: Pick<FieldSealer, 'index'>,
  totals: readonly EvidenceTotalRow[],
): boolean {
  return isOneOfEach(totals) && totals.every((total) => isSealed(sealer, total));
}

/** In a table that was made by hand, one row may stand twice and hide that another is missing. */
function isOneOfEach(totals: readonly EvidenceTotalRow[]): boolean {
  const slots = new Set(totals.map(({ slot }) => slot));
  return totals.length === evidenceTotalRows && slots.size === evidenceTotalRows;
}

async function sumOfHeads(
  connection: Connection<LendingSchema>,
  sealer: Pick<FieldSealer, 'index'>,
): Promise<Map<number, Sum>> {
  const sums = new Map<number, Sum>();
  for (let after = ''; ; ) {
    const heads = await connection
      .selectFrom('evidence_heads')
      .select(['application_id', 'position', 'row_hash'])
      .where('application_id', '>', after)
      .orderBy('application_id')
      .limit(rowsAtOnce)
      .execute();
    for (const head of heads) add(sums, sealer, head, 1);
    const last = heads.at(-1);
    if (last === undefined) return sums;
    after = last.application_id;
  }
}

/** All rows, in their order. */
export function evidenceTotals(connection: Connection<LendingSchema>): Promise<EvidenceTotalRow[]> {
  return connection.selectFrom('evidence_totals').selectAll().orderBy('slot').execute();
}

/** In words, what the heads and the totals do not agree on; undefined when they do. */
export async function findWrongTotal(
  connection: Connection<LendingSchema>,
  sealer: Pick<FieldSealer, 'index'>,
): Promise<string | undefined> {
  const totals = await evidenceTotals(connection);
  if (!areAllSealed(sealer, totals)) {
    const areYetToCome = areAsMigrated(totals) && !(await isRootKeyMarked(connection, made));
    return areYetToCome
      ? 'the totals of the evidence are not there yet: start the lending service once'
      : 'the totals of the evidence were removed or changed';
  }
  const sums = await sumOfHeads(connection, sealer);
  for (const total of totals) {
    const sum = sums.get(total.slot) ?? nothing;
    if (hexOf(sum.hash) === total.hash) continue;
    return `${describe(sum)} are there where ${describe(total)} were written: the end of a chain was cut off or put back, or a whole chain was`;
  }
  return undefined;
}

function describe({ chains, events }: Pick<Sum, 'chains' | 'events'>): string {
  return `${chains} chains with ${events} rows`;
}
