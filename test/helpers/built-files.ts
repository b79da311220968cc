import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { brotli } from '../../server/bff/http/assets.ts';

const folder = join(import.meta.dirname, '../../widget/dist/cdn');
/** What an English consumer never fetches. */
const otherLanguages = /\/(es|ar-xb)-[^/]+$/;

/** A file that the BFF serves, in bytes as it travels. */
export interface BuiltFile {
  name: string;
  bytes: number;
}

/** The most that may travel, in bytes of brotli. */
export const limits = { script: 7_000, firstField: 36_000, allScreens: 56_000 } as const;

/** What a page has to load in frame mode, read from the files as built; each list has the one before. */
export async function readBuiltFiles(): Promise<Record<keyof typeof limits, BuiltFile[]>> {
  const script = ['soft-pull-checkout.js'];
  const document = 'frame.en.html';
  const begun = matches(await text(document), /(?:src|href)="\/v1\/([^"]+\.js)"/g);
  const first = await reached(begun, staticImports);
  const all = await reached(begun, (source) => [
    ...staticImports(source),
    // By `import()`, or by what calls it.
    ...matches(source, /\w\([`'"]\.\/([^`'"]+\.js)[`'"]\)/g).map(chunk),
  ]);
  const firstField = [...script, document, ...first];
  return {
    script: await weighed(script),
    firstField: await weighed(firstField),
    allScreens: await weighed([...script, document, ...all]),
  };
}

export function sum(files: readonly BuiltFile[]): number {
  return files.reduce((total, { bytes }) => total + bytes, 0);
}

function text(name: string): Promise<string> {
  return readFile(join(folder, name), 'utf8');
}

function chunk(name: string): string {
  return `chunks/${name}`;
}

function staticImports(source: string): string[] {
  return matches(source, /\b(?:from|import)\s*[`'"]\.\/([^`'"]+)[`'"]/g).map(chunk);
}

function matches(source: string, expression: RegExp): string[] {
  return [...source.matchAll(expression)].flatMap(([, name]) => name ?? []);
}

/** These files, and whatever they lead to. */
async function reached(
  begun: readonly string[],
  importsOf: (source: string) => string[],
): Promise<string[]> {
  const names = new Set(begun);
  for (const name of names) {
    const found = importsOf(await text(name)).filter((other) => !otherLanguages.test(other));
    for (const other of found) names.add(other);
  }
  return [...names];
}

function weighed(names: readonly string[]): Promise<BuiltFile[]> {
  return Promise.all(
    names.map(async (name) => ({
      name,
      bytes: (await brotli(await readFile(join(folder, name)))).byteLength,
    })),
  );
}
