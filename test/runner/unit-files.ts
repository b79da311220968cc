import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';

/** What can open a database, listen, or start a process or a browser, as import statements have it. */
const starters = [
  /\/platform\/database\/open-database\.ts'/,
  /\/platform\/http\/listen\.ts'/,
  /'node:(child_process|cluster|http|https|worker_threads)'/,
  /\b(connect|createConnection|createServer|Socket)\b.*'node:net'/s,
  /'(playwright-core|vite)'/,
];

/** Statements that load another file, and calls that may. */
const imports = /^(?:import|export)\s+(?!type\b)[^'";]*?'([^']+)'|\bimport\(\s*'([^']+)'/gm;

/**
 * The test files among these that start no service, no other process and no browser: nothing that
 * they load, directly or through other files, is able to.
 * @param files by their path from the root of the repository
 */
export function unitFiles(root: string, files: readonly string[]): string[] {
  const known = new Map<string, readonly string[] | 'starter'>();
  const loadedBy = (file: string) => {
    const loaded = known.get(file) ?? readImports(root, file);
    known.set(file, loaded);
    return loaded;
  };
  return files.filter((file) => {
    const reached = new Set([file]);
    for (const each of reached) {
      const loaded = loadedBy(each);
      if (loaded === 'starter') return false;
      for (const other of loaded) reached.add(other);
    }
    return true;
  });
}

function readImports(root: string, file: string): readonly string[] | 'starter' {
  const statements = [...readFileSync(join(root, file), 'utf8').matchAll(imports)];
  if (statements.some(([text]) => starters.some((starter) => starter.test(text)))) return 'starter';
  return (
    statements
      .map(([, loaded, perhapsLoaded]) => loaded ?? perhapsLoaded ?? '')
      .filter((name) => name.startsWith('.') && name.endsWith('.ts'))
      .map((name) => normalize(join(dirname(file), name)))
      // What only looks like an import, in a text, leads nowhere.
      .filter((path) => existsSync(join(root, path)))
  );
}
