import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { commands } from '../../server/commands.ts';
import { bareEnvironment } from '../helpers/bare-environment.ts';

const root = join(import.meta.dirname, '../..');

/** A mistyped option, or an argument too many, of each command. */
const mistyped = [
  ['verify-evidence', ['--anker', 'FILE'], "Unknown option '--anker'"],
  ['verify-evidence', ['FILE'], "Unexpected argument 'FILE'"],
  ['backup', ['--into', 'FOLDER'], "Unknown option '--into'"],
  ['backup', ['FOLDER', 'other'], "Unexpected argument 'other'"],
  ['backup', [''], 'name a folder'],
  ['restore-check', ['FOLDER', '--key=K'], "Unknown option '--key'"],
  ['restore-check', ['FOLDER', 'other'], "Unexpected argument 'other'"],
  ['check-lender', ['--lone', 'ID'], "Unknown option '--lone'"],
  ['check-lender', ['--loan'], "Option '--loan <value>' argument missing"],
  ['merchant', ['add', '--names', 'A'], "Unknown option '--names'"],
  ['merchant', ['listen', 'http://localhost:3000'], "Unexpected argument 'http://localhost:3000'"],
] as const;

describe('a command with an option that it does not know, or an argument too many', () => {
  let folder: string;
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'soft-pull-commands-'));
  });
  after(() => rm(folder, { recursive: true }));

  function run(file: string, args: readonly string[]) {
    const settings = args[0] === 'merchant' ? { MERCHANTS_FILE: 'merchants.json' } : {};
    const env = { ...bareEnvironment(), DATA_DIR: folder, ...settings };
    return new Promise<{ code: unknown; stdout: string; stderr: string }>((resolve) => {
      const command = [join(root, file), ...args];
      execFile(process.execPath, command, { env, cwd: folder }, (error, stdout, stderr) =>
        resolve({ code: error?.code ?? 0, stdout, stderr }),
      );
    });
  }

  async function assertRefused(file: string, name: string, args: readonly string[], says: string) {
    const { code, stdout, stderr } = await run(file, args);
    const usage = `${says}; use: npm run ${name}`;
    assert.deepEqual([stderr.slice(0, usage.length), stdout], [usage, '']);
    assert.match(stderr, /^[^\n]+\n$/);
    assert.notEqual(code, 0);
    // Reading the settings of a sandbox makes its key.
    const written = (await readdir(folder)).filter((file) => file !== 'sandbox.key');
    assert.deepEqual(written, []);
  }

  for (const [name, args, says] of mistyped) {
    it(`says how it is used, and does nothing: ${name} ${args.join(' ')}`, () =>
      assertRefused('server/main.ts', name, [name, ...args], says));
  }

  it('says so of the lender to rehearse with', () =>
    assertRefused(
      'test/helpers/bare-lender/main.ts',
      'rehearse',
      ['--port=1'],
      "Unknown option '--port'",
    ));

  it('is any of them', () => {
    assert.deepEqual(new Set(mistyped.map(([name]) => name)), new Set(commands.keys()));
  });
});
