import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

const root = join(import.meta.dirname, '../..');

export interface Finding {
  file: string;
  rule: string;
  message: string;
}

/** What `npm run lint` finds in files that stand at these paths of the repository. */
export async function lintPlanted(files: Readonly<Record<string, string>>): Promise<Finding[]> {
  const folder = await mkdtemp(join(tmpdir(), 'soft-pull-lint-'));
  try {
    for (const settings of ['.biome.json', '.biome']) {
      await cp(join(root, settings), join(folder, settings), { recursive: true });
    }
    for (const [path, source] of Object.entries(files)) {
      await mkdir(dirname(join(folder, path)), { recursive: true });
      await writeFile(join(folder, path), source);
    }
    return readFindings(await lint(folder), folder);
  } finally {
    await rm(folder, { recursive: true });
  }
}

function lint(folder: string): Promise<string> {
  const biome = join(root, 'node_modules/.bin/biome');
  const options = ['--reporter=github', '--vcs-enabled=false', '--max-diagnostics=none'];
  return new Promise((resolve) => {
    execFile(biome, ['lint', ...options, '.'], { cwd: folder }, (_error, output) =>
      resolve(output),
    );
  });
}

function readFindings(output: string, folder: string): Finding[] {
  const lines = output.matchAll(/^::\w+ title=([^,]*),file=([^,]*),.*?::(.*)$/gm);
  return [...lines].map(([, rule = '', file = '', message = '']) => ({
    rule,
    file: file.replace(`${folder}/`, ''),
    message,
  }));
}
