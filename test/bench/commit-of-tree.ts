import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

/** Of the code that runs; ends in `+` where files had changed since. */
export async function commitOfTree(): Promise<string> {
  const git = async (...args: string[]) =>
    (await promisify(execFile)('git', args, { cwd: import.meta.dirname })).stdout.trim();
  try {
    const changed = await git('status', '--porcelain', '--untracked-files=no');
    return (await git('rev-parse', '--short=8', 'HEAD')) + (changed === '' ? '' : '+');
  } catch {
    return 'unknown';
  }
}
