import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { describe, it } from 'node:test';
import { parseEnvironment, variableNames } from '../../server/config/environment.ts';
import { requiredOutsideSandbox } from '../../server/config/outside-sandbox.ts';
import { sha256 } from '../../server/config/sandbox-settings.ts';
import { merchantsFile, readSettings, sponsorsFile } from '../../server/config/settings-files.ts';
import { readTextsFolder } from '../../server/config/texts-folder.ts';
import { ownTexts } from '../helpers/own-texts.ts';
import { worldWith } from '../server/config/read-test-config.ts';
import { codes, serverReadme, table } from './read-readme.ts';

const rows = table('Variable', serverReadme).map(([name, , standard, outside]) => ({
  name: codes(name)[0] ?? '',
  standard: codes(standard)[0],
  outside,
}));

/** The sample of a file, below the paragraph that begins with the variable's name. */
function sampleOf(name: string): string {
  const [, below = ''] = serverReadme.split(`\n\`${name}\``);
  const [, sample = ''] = /```json\n([^`]+)```/.exec(below) ?? [];
  return sample;
}

describe('server/README.md, of the settings', () => {
  it('lists every variable that the product knows', () => {
    assert.deepEqual(
      rows.map(({ name }) => name),
      variableNames,
    );
  });

  it('gives the defaults that they have', () => {
    const defaults = parseEnvironment({});
    for (const { name, standard } of rows) {
      const value = defaults[name as keyof typeof defaults];
      if (value === undefined) continue;
      assert.equal(standard, Array.isArray(value) ? value.join() : String(value), name);
    }
  });

  it('says which are needed outside the sandbox', () => {
    const needed = rows.filter(({ outside }) => /^needed(, https)?$/.test(outside ?? ''));
    assert.deepEqual(needed.map(({ name }) => name).sort(), [...requiredOutsideSandbox].sort());
    const depending = rows.filter(({ outside }) =>
      /^needed.* (?:with|unless) /.test(outside ?? ''),
    );
    assert.deepEqual(
      depending.map(({ name }) => name),
      ['LENDING_PUBLIC_URL', 'SPONSORS_FILE'],
    );
  });

  it('shows files that are read as they stand', () => {
    const merchants = () => sampleOf('MERCHANTS_FILE');
    const sponsors = () => sampleOf('SPONSORS_FILE');
    assert.equal(readSettings('MERCHANTS_FILE', 'm.json', merchantsFile, merchants).length, 1);
    assert.equal(readSettings('SPONSORS_FILE', 's.json', sponsorsFile, sponsors).length, 1);
  });

  it('shows a text that is read as it stands', () => {
    const [, below = ''] = serverReadme.split('\n`TEXTS_FOLDER`');
    const [, path = '', sample = ''] = /such as `([^`]+)`[^`]+```\n([^`]+)```/.exec(below) ?? [];
    const world = worldWith('', { ...ownTexts(), [path]: sample });
    const shown = readTextsFolder('texts', world, 'unused').current(
      'privacy_notice',
      'es',
      world.today,
    );
    assert.equal(shown.text, 'What the notice says.\n\nIts next paragraph.');
  });

  it('makes a key’s digest by a command that fails where the key is not set', () => {
    const [, command = ''] = /`([^`\n]+\| openssl dgst [^`\n]+)`/.exec(serverReadme) ?? [];
    const run = (SECRET_KEY?: string) =>
      spawnSync('sh', ['-c', command], { env: { PATH: process.env.PATH, SECRET_KEY } });
    assert.equal(String(run('sk_live_shop').stdout).slice(0, 64), sha256('sk_live_shop'));
    for (const unset of [run(), run('')]) {
      assert.notEqual(unset.status, 0);
      assert.equal(String(unset.stdout), '');
    }
  });
});
