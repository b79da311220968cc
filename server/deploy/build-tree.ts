// node server/deploy/build-tree.ts FOLDER: what a production node runs, and nothing else, in a folder
// that does not exist yet: production packages, the services' sources and the built scripts.
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync } from 'node:fs';
import { join, resolve } from 'node:path';

const root = join(import.meta.dirname, '../..');
const manifests = [
  'package.json',
  'package-lock.json',
  'server/package.json',
  'widget/package.json',
] as const;
const content = ['LICENSE', 'server', 'widget/contract', 'widget/dist/cdn'] as const;

const [folder] = process.argv.slice(2);
if (folder === undefined || existsSync(folder)) {
  fail('Name a folder that does not exist yet.');
} else if (!existsSync(join(root, 'widget/dist/cdn/integrity.json'))) {
  fail('The scripts are not built: run npm run build.');
} else {
  build(resolve(folder));
}

function build(target: string): void {
  mkdirSync(target, { recursive: true });
  for (const name of manifests) cpSync(join(root, name), join(target, name));
  const options = ['--omit=dev', '--ignore-scripts', '--prefer-offline', '--no-audit', '--no-fund'];
  const { status } = spawnSync('npm', ['ci', ...options], { cwd: target, stdio: 'inherit' });
  if (status !== 0) {
    fail('The packages could not be installed.');
    return;
  }
  const isWanted = (path: string) => !path.endsWith('.md') && path !== import.meta.dirname;
  for (const name of content) {
    cpSync(join(root, name), join(target, name), { recursive: true, filter: isWanted });
  }
}

function fail(message: string): void {
  process.stderr.write(`${message}\n`);
  process.exitCode = 1;
}
