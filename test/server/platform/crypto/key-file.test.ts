import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { readOrMakeKeyFile } from '../../../../server/platform/crypto/root-key.ts';
import { scratchRoot } from '../../../helpers/scratch.ts';

describe('readOrMakeKeyFile()', () => {
  let folder: string;
  before(async () => {
    folder = await mkdtemp(join(await scratchRoot(), 'key-file-'));
  });
  after(() => rm(folder, { recursive: true }));

  it('makes a key once, for its owner alone', async () => {
    const file = join(folder, 'once', 'sandbox.key');
    const key = readOrMakeKeyFile(file);
    assert.deepEqual(readOrMakeKeyFile(file), key);
    assert.equal((await readFile(file, 'utf8')).trim(), key.toString('base64url'));
    assert.equal((await stat(file)).mode & 0o777, 0o600);
  });

  it('leaves nothing on a full disk, so that it is made once there is room', async () => {
    const file = join(folder, 'full', 'sandbox.key');
    const module = import.meta.resolve('../../../../server/platform/crypto/root-key.ts');
    const script = `(await import('${module}')).readOrMakeKeyFile('${file}')`;
    const args = ['--input-type=module', '--eval', script];
    // A shell may give itself no room in any file.
    const made = new Promise((resolve) => {
      execFile('sh', ['-c', 'ulimit -f 0; exec "$0" "$@"', process.execPath, ...args], resolve);
    });
    assert.ok((await made) instanceof Error);
    assert.equal(readOrMakeKeyFile(file).length, 32);
    assert.deepEqual(await readdir(join(folder, 'full')), ['sandbox.key']);
  });
});
