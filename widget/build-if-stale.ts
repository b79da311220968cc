import { spawnSync } from 'node:child_process';
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const widget = fileURLToPath(new URL('.', import.meta.url));
const root = join(widget, '..');
const built = join(widget, 'dist/cdn/integrity.json');

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

function isStale(): boolean {
  const sources = Math.max(newest(widget), newest(join(root, 'vite.config.ts')));
  return newest(built) < sources;
}

function build(): void {
  const vite = join(root, 'node_modules/vite/bin/vite.js');
  const { status } = spawnSync(process.execPath, [vite, 'build'], { cwd: root, stdio: 'inherit' });
  if (status !== 0) process.exit(status ?? 1);
  process.stdout.write('Built the widget.\n');
}

if (isStale()) build();
