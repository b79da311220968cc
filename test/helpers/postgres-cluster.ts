import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chown, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { canInstallPackages, installPackages } from './debian-packages.ts';
import { findExecutable } from './find-executable.ts';

const run = promisify(execFile);
const debianFolder = '/usr/lib/postgresql';
const readyWithinMs = 120_000;

export interface PostgresCluster {
  /** By the socket in its own folder, which costs less than the loopback network. */
  url: string;
  /** Of the process whose children serve the connections. */
  readonly pid: number;
  /** Ends that process, by SIGKILL it alone; what it stored is kept. */
  end(signal: NodeJS.Signals): Promise<void>;
  /** Starts it again on what it stored. */
  start(): Promise<void>;
  /** Ends it and removes what it stored. */
  stop(): Promise<void>;
}

export interface PostgresClusterOptions {
  /** True if a commit waits for the disk, as it does in production; tests need not wait. */
  durable?: boolean;
  connections?: number;
}

interface User {
  uid: number;
  gid: number;
}

/** Why there can be none here, or false. */
export async function reasonToSkipPostgres(): Promise<string | false> {
  const isThere = (await findBinaries()) !== undefined || (await canInstallPackages());
  return !isThere && 'no PostgreSQL';
}

/** A throw-away PostgreSQL of its own, gone when stopped. */
export async function startPostgres({
  durable = false,
  connections = 200,
}: PostgresClusterOptions = {}): Promise<PostgresCluster> {
  const binaries = await postgresBinaries();
  const folder = await mkdtemp(join(tmpdir(), 'soft-pull-postgres-'));
  const user = await unprivilegedUser();
  if (user) await chown(folder, user.uid, user.gid);
  const data = join(folder, 'data');
  const init = ['-D', data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--locale=C', '-N'];
  await run(join(binaries, 'initdb'), init, { ...user, cwd: folder });
  const settings = [
    'listen_addresses=',
    `unix_socket_directories=${folder}`,
    'unix_socket_permissions=0777',
    `max_connections=${connections}`,
  ];
  if (!durable) settings.push('fsync=off', 'synchronous_commit=off', 'full_page_writes=off');
  const url = `postgres://postgres@localhost/postgres?host=${encodeURIComponent(folder)}`;
  const args = ['-D', data, ...settings.flatMap((setting) => ['-c', setting])];
  const begin = async () => {
    const deadline = performance.now() + readyWithinMs;
    for (;;) {
      const begun = spawn(join(binaries, 'postgres'), args, {
        ...user,
        cwd: folder,
        stdio: 'ignore',
      });
      if (await isReady(begun, url, deadline)) return begun;
      // Processes of one that was killed may not have ended yet.
      if (performance.now() > deadline) throw new Error('PostgreSQL did not start.');
    }
  };
  let server = await begin();
  const killWithTests = () => server.kill('SIGQUIT');
  process.on('exit', killWithTests);
  const end = async (signal: NodeJS.Signals) => {
    if (server.exitCode !== null || server.signalCode !== null) return;
    const ended = once(server, 'exit');
    server.kill(signal);
    await ended;
  };
  return {
    url,
    get pid() {
      return server.pid ?? 0;
    },
    end,
    start: async () => {
      server = await begin();
    },
    stop: async () => {
      await end('SIGQUIT');
      process.off('exit', killWithTests);
      await rm(folder, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

async function postgresBinaries(): Promise<string> {
  const found = await findBinaries();
  if (found) return found;
  if (await canInstallPackages()) await installPackages(['postgresql']);
  const installed = await findBinaries();
  if (!installed) {
    throw new Error('No PostgreSQL: install it, or set TEST_DATABASE_URL to a server.');
  }
  return installed;
}

async function findBinaries(): Promise<string | undefined> {
  const versions = await readdir(debianFolder).catch(() => []);
  const newestFirst = versions.sort((a, b) => Number(b) - Number(a));
  const folders = newestFirst.map((version) => join(debianFolder, version, 'bin', 'initdb'));
  const path = await findExecutable([...folders, 'initdb']);
  return path?.replace(/\/initdb$/, '');
}

/** PostgreSQL refuses to run as root. */
async function unprivilegedUser(): Promise<User | undefined> {
  if (process.getuid?.() !== 0) return undefined;
  const [uid, gid] = await Promise.all(
    ['-u', '-g'].map(async (flag) => Number((await run('id', [flag, 'postgres'])).stdout)),
  );
  return { uid: uid ?? 0, gid: gid ?? 0 };
}

/** False once the process has ended, or has not answered by the deadline. */
async function isReady(server: ChildProcess, url: string, deadline: number): Promise<boolean> {
  while (server.exitCode === null && performance.now() < deadline) {
    if (await answers(url)) return server.exitCode === null;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  server.kill('SIGKILL');
  return false;
}

async function answers(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url });
  return client
    .connect()
    .then(() => client.end())
    .then(
      () => true,
      () => false,
    );
}
