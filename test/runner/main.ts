// node test/runner/main.ts [part...] [--only=text]: runs parts of the tests, by default all that
// `npm test` is; of test files only those with the text in their path. Prints the time of each part
// and the slowest tests.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { argumentsOrExit } from '../helpers/arguments-or-exit.ts';
import { chromiumPath } from '../helpers/chromium-path.ts';
import { runCommand } from '../helpers/run-command.ts';
import { type Part, type PartName, parts, root } from './parts.ts';
import { runFiles } from './run-files.ts';
import { slowestTests } from './test-times.ts';

/** Names of parts. */
type Steps = readonly (readonly (readonly string[])[])[];

/**
 * Steps, one after the other, of parts that stand in a row; rows of a step run side by side. The
 * widget's tests are in one tab, and leave a processor idle for half of their time.
 */
const whole: Steps = [[['check', 'server'], ['widget']], [['journeys']]];
const shown = 10;

const usage = `npm test -- [${Object.keys(parts).join('|')} …] [--only TEXT]`;
const { positionals, values } = argumentsOrExit(process.argv.slice(2), {
  usage,
  most: Number.POSITIVE_INFINITY,
  options: { only: { type: 'string', default: '' } },
});
const folder = await mkdtemp(join(tmpdir(), 'soft-pull-tests-'));
const times = join(folder, 'times.jsonl');
process.env.TEST_TIMES = times;
// Processes share what Node makes of the sources.
process.env.NODE_COMPILE_CACHE ??= join(root, 'node_modules/.cache/compiled');
try {
  const wanted: Steps = positionals.length > 0 ? [[positionals]] : whole;
  const chosen: (Part | undefined)[] = wanted.flat(2).map((name) => parts[name as PartName]);
  // Before the processes look for one at the same time.
  if (chosen.some((part) => part?.hasBrowser)) await chromiumPath();
  const filesOf = chosen.flatMap((part) => part?.files ?? part?.ownFiles ?? []);
  if (filesOf.length > 0 && !filesOf.some((files) => files().some(isWanted))) {
    throw new Error(
      `No test file of ${wanted.flat(2).join(', ')} has '${values.only}' in its path.`,
    );
  }
  process.exitCode = (await runSteps(wanted)) ? 0 : 1;
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
} finally {
  await rm(folder, { recursive: true });
}

/** No step and no part of a row begins after one that failed. */
async function runSteps(steps: Steps): Promise<boolean> {
  const lines: string[] = [];
  let isGood = true;
  for (const rows of steps) {
    if (!isGood) break;
    const results = await Promise.all(rows.map((names) => runRow(names, lines)));
    isGood = results.every(Boolean);
  }
  const slowest = slowestTests(times, shown).map(
    ({ milliseconds, file, name }) => `${seconds(milliseconds)}  ${file}: ${name}`,
  );
  if (slowest.length > 0) lines.unshift('The slowest tests:', ...slowest, 'The parts:');
  process.stdout.write(`${lines.join('\n')}\n`);
  return isGood;
}

async function runRow(names: readonly string[], lines: string[]): Promise<boolean> {
  for (const name of names) if (!(await runNamed(name, lines))) return false;
  return true;
}

async function runNamed(name: string, lines: string[]): Promise<boolean> {
  const part = parts[name as PartName];
  if (part === undefined) throw new Error(`There is no part '${name}'; use: ${usage}`);
  const start = performance.now();
  const isGood = await runPart(part);
  lines.push(`${seconds(performance.now() - start)}  ${name}${isGood ? '' : ': failed'}`);
  return isGood;
}

function isWanted(file: string): boolean {
  return file.includes(values.only);
}

async function runPart({ commands, files, ownFiles }: Part): Promise<boolean> {
  const chosen = values.only && ownFiles ? ['--files', ...ownFiles().filter(isWanted)] : [];
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
