import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { cp, rm, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const repository = fileURLToPath(new URL('../..', import.meta.url));
const run = promisify(execFile);

/** What a clone has once everything here is committed. */
export async function cloneInto(folder: string): Promise<void> {
  const git = async (...args: string[]) => {
    const { stdout } = await run('git', ['-C', repository, ...args]);
    return stdout.split('\0').filter((name) => name !== '');
  };
  await run('git', ['clone', '--quiet', repository, folder]);
  const changed = await git('diff', '--name-only', '-z', 'HEAD');
  const added = await git('ls-files', '--others', '--exclude-standard', '-z');
  for (const name of [...changed, ...added]) {
    const [from, to] = [join(repository, name), join(folder, name)];
    if (existsSync(from)) await cp(from, to);
    else await rm(to, { force: true });
  }
}

/** What `npm ci` would install in the clone is what the repository has installed. */
export async function linkPackages(clone: string): Promise<void> {
  await symlink(join(repository, 'node_modules'), join(clone, 'node_modules'));
}
