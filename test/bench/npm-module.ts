import { join } from 'node:path';
import { build, type Rolldown } from 'vite';
import { brotli } from '../../server/bff/http/assets.ts';
import type { BuiltFile } from '../helpers/built-files.ts';

const root = join(import.meta.dirname, '../..');
const entry = join(root, 'test/bench/npm-entry.ts');

/** What an English consumer never fetches, and what a developer alone asks for. */
const setAside = /^(?:es|ar-xb|diagnose)-/;

/** The npm package as a merchant's bundler makes scripts of it, Lit and zod included. */
export interface BundledModule {
  /** What the page loads at once; in frame mode the rest comes from the BFF. */
  entry: BuiltFile[];
  /** And what it loads for all screens in inline mode. */
  inline: BuiltFile[];
}

export async function bundleModule(): Promise<BundledModule> {
  const output = await build({
    configFile: false,
    root,
    logLevel: 'silent',
    plugins: [
      {
        name: 'entry',
        resolveId: (id) => (id === entry ? id : null),
        load: (id) => (id === entry ? "import '@soft-pull/checkout/soft-pull-checkout.js';" : null),
      },
    ],
    build: {
      write: false,
      target: 'es2022',
      modulePreload: false,
      rolldownOptions: { input: entry, output: { chunkFileNames: '[name]-[hash].js' } },
    },
  });
  const [bundled] = [output].flat();
  if (bundled === undefined || !('output' in bundled)) throw new Error('nothing was bundled');
  const chunks = bundled.output.filter((each) => each.type === 'chunk');
  return {
    entry: await weighed(atOnce(chunks)),
    inline: await weighed(chunks.filter(({ fileName }) => !setAside.test(fileName))),
  };
}

function atOnce(chunks: readonly Rolldown.OutputChunk[]): Rolldown.OutputChunk[] {
  const names = new Set(chunks.filter(({ isEntry }) => isEntry).map(({ fileName }) => fileName));
  for (const name of names) {
    const chunk = chunks.find(({ fileName }) => fileName === name);
    for (const other of chunk?.imports ?? []) names.add(other);
  }
  return chunks.filter(({ fileName }) => names.has(fileName));
}

function weighed(chunks: readonly Rolldown.OutputChunk[]): Promise<BuiltFile[]> {
  return Promise.all(
    chunks.map(async ({ fileName, code }) => ({
      name: fileName,
      bytes: (await brotli(Buffer.from(code))).byteLength,
    })),
  );
}
