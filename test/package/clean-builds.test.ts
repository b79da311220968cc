import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cp, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { promisify } from 'node:util';
import { parseAst } from 'vite';
import { integritySchema } from '../../widget/contract/public-information.ts';

const root = join(import.meta.dirname, '../..');
const sources = ['package.json', 'tsconfig.json', 'vite.config.ts', 'demo', 'server', 'widget'];

/** What stands where the scripts are built: of an earlier version, and of an earlier build of this. */
const earlierVersion = 'soft-pull-checkout-0.9.0.js';
const earlierBuild = 'chunks/later-abcdefgh.js';

/** Builds the scripts from their sources alone, in a folder of its own; gives that of the scripts. */
async function cleanBuild(folder: string): Promise<string> {
  const filter = (path: string) => path !== join(root, 'widget/dist');
  for (const name of sources) {
    await cp(join(root, name), join(folder, name), { recursive: true, filter });
  }
  await symlink(join(root, 'node_modules'), join(folder, 'node_modules'));
  const vite = join(root, 'node_modules/vite/bin/vite.js');
  await promisify(execFile)(process.execPath, [vite, 'build'], { cwd: folder });
  return join(folder, 'widget/dist/cdn');
}

describe('the script-tag files', () => {
  const folders: string[] = [];
  let built: string;
  let again: string;

  before(async () => {
    // A folder of a person's own may have spaces and accents in its name.
    for (const name of ['one', 'another of my résumé (2)']) {
      folders.push(await mkdtemp(join(tmpdir(), `soft-pull-${name}-`)));
    }
    const cdn = join(folders[1] ?? '', 'widget/dist/cdn');
    await mkdir(join(cdn, 'chunks'), { recursive: true });
    for (const name of [earlierVersion, earlierBuild]) await writeFile(join(cdn, name), 'earlier');
    [built, again] = (await Promise.all(folders.map(cleanBuild))) as [string, string];
  });
  after(() => Promise.all(folders.map((folder) => rm(folder, { recursive: true }))));

  const manifestOf = async (folder: string) =>
    integritySchema.parse(JSON.parse(await readFile(join(folder, 'integrity.json'), 'utf8')));

  it('are the same, byte for byte, from every build', async () => {
    const { version, files } = await manifestOf(again);
    delete files[earlierVersion];
    assert.deepEqual({ version, files }, await manifestOf(built));
  });

  it('stay for whoever pins an earlier version, and no chunk does that nothing leads to', async () => {
    assert.equal(await readFile(join(again, earlierVersion), 'utf8'), 'earlier');
    assert.equal((await manifestOf(again)).files[earlierVersion]?.size, 7);
    await assert.rejects(readFile(join(again, earlierBuild)));
  });

  it('are packed with types and manifest, which npm makes where they are missing', async () => {
    const { stdout } = await promisify(execFile)('npm', ['pack', '--dry-run', '--json'], {
      cwd: join(folders[0] ?? '', 'widget'),
    });
    const [{ files }] = JSON.parse(stdout.slice(stdout.indexOf('[\n')));
    const packed = new Set(files.map(({ path }: { path: string }) => path));
    for (const entry of ['index', 'soft-pull-checkout', 'soft-pull-message', 'react', 'vue']) {
      assert.ok(packed.has(`dist/npm/types/${entry}.d.ts`), entry);
    }
    for (const file of ['custom-elements', 'html-custom-data', 'css-custom-data', 'web-types']) {
      assert.ok(packed.has(`dist/npm/${file}.json`), file);
    }
  });

  it('stand in integrity.json with their hash and size', async () => {
    const { version, files } = await manifestOf(built);
    assert.match(version, /^1\./, 'what stands under /v1 is version 1');
    const entries = ['soft-pull-checkout', 'soft-pull-message'].flatMap((name) => [
      `${name}.js`,
      `${name}-${version}.js`,
    ]);
    for (const name of [...entries, 'soft-pull-checkout-inline.js', 'frame.en.html'])
      assert.ok(files[name], name);
    for (const [name, { sha384, size }] of Object.entries(files)) {
      const bytes = await readFile(join(built, name));
      assert.equal(createHash('sha384').update(bytes).digest('base64'), sha384, name);
      assert.equal(bytes.byteLength, size, name);
    }
  });

  it('are one file each for who places the tag: the versioned one leads to no other', async () => {
    const { version } = await manifestOf(built);
    for (const name of ['soft-pull-checkout', 'soft-pull-message']) {
      const versioned = await syntaxOf(join(built, `${name}-${version}.js`));
      assert.deepEqual(versioned, { static: [], isLoadingMore: false });
    }
    for (const name of ['soft-pull-checkout', 'soft-pull-checkout-inline']) {
      const evergreen = await syntaxOf(join(built, `${name}.js`));
      assert.deepEqual(evergreen, { static: [], isLoadingMore: true });
    }
  });
});

/** What a script asks for before it runs, and whether it can ask for more. */
async function syntaxOf(path: string): Promise<{ static: string[]; isLoadingMore: boolean }> {
  const program = parseAst(await readFile(path, 'utf8'));
  const imports = program.body.filter((each) => 'source' in each && each.source !== null);
  return {
    static: imports.map(({ type }) => type),
    isLoadingMore: JSON.stringify(program).includes('"type":"ImportExpression"'),
  };
}
