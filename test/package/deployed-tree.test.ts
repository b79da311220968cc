import assert from 'node:assert/strict';
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, chown, mkdir, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { promisify } from 'node:util';
import { bareEnvironment } from '../helpers/bare-environment.ts';
import { freePorts } from '../helpers/free-ports.ts';

const root = join(import.meta.dirname, '../..');
const run = promisify(execFile);
const containerfile = await readFile(join(root, 'server/deploy/Containerfile'), 'utf8');
/** What the image runs. */
const [, ...command] = JSON.parse(/^CMD (\[.*\])$/m.exec(containerfile)?.[1] ?? '[]') as string[];
const imageSettings = Object.fromEntries(
  (/^ENV (.*)$/m.exec(containerfile)?.[1] ?? '').split(' ').map((each) => each.split('=')),
) as Record<string, string>;
const nobody = 65_534;

/** Only root may start another user's process in a file system that is read-only for it. */
async function reasonToSkip(): Promise<string | false> {
  if (process.getuid?.() !== 0) return 'it needs root';
  const mount = ['--mount', 'mount', '-o', 'remount,bind,ro', '/'];
  return run('unshare', mount).then(
    () => false,
    () => 'it needs a mount namespace',
  );
}

describe('the tree of the image', { skip: await reasonToSkip() }, () => {
  let folder: string;
  let app: string;
  let data: string;
  let child: ChildProcess;
  let ports: { bff: number; lending: number };
  let printed = '';

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'soft-pull-deployed-'));
    await chmod(folder, 0o755);
    app = join(folder, 'app');
    data = join(folder, 'data');
    await mkdir(data);
    await chown(data, nobody, nobody);
    await run(process.execPath, ['server/deploy/build-tree.ts', app], { cwd: root });
    const [bff = 0, lending = 0] = await freePorts(2);
    ports = { bff, lending };
    await start();
  });
  after(async () => {
    child.kill('SIGKILL');
    await rm(folder, { recursive: true });
  });

  /** As the image is run with a read-only root: one folder can be written, by a user without rights. */
  function as(user: number, ...program: string[]): string[] {
    const steps = [
      'mount --bind "$0" "$0"',
      'mount -o remount,bind,ro /',
      `exec setpriv --reuid=${user} --regid=${user} --clear-groups --no-new-privs --bounding-set=-all "$@"`,
    ];
    return ['--mount', 'sh', '-c', steps.join(' && '), data, ...program];
  }

  async function start(): Promise<void> {
    child = spawn('unshare', as(nobody, process.execPath, ...command), {
      cwd: app,
      env: {
        ...bareEnvironment(),
        ...imageSettings,
        // The sandbox, whose secrets are published, does not go with production.
        NODE_ENV: '',
        SERVE: 'bff,lending',
        HOST: '127.0.0.1',
        BFF_PORT: String(ports.bff),
        LENDING_PORT: String(ports.lending),
        DATA_DIR: data,
        TMPDIR: data,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const ended = once(child, 'exit');
    const ready = new Promise<void>((resolve) => {
      const read = (chunk: Buffer) => {
        printed += chunk.toString();
        if (/^Ready\.$/m.test(printed)) resolve();
      };
      child.stdout?.on('data', read);
      child.stderr?.on('data', read);
    });
    await Promise.race([ready, ended.then(() => assert.fail(printed))]);
  }

  it('has the packages of production and no other', async () => {
    const names = await readdir(join(app, 'node_modules'));
    assert.ok(names.includes('hono') && names.includes('better-sqlite3'));
    for (const name of ['vite', 'typescript', 'playwright-core', 'node', 'react']) {
      assert.ok(!names.includes(name), name);
    }
    const folders = (await readdir(app)).filter((name) => !name.endsWith('.json'));
    assert.deepEqual(folders.sort(), ['LICENSE', 'node_modules', 'server', 'widget']);
  });

  it('serves as a user without rights, and stores in its one folder', async () => {
    const status = await readFile(`/proc/${child.pid}/status`, 'utf8');
    assert.match(status, new RegExp(`^Uid:\\t${nobody}\\t${nobody}\\t${nobody}\\t${nobody}$`, 'm'));
    for (const port of [ports.bff, ports.lending]) {
      for (const path of ['/healthz', '/readyz']) {
        assert.equal((await fetch(`http://localhost:${port}${path}`)).status, 200, path);
      }
    }
    const script = await fetch(`http://localhost:${ports.bff}/v1/soft-pull-checkout.js`);
    assert.match(script.headers.get('content-type') ?? '', /^text\/javascript/);
    const licences = await fetch(`http://localhost:${ports.bff}/v1/third-party-licenses.txt`);
    assert.match(await licences.text(), /Copyright \(c\)/);
    const stored = await readdir(data);
    assert.ok(stored.includes('bff.db') && stored.includes('lending.db'), stored.join());
  });

  it('cannot be written, not even by root', async () => {
    const write = (user: number, path: string) => run('unshare', as(user, 'touch', path));
    await write(nobody, join(data, 'written'));
    for (const path of [join(app, 'server/written'), join(folder, 'written')]) {
      await assert.rejects(write(nobody, path), /Read-only file system|Permission denied/);
      await assert.rejects(write(0, path), /Read-only file system/);
    }
  });

  it('ends at SIGTERM, and starts again with what it stored', async () => {
    const ended = once(child, 'exit');
    child.kill('SIGTERM');
    assert.deepEqual(await ended, [0, null]);
    printed = '';
    await start();
    assert.equal((await fetch(`http://localhost:${ports.bff}/readyz`)).status, 200);
  });
});
