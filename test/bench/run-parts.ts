import { mkdir, writeFile } from 'node:fs/promises';
import { cpus } from 'node:os';
import { join } from 'node:path';
import { ArgumentsError, readArguments } from '../../server/platform/arguments.ts';
import { commitOfTree } from './commit-of-tree.ts';
import { type Figure, isReached, type Part } from './part.ts';
import { printFigures } from './print-figures.ts';

const folder = join(import.meta.dirname, '../../.bench');

/** What an option is unless it is given: a number, nothing (null), or the first of some words. */
type Options = Readonly<Record<string, number | null | readonly string[]>>;

type Values<Of extends Options> = {
  [Name in keyof Of]: Of[Name] extends readonly (infer Word)[]
    ? Word
    : Of[Name] extends null
      ? number | undefined
      : number;
};

interface Command<Of extends Options> {
  /** As it is typed: `npm run faults`. */
  name: string;
  options: Of;
  parts: (values: Values<Of>) => readonly Part[];
}

/**
 * Runs the parts that are named after the command, all without a name; prints each and writes
 * `.bench/<part>.json`. `--help` prints which parts and options there are.
 */
export async function runParts<const Of extends Options>(command: Command<Of>): Promise<void> {
  try {
    const { parts, isHelp } = partsOf(command);
    if (isHelp) process.stdout.write(describeCommand(command, parts));
    else for (const part of parts) await runPart(part);
  } catch (error) {
    if (!(error instanceof ArgumentsError)) throw error;
    process.stderr.write(`${error.message}\n`);
    process.exitCode = 1;
  }
}

/** @throws ArgumentsError */
function partsOf<Of extends Options>({ name, options, parts }: Command<Of>) {
  const usage = `${name} -- [PART …] [--OPTION VALUE …]; --help lists them`;
  const texts = Object.keys(options).map((option) => [option, { type: 'string' }] as const);
  const { values, positionals } = readArguments(process.argv.slice(2), {
    usage,
    most: Number.POSITIVE_INFINITY,
    options: { ...Object.fromEntries(texts), help: { type: 'boolean' } },
  });
  const { help, ...given }: Record<string, string | boolean | undefined> = values;
  const read = Object.entries(options).map(([option, usual]) => {
    const value = readValue(given[option], usual);
    if (value !== null) return [option, value];
    const isWhat = isWords(usual) ? usual.join(' or ') : 'a number';
    throw new ArgumentsError(`--${option} is wrong: it is ${isWhat}; use: ${usage}`);
  });
  const known = parts(Object.fromEntries(read) as Values<Of>);
  const unknown = positionals.find((part) => known.every((each) => each.name !== part));
  if (unknown !== undefined) {
    throw new ArgumentsError(`There is no part '${unknown}'; use: ${usage}`);
  }
  const isWanted = (part: Part) => positionals.length === 0 || positionals.includes(part.name);
  return { parts: known.filter(isWanted), isHelp: help === true };
}

const isWords = (usual: Options[string]): usual is readonly string[] => Array.isArray(usual);

/** Null for a text that the option does not take. */
function readValue(text: string | boolean | undefined, usual: Options[string]) {
  if (text === undefined) return isWords(usual) ? usual[0] : (usual ?? undefined);
  if (isWords(usual)) return usual.find((word) => word === text) ?? null;
  return /^\d+(?:\.\d+)?$/.test(String(text)) ? Number(text) : null;
}

function describeCommand(
  { name, options }: Pick<Command<Options>, 'name' | 'options'>,
  parts: readonly Part[],
): string {
  const line = (what: string, more = '') => `  ${what.padEnd(26)} ${more}`.trimEnd();
  const optionLines = Object.entries(options).map(([option, usual]) =>
    isWords(usual)
      ? line(`--${option} ${usual.join('|')}`, usual[0])
      : line(`--${option} NUMBER`, usual?.toString()),
  );
  return [
    `use: ${name} -- [PART …] [--OPTION VALUE …]`,
    'Parts; all of them unless some are named:',
    ...parts.map((part) => line(part.name, part.title)),
    'Options, with what they are unless given:',
    ...optionLines,
    '',
  ].join('\n');
}

async function runPart(part: Part): Promise<void> {
  // Parts write into it, too.
  await mkdir(folder, { recursive: true });
  const figures = await part.run();
  printFigures(part.title, figures);
  await writeFile(
    join(folder, `${part.name}.json`),
    JSON.stringify(await report(part, figures), null, 2),
  );
  if (!figures.every(isReached)) process.exitCode = 1;
}

export interface Report {
  readonly title: string;
  readonly measured_at: string;
  readonly commit: string;
  readonly node: string;
  readonly cpus: readonly string[];
  readonly figures: readonly (Figure & { readonly reached: boolean })[];
}

async function report(part: Part, figures: readonly Figure[]): Promise<Report> {
  return {
    title: part.title,
    measured_at: new Date().toISOString(),
    commit: await commitOfTree(),
    node: process.version,
    cpus: cpus().map(({ model }) => model),
    figures: figures.map((figure) => ({ ...figure, reached: isReached(figure) })),
  };
}
