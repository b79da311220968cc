import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { copyFile, mkdir, mkdtemp, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { promisify } from 'node:util';
import { hourMs } from '../helpers/durations.ts';

const command = 'widget/build-if-stale.ts';

/** The programs that build, and what each writes last. */
const programs = {
  'node_modules/vite/bin/vite.js': 'widget/dist/cdn/integrity.json',
  'node_modules/typescript/bin/tsc': 'widget/dist/npm/types/index.d.ts',
  'widget/packaging/main.ts': 'widget/dist/npm/custom-elements.json',
  'demo/docs/package-docs.ts': 'widget/dist/docs/README.md',
};
const sources = ['widget/screens/one.ts', 'vite.config.ts', 'package.json', 'package-lock.json'];
const guideSources = ['demo/docs/page.ts', 'server/README.md', 'server/bff/README.md'];

const earlier = new Date(Date.now() - 2 * hourMs);
const later = new Date(Date.now() - hourMs);

describe('widget/build-if-stale.ts', () => {
  let root: string;
  const write = async (path: string, text: string) => {
    await mkdir(dirname(join(root, path)), { recursive: true });
    await writeFile(join(root, path), text);
    await utimes(join(root, path), earlier, earlier);
  };
  const wroteAt = (path: string, time: Date) => utimes(join(root, path), time, time);
  const build = async (...args: string[]) => {
    const { stdout } = await promisify(execFile)(process.execPath, [join(root, command), ...args]);
    return stdout.split('\n').filter((line) => line !== '');
  };
  /** All is built, after all sources. */
  const settle = () => Promise.all(Object.values(programs).map((path) => wroteAt(path, later)));

  before(async () => {
    root = await mkdtemp(join(tmpdir(), 'soft-pull-stale-'));
    for (const [program, built] of Object.entries(programs)) {
      const lines = [
        "const { mkdirSync, writeFileSync } = process.getBuiltinModule('node:fs');",
        `mkdirSync('${dirname(built)}', { recursive: true });`,
        `writeFileSync('${built}', '');`,
        `console.log('${program}');`,
      ];
      await write(program, lines.join('\n'));
    }
    for (const source of [...sources, ...guideSources]) {
      await write(source, '{ "type": "module" }');
    }
    await copyFile(join(import.meta.dirname, '../..', command), join(root, command));
    await wroteAt(command, earlier);
  });
  after(() => rm(root, { recursive: true }));

  it('builds what is missing, and then nothing', async () => {
    const all = Object.keys(programs);
    assert.deepEqual(await build('--package'), [all[0], 'Built the widget.', ...all.slice(1)]);
    assert.deepEqual(await build('--package'), []);
  });

  for (const source of sources) {
    it(`builds the scripts again, once, after a change of ${source}`, async () => {
      await settle();
      assert.deepEqual(await build(), []);
      await wroteAt(source, new Date());
      assert.deepEqual(await build(), ['node_modules/vite/bin/vite.js', 'Built the widget.']);
      assert.deepEqual(await build(), []);
      await wroteAt(source, earlier);
    });
  }

  for (const source of guideSources) {
    it(`makes only the guides of the package again after a change of ${source}`, async () => {
      await settle();
      await wroteAt(source, new Date());
      assert.deepEqual(await build('--package'), ['demo/docs/package-docs.ts']);
      assert.deepEqual(await build('--package'), []);
      await wroteAt(source, earlier);
    });
  }

  it('is not told by what was built, nor by packages', async () => {
    await settle();
    for (const path of ['widget/dist/cdn/chunks/one.js', 'widget/node_modules/lit/lit.js']) {
      await write(path, '');
      await wroteAt(path, new Date());
    }
    assert.deepEqual(await build(), []);
  });
});
