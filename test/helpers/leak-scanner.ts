import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { loanNumber } from '../../server/lending/domain/loan.ts';
import { ByteScanner, type Hit } from './byte-scanner.ts';
import {
  accountTraces,
  type CanaryApplicant,
  type CanaryKind,
  type CanaryTrace,
  canaryKinds,
  canaryTraces,
  sqliteIntegerBytes,
} from './canaries.ts';
import { dayMs } from './durations.ts';

/** Of so many applicants the cents of one stand among megabytes of sealed bytes now and then. */
const crowd = 100;

/** Looks for anything of these applicants, and for these bank accounts, in raw bytes. */
export class LeakScanner {
  readonly #scanner: ByteScanner<CanaryTrace>;
  /** Whose income has to stand as an integer before it is none by chance: what keeps one keeps all. */
  readonly #leastIntegers: number;

  constructor(applicants: Iterable<CanaryApplicant>, accounts: Iterable<string> = []) {
    const people = [...applicants];
    this.#leastIntegers = people.length > crowd ? 2 : 1;
    const traces = [...people.flatMap(canaryTraces), ...[...accounts].flatMap(accountTraces)];
    // Many are born on one day.
    const byBytes = traces.map((trace) => [trace.bytes.toString('latin1'), trace] as const);
    this.#scanner = new ByteScanner(new Map(byBytes).values());
  }

  /** Which kinds of value stand there, once each. */
  inBytes(bytes: Buffer, kinds: readonly CanaryKind[] = canaryKinds): CanaryKind[] {
    const hits = this.#scanner.find(bytes).filter((hit) => !isByChance(bytes, hit));
    const needles = new Set(hits.map(({ needle }) => needle));
    const integers = [...needles].filter(isInteger);
    if (integers.length < this.#leastIntegers) for (const each of integers) needles.delete(each);
    const found = new Set([...needles].map(({ kind }) => kind));
    return kinds.filter((kind) => found.has(kind));
  }

  inText(text: string, kinds: readonly CanaryKind[] = canaryKinds): CanaryKind[] {
    return this.inBytes(Buffer.from(text), kinds);
  }

  /** `'bff.db-wal: email'` for every kind in every file of a folder, subfolders included. */
  async inFolder(
    folder: string,
    kindsOf: (file: string) => readonly CanaryKind[] = () => canaryKinds,
  ) {
    const names = await readdir(folder, { recursive: true });
    const leaks: string[] = [];
    for (const name of names) {
      const path = join(folder, name);
      if (!(await stat(path)).isFile()) continue;
      const found = this.inBytes(await readFile(path), [...kindsOf(name)]);
      leaks.push(...found.map((kind) => `${name}: ${kind}`));
    }
    return leaks;
  }
}

/** Every other way to write an income is longer. */
function isInteger({ kind, bytes }: CanaryTrace): boolean {
  return kind === 'income' && bytes.length === sqliteIntegerBytes;
}

function isAmongDigits(bytes: Buffer, start: number, end: number): boolean {
  const isDigit = (byte = 0) => byte >= 0x30 && byte <= 0x39;
  return isDigit(bytes[start - 1]) || isDigit(bytes[end]);
}

/** So many stand together in a digest now and then; more, never. */
const mostDigits = 13;
const shortestDigest = 32;

/** Among megabytes of digests and UUIDs some nine digits of somebody's stand by chance. */
function isByChance(bytes: Buffer, { needle, at }: Hit<CanaryTrace>): boolean {
  const { kind } = needle;
  if (needle.bytes.length > mostDigits || !/^\d+$/.test(needle.bytes.toString('latin1')))
    return false;
  // Eight digits are a date by themselves only.
  if (kind === 'birth_date' && isAmongDigits(bytes, at, at + needle.bytes.length)) return true;
  const around = bytes.toString(
    'latin1',
    Math.max(0, at - shortestDigest),
    at + 2 * shortestDigest,
  );
  const own = Math.min(at, shortestDigest);
  const whole = (before: RegExp, after: RegExp) =>
    (before.exec(around.slice(0, own))?.[0] ?? '') + (after.exec(around.slice(own))?.[0] ?? '');
  const isInDigest = whole(/[0-9a-f-]*$/, /^[0-9a-f-]*/).length >= shortestDigest;
  const digits = whole(/\d*$/, /^\d*/);
  const isRequest = /^PR-\d{10}$/.test(whole(/P?R?-?\d*$/, /^\d*/));
  const isPart = needle.bytes.length < digits.length;
  return isInDigest || isNow(digits) || (isPart && (isRequest || isLoanNumber(digits)));
}

/** Ten digits of the lender's own: of a thousand loans one has nine of somebody's every 200th time. */
function isLoanNumber(digits: string): boolean {
  return digits.length === 10 && loanNumber(digits.slice(0, 9)) === digits;
}

/** A time of these days in milliseconds: in some seconds of a year its digits are also an income. */
function isNow(digits: string): boolean {
  return digits.length === 13 && Math.abs(Number(digits) - Date.now()) < dayMs;
}
