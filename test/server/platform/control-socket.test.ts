import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rm, stat } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, it } from 'node:test';
import {
  askControlSocket,
  ControlSocketError,
  openControlSocket,
} from '../../../server/platform/control-socket.ts';
import { scratchRoot } from '../../helpers/scratch.ts';

describe('a control socket', () => {
  let folder: string;
  let path: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(await scratchRoot(), 'control-'));
    path = join(folder, 'x.sock');
  });
  afterEach(() => rm(folder, { recursive: true }));

  const echo = async (question: unknown) => ({ asked: question });

  it('answers, for its owner alone, and is gone once it is closed', async () => {
    const socket = await openControlSocket(path, echo);
    assert.equal((await stat(path)).mode & 0o777, 0o600);
    assert.deepEqual(await askControlSocket(path, { a: 1 }), { asked: { a: 1 } });
    await socket.close();
    assert.equal(existsSync(path), false);
    assert.equal(await askControlSocket(path, {}), undefined);
  });

  it('takes the place of one whose process is gone', async () => {
    const leave = `require('net').createServer().listen(${JSON.stringify(path)}, () => process.kill(process.pid, 'SIGKILL'))`;
    spawnSync(process.execPath, ['-e', leave]);
    assert.ok(existsSync(path));
    assert.equal(await askControlSocket(path, {}), undefined);
    const socket = await openControlSocket(path, echo);
    assert.deepEqual(await askControlSocket(path, 'there?'), { asked: 'there?' });
    await socket.close();
  });

  it('does not take the place of one that is answered', async () => {
    const first = await openControlSocket(path, echo);
    await assert.rejects(openControlSocket(path, echo), /another process answers/);
    assert.deepEqual(await askControlSocket(path, 1), { asked: 1 });
    await first.close();
  });

  it('says that the process ended before it had answered', async () => {
    const { promise: isAsked, resolve } = Promise.withResolvers<void>();
    const socket = await openControlSocket(path, () => {
      resolve();
      return new Promise(() => undefined);
    });
    const answer = assert.rejects(askControlSocket(path, {}), /ended before it had answered/);
    await isAsked;
    await socket.close();
    await answer;
  });

  it('goes on after what is no question', async () => {
    const socket = await openControlSocket(path, echo);
    const stranger = connect(path);
    stranger.write('not JSON\n');
    await once(stranger, 'close');
    assert.deepEqual(await askControlSocket(path, 2), { asked: 2 });
    await socket.close();
  });

  it('says that a path is too long', async () => {
    const long = join(folder, 'x'.repeat(110));
    await mkdir(long);
    await assert.rejects(openControlSocket(join(long, 'x.sock'), echo), (error: Error) => {
      assert.ok(error instanceof ControlSocketError);
      assert.match(error.message, /longer than 107 bytes.*DATA_DIR/);
      return true;
    });
  });
});
