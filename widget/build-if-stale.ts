// node widget/build-if-stale.ts: builds the scripts when they are missing or older than their sources.
// node widget/build-if-stale.ts --package: and what else the npm package has: types, manifest, guides.
import { spawnSync } from 'node:child_process';
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const widget = fileURLToPath(new URL('.', import.meta.url));
const root = join(widget, '..');
const scripts = join(widget, 'dist/cdn/integrity.json');
const manifest = join(widget, 'dist/npm/custom-elements.json');
/** What the scripts are made of beside the widget, and what builds them. */
const scriptSources = ['vite.config.ts', 'package.json', 'package-lock.json'];
const guides = join(widget, 'dist/docs/README.md');
/** What the guides are made of beside the widget. */
const guideSources = [
  'demo/docs',
  'demo/personas.ts',
  'demo/assets/themes',
  'server/README.md',
  'server/bff',
];

/** When a file, or the newest below a folder, was written; 0 for what does not exist. */
function newest(path: string): number {
  const found = statSync(path, { throwIfNoEntry: false });
  if (found === undefined) return 0;
  if (!found.isDirectory()) return found.mtimeMs;
  const below = readdirSync(path)
    .filter((name) => name !== 'dist' && name !== 'node_modules')
    .map((name) => newest(join(path, name)));
  return Math.max(0, ...below);
}

function isStale(built: string, others = scriptSources): boolean {
  const sources = others.map((path) => newest(join(root, path)));
  return newest(built) < Math.max(newest(widget), ...sources);
}

function run(...command: string[]): void {
  const { status } = spawnSync(process.execPath, command, { cwd: root, stdio: 'inherit' });
  if (status !== 0) process.exit(status ?? 1);
}

if (isStale(scripts)) {
  run('node_modules/vite/bin/vite.js', 'build');
  process.stdout.write('Built the widget.\n');
}
if (process.argv.includes('--package') && isStale(manifest)) {
  run('node_modules/typescript/bin/tsc', '-p', 'widget/tsconfig.build.json');
  run('widget/packaging/main.ts');
}
if (process.argv.includes('--package') && isStale(guides, guideSources)) {
  run('demo/docs/package-docs.ts');
}
