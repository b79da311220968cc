import { execFile } from 'node:child_process';
import { cp, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { promisify } from 'node:util';

const root = join(import.meta.dirname, '../..');
const modules = join(root, 'node_modules');
const runFile = promisify(execFile);

/** Of other makers: a bundler finds them beside the package, the script-tag files contain them. */
export const others = ['lit', 'lit-element', 'lit-html', '@lit/reactive-element', 'zod'];

/** A folder that had nothing in it before the package was installed there. */
export interface InstalledPackage {
  /** What `npm pack` made of the package. */
  readonly tarball: string;
  readonly folder: string;
  /** Its `exports`, by what is imported. */
  readonly exports: Readonly<Record<string, unknown>>;
  /** Every file of the package, by its path in it. */
  files(): Promise<string[]>;
  read(file: string): Promise<string>;
  /** Runs node there; gives what it printed. @throws Error with what it printed when it fails */
  node(...args: string[]): Promise<string>;
  remove(): Promise<void>;
}

/** Packs `widget/` as built and installs the tarball, asking no registry for what it depends on. */
export async function installPackage(): Promise<InstalledPackage> {
  const folder = await mkdtemp(join(tmpdir(), 'soft-pull-package-'));
  await npm(join(root, 'widget'), 'pack', '--silent', '--pack-destination', folder);
  const [packed = ''] = await readdir(folder);
  const tarball = join(folder, packed);
  const dependencies = {
    '@soft-pull/checkout': `file:${tarball}`,
    ...Object.fromEntries(others.map((name) => [name, `file:${join(modules, name)}`])),
  };
  const manifest = { private: true, type: 'module', dependencies };
  await writeFile(join(folder, 'package.json'), JSON.stringify(manifest));
  await npm(folder, 'install', '--offline', '--no-audit', '--silent');
  await cp(join(import.meta.dirname, 'fixtures'), folder, { recursive: true });
  const content = join(folder, 'node_modules/@soft-pull/checkout');
  const read = (file: string) => readFile(join(content, file), 'utf8');
  return {
    tarball,
    folder,
    exports: JSON.parse(await read('package.json')).exports,
    files: () => filesBelow(content),
    read,
    node: (...args) => run(folder, ...args),
    remove: () => rm(folder, { recursive: true, force: true }),
  };
}

async function filesBelow(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => relative(folder, join(parentPath, name)));
}

async function npm(folder: string, ...args: string[]): Promise<void> {
  await runFile('npm', args, { cwd: folder });
}

async function run(folder: string, ...args: string[]): Promise<string> {
  const outcome = await runFile(process.execPath, args, { cwd: folder }).catch(
    (error: { stdout: string; stderr: string }) => {
      throw new Error(`${error.stdout}${error.stderr}`);
    },
  );
  return outcome.stdout;
}
