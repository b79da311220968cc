// node test/conformance/collect/print-tests.ts <file...>: the names of the files' tests, as JSON; runs none.
import { existsSync } from 'node:fs';
import { registerHooks } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { recorded } from './recording-test.ts';

const stand = new URL('recording-test.ts', import.meta.url).href;
registerHooks({
  resolve: (specifier, context, nextResolve) =>
    specifier === 'node:test'
      ? { url: stand, shortCircuit: true }
      : nextResolve(specifier, context),
});

const root = join(import.meta.dirname, '../../..');
const found: Record<string, typeof recorded> = {};
for (const file of process.argv.slice(2)) {
  recorded.length = 0;
  const path = join(root, file);
  if (existsSync(path)) await import(pathToFileURL(path).href);
  found[file] = [...recorded];
}
process.stdout.write(JSON.stringify(found), () => process.exit());
