import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { ByteScanner, type Hit } from './byte-scanner.ts';
import {
  type CanaryApplicant,
  type CanaryKind,
  type CanaryTrace,
  canaryTraces,
} from './canaries.ts';

const everyKind: readonly CanaryKind[] = ['ssn', 'birth_date', 'income', 'name', 'email', 'phone'];

/** Looks for anything of these applicants in raw bytes. */
export class LeakScanner {
  readonly #scanner: ByteScanner<CanaryTrace>;

  constructor(applicants: Iterable<CanaryApplicant>) {
    this.#scanner = new ByteScanner([...applicants].flatMap(canaryTraces));
  }

  /** Which kinds of value stand there, once each. */
  inBytes(bytes: Buffer, kinds = everyKind): CanaryKind[] {
    const hits = this.#scanner.find(bytes).filter((hit) => !isByChance(bytes, hit));
    const found = new Set(hits.map(({ needle }) => needle.kind));
    return kinds.filter((kind) => found.has(kind));
  }

  inText(text: string, kinds = everyKind): CanaryKind[] {
    return this.inBytes(Buffer.from(text), kinds);
  }

  /** `'bff.db-wal: email'` for every kind in every file of a folder, subfolders included. */
  async inFolder(
    folder: string,
    kindsOf: (file: string) => readonly CanaryKind[] = () => everyKind,
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

const shortestDigest = 32;

/** Among megabytes of digests and UUIDs some nine digits of somebody's stand by chance. */
function isByChance(bytes: Buffer, { needle, at }: Hit<CanaryTrace>): boolean {
  if (!/^\d+$/.test(needle.bytes.toString('latin1'))) return false;
  const around = bytes.toString(
    'latin1',
    Math.max(0, at - shortestDigest),
    at + 2 * shortestDigest,
  );
  const own = Math.min(at, shortestDigest);
  const before = /[0-9a-f-]*$/.exec(around.slice(0, own))?.[0] ?? '';
  const after = /^[0-9a-f-]*/.exec(around.slice(own))?.[0] ?? '';
  return before.length + after.length >= shortestDigest;
}
