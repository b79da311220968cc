import { equalDigests, sha256Hex } from '../../platform/crypto/digest.ts';
import type { FieldSealer } from '../../platform/crypto/sealed-fields.ts';
import type { Connection } from '../../platform/database/database.ts';
import { OperatorError } from '../../platform/operator-error.ts';
import { allEvidence } from '../store/evidence-chains.ts';
import { rightEnds } from '../store/evidence-heads.ts';
import { evidenceTotals } from '../store/evidence-totals.ts';
import type { EvidenceHeadRow } from '../store/schema/evidence.ts';
import type { LendingSchema } from '../store/schema.ts';
import type { BrokenEvidence } from './verify-evidence.ts';

const chainPurpose = 'evidence_anchor|chain';

const rowPurpose = 'evidence_anchor|row';

const macPurpose = 'evidence_anchor|mac';

/**
 * A file is no anchor of this database's key, or cannot be read or written; the message is for
 * whoever runs the service.
 */
export class AnchorError extends OperatorError {
  override readonly name = 'AnchorError';
}

/** The first line of an anchor. */
interface AnchorHeader {
  format: 1;
  /** ISO time. */
  written_at: string;
  /** By slot, how often the totals had been written. */
  changes: readonly number[];
}

/** A line for each chain: keyed digests of its id and its last row, which tell a finder nothing. */
type AnchorLine = readonly [chain: string, position: number, row: string];

type Link = Pick<EvidenceHeadRow, 'application_id' | 'position' | 'row_hash'>;

type Sealer = Pick<FieldSealer, 'index' | 'isIndexOf'>;

/**
 * What to keep elsewhere of the evidence, which was verified before: where each chain ends, by the
 * service's key, as lines of JSON.
 */
export async function makeAnchor(
  connection: Connection<LendingSchema>,
  sealer: Sealer,
  now: number,
): Promise<string> {
  const changes = (await evidenceTotals(connection)).map((total) => total.changes);
  const header: AnchorHeader = { format: 1, written_at: new Date(now).toISOString(), changes };
  const lines: string[] = [JSON.stringify(header)];
  let last: Link | undefined;
  const end = () => {
    if (last) lines.push(JSON.stringify(lineOf(sealer, last)));
  };
  for await (const row of allEvidence(connection)) {
    if (last?.application_id !== row.application_id) end();
    last = row;
  }
  end();
  return `${lines.join('\n')}\n${macOf(sealer, lines)}\n`;
}

function lineOf(sealer: Sealer, link: Link): AnchorLine {
  return [chainDigest(sealer, link.application_id), link.position, rowDigest(sealer, link)];
}

function chainDigest(sealer: Sealer, chain: string): string {
  return sealer.index(chain, chainPurpose);
}

function rowDigest(sealer: Sealer, { application_id, position, row_hash }: Link): string {
  return sealer.index(JSON.stringify([application_id, position, row_hash]), rowPurpose);
}

function macOf(sealer: Sealer, lines: readonly string[]): string {
  return sealer.index(sha256Hex(lines.join('\n')), macPurpose);
}

/**
 * Compares the evidence, which was verified before, with an anchor: every chain must still have the
 * row that was its last one then, or have been deleted by the service since.
 *
 * @returns the first chain that was cut or replaced, or that the whole database is an older one
 * @throws AnchorError
 */
export async function compareWithAnchor(
  connection: Connection<LendingSchema>,
  sealer: Sealer,
  anchor: string,
): Promise<BrokenEvidence | null> {
  const { header, chains } = readAnchor(sealer, anchor);
  const { replaced, lengths } = await takeOutWhatStands(connection, sealer, chains);
  if (replaced) return replaced;
  for await (const end of rightEnds(connection, sealer)) {
    const digest = chainDigest(sealer, end.application_id);
    const [, position, row] = chains.get(digest) ?? [];
    if (position === undefined || end.position < position) continue;
    if (end.position > position || rowDigest(sealer, end) === row) chains.delete(digest);
  }
  const [cut] = chains.values();
  const broken = cut && (await describeCut(connection, sealer, { cut, lengths, header }));
  const older = await whatIsOlder(connection, header);
  if (older === null) return broken ?? null;
  const what = broken ? `${older}. The first chain that is shorter: ${nameOf(broken)}` : older;
  return { chain: null, position: null, what };
}

function nameOf({ chain, what }: BrokenEvidence): string {
  return `${chain ?? 'one'}, ${what}`;
}

function readAnchor(sealer: Sealer, text: string) {
  const lines = text.trimEnd().split('\n');
  const mac = lines.pop() ?? '';
  if (!equalDigests(mac, macOf(sealer, lines))) {
    throw new AnchorError('the anchor was changed, or written by a service with another key');
  }
  const [first = '', ...rest] = lines;
  // Both were written by makeAnchor(), as the MAC says.
  const header = JSON.parse(first) as AnchorHeader;
  const chains = new Map(
    rest.map((line) => JSON.parse(line) as AnchorLine).map((line) => [line[0], line]),
  );
  return { header, chains };
}

/** Leaves in `chains` those whose row of then is not there; by digest, where each of them ends now. */
async function takeOutWhatStands(
  connection: Connection<LendingSchema>,
  sealer: Sealer,
  chains: Map<string, AnchorLine>,
): Promise<{ replaced?: BrokenEvidence; lengths: Map<string, Link> }> {
  const lengths = new Map<string, Link>();
  let last: Link | undefined;
  let digest = '';
  for await (const row of allEvidence(connection)) {
    if (last?.application_id !== row.application_id) {
      digest = chainDigest(sealer, row.application_id);
    }
    last = row;
    const [, position, expected] = chains.get(digest) ?? [];
    if (position === undefined) continue;
    const { application_id, row_hash } = row;
    lengths.set(digest, { application_id, position: row.position, row_hash });
    if (row.position !== position) continue;
    if (rowDigest(sealer, row) !== expected) {
      const what = 'another row was there when the anchor was written';
      return { replaced: { chain: application_id, position, what }, lengths };
    }
    chains.delete(digest);
  }
  return { lengths };
}

async function describeCut(
  connection: Connection<LendingSchema>,
  sealer: Sealer,
  {
    cut: [digest, position],
    lengths,
    header,
  }: { cut: AnchorLine; lengths: ReadonlyMap<string, Link>; header: AnchorHeader },
): Promise<BrokenEvidence> {
  const now = lengths.get(digest);
  const chain = now?.application_id ?? (await findOwner(connection, sealer, digest));
  const length = now ? `it ends at row ${now.position}` : 'it is not there';
  const what = `${length}, and ended at row ${position} at ${header.written_at}`;
  return { chain: chain ?? null, position: null, what };
}

/** What a chain belonged to that is not there; undefined when that is gone, too. */
async function findOwner(
  connection: Connection<LendingSchema>,
  sealer: Sealer,
  digest: string,
): Promise<string | undefined> {
  for (const table of ['applications', 'merchants'] as const) {
    const owners = await connection.selectFrom(table).select('id').execute();
    const owner = owners.find(({ id }) => chainDigest(sealer, id) === digest);
    if (owner) return owner.id;
  }
  return undefined;
}

/** In words, when no part of the evidence was written since the anchor and some is from before it. */
async function whatIsOlder(
  connection: Connection<LendingSchema>,
  { changes, written_at }: AnchorHeader,
): Promise<string | null> {
  const now = (await evidenceTotals(connection)).map((total) => total.changes);
  const isOlder = changes.some((then, slot) => (now[slot] ?? 0) < then);
  const isNewer = changes.some((then, slot) => (now[slot] ?? 0) > then);
  if (!isOlder) return null;
  return isNewer
    ? `a part of the evidence is older than the anchor of ${written_at}: it was put back, or all of the database was and has been used since`
    : `the whole database is older than the anchor of ${written_at}: it was put back to an earlier state`;
}
