// node test/runner/main.ts [part...] [--only=text]: runs parts of the tests, by default all that
// `npm test` is; of test files only those with the text in their path. Prints the time of each part
// and the slowest tests.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { chromiumPath } from '../helpers/chromium-path.ts';
import { runCommand } from '../helpers/run-command.ts';
import { type Part, type PartName, parts, root } from './parts.ts';
import { runFiles } from './run-files.ts';
import { slowestTests } from './test-times.ts';

/** One after the other, but for those that leave a processor idle: the widget's tests are in one tab. */
const whole: PartName[][] = [['check', 'widget'], ['server'], ['journeys']];
const shown = 10;

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { only: { type: 'string', default: '' } },
});
const folder = await mkdtemp(join(tmpdir(), 'soft-pull-tests-'));
const times = join(folder, 'times.jsonl');
process.env.TEST_TIMES = times;
// Processes share what Node makes of the sources.
process.env.NODE_COMPILE_CACHE ??= join(root, 'node_modules/.cache/compiled');
try {
  const wanted = positionals.length > 0 ? positionals.map((name) => [name]) : whole;
  process.exitCode = (await runParts(wanted)) ? 0 : 1;
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
} finally {
  await rm(folder, { recursive: true });
}

/** Until one fails; what stands together runs at the same time. */
async function runParts(steps: readonly (readonly string[])[]): Promise<boolean> {
  const lines: string[] = [];
  let isGood = true;
  for (const names of steps) {
    if (!isGood) break;
    const results = await Promise.all(names.map((name) => runNamed(name, lines)));
    isGood = results.every(Boolean);
  }
  const slowest = slowestTests(times, shown).map(
    ({ milliseconds, file, name }) => `${seconds(milliseconds)}  ${file}: ${name}`,
  );
  if (slowest.length > 0) lines.unshift('The slowest tests:', ...slowest, 'The parts:');
  process.stdout.write(`${lines.join('\n')}\n`);
  return isGood;
}

async function runNamed(name: string, lines: string[]): Promise<boolean> {
  const part = parts[name as PartName];
  if (part === undefined) throw new Error(`There is no part ${name}.`);
  const start = performance.now();
  const isGood = await runPart(part);
  lines.push(`${seconds(performance.now() - start)}  ${name}${isGood ? '' : ': failed'}`);
  return isGood;
}

async function runPart({ commands, files, ownFiles, hasBrowser }: Part): Promise<boolean> {
  const isWanted = (file: string) => file.includes(values.only);
  const chosen = values.only && ownFiles ? ['--files', ...ownFiles().filter(isWanted)] : [];
  // Before the processes look for one at the same time.
  if (hasBrowser) await chromiumPath();
  for (const command of commands) {
    const isLast = command === commands.at(-1);
    if ((await runCommand(isLast ? [...command, ...chosen] : command)) !== 0) return false;
  }
  if (files === undefined) return true;
  return runFiles(files().filter(isWanted));
}

function seconds(milliseconds: number): string {
  return `${(milliseconds / 1000).toFixed(1).padStart(7)} s`;
}
