import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** True if packages can be installed here without asking anybody: as root, on Debian itself. */
export async function canInstallPackages(): Promise<boolean> {
  if (process.getuid?.() !== 0) return false;
  const release = await readFile('/etc/os-release', 'utf8').catch(() => '');
  return /^ID="?debian"?$/m.test(release);
}

/** Installs packages from Debian's archive; what apt printed is part of the error. */
export async function installPackages(packages: readonly string[]): Promise<void> {
  process.stderr.write(`installing ${packages.join(', ')} from Debian's archive\n`);
  const retries = ['-o', 'Acquire::Retries=5', '-o', 'DPkg::Lock::Timeout=120'];
  const options = {
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    maxBuffer: 2 ** 26,
  };
  await run('apt-get', [...retries, 'update', '-qq'], options);
  await run(
    'apt-get',
    [...retries, 'install', '-y', '--no-install-recommends', ...packages],
    options,
  );
}
