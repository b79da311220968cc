import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { freePorts } from '../helpers/free-ports.ts';
import { scratchRoot } from '../helpers/scratch.ts';
import { cloneInto, linkPackages } from './clone.ts';
import { type Block, patternOf, type TerminalName } from './read-walkthrough.ts';
import { Terminal } from './terminal.ts';

const repository = fileURLToPath(new URL('../..', import.meta.url));
const steeredClock = pathToFileURL(join(repository, 'test/helpers/steered-clock.ts')).href;

/** Those of the page, each of which is another one here, so that nobody else has it. */
const pagePorts = ['8787', '9090', '9091', '3000'] as const;

/**
 * All that the reader can call beside Node: what the page asks for, of POSIX what its commands name,
 * and bash, which reads them here.
 */
const programs = [
  ...['curl', 'git', 'npm', 'npx', 'openssl', 'bash'],
  ...['cat', 'cp', 'cut', 'find', 'grep', 'ls', 'mkdir', 'sed', 'sh', 'tee'],
];

/** A reader of the walk-through, in an empty clone of the repository. */
export class Reader {
  readonly #folder: string;
  readonly #ports: ReadonlyMap<string, string>;
  readonly #terminals = new Map<TerminalName, Terminal>();
  #blocks = 0;

  private constructor(folder: string, ports: ReadonlyMap<string, string>) {
    this.#folder = folder;
    this.#ports = ports;
  }

  static async begin(): Promise<Reader> {
    const folder = await mkdtemp(join(await scratchRoot(), 'soft-pull-walk-'));
    const ports = await freePorts(pagePorts.length);
    const reader = new Reader(
      folder,
      new Map(pagePorts.map((port, index) => [port, String(ports[index])])),
    );
    await mkdir(join(folder, 'home'));
    await mkdir(reader.#programs);
    for (const name of programs) await symlink(pathOf(name), join(reader.#programs, name));
    await cloneInto(reader.clone);
    return reader;
  }

  get clone(): string {
    return join(this.#folder, 'clone');
  }

  get #programs(): string {
    return join(this.#folder, 'programs');
  }

  /** A text of the page with the ports as they are here. */
  here(text: string): string {
    return text.replaceAll(/\b\d{4}\b/g, (digits) => this.#ports.get(digits) ?? digits);
  }

  printedIn(name: TerminalName): string {
    return this.#terminals.get(name)?.printed ?? '';
  }

  /** Waits until it is printed there. */
  async sees(name: TerminalName, pattern: RegExp): Promise<void> {
    await this.#terminals.get(name)?.read(pattern);
  }

  signal(name: TerminalName, signal: NodeJS.Signals): void {
    this.#terminals.get(name)?.signal(signal);
  }

  /** Does what the page says, and sees what it shows. */
  async follow({ terminal, command, shown }: Block): Promise<void> {
    if (command === 'npm ci') return linkPackages(this.clone);
    const printed =
      terminal === 'first' ? await this.type(command) : await this.#open(terminal, command, shown);
    if (shown !== null) assert.match(printed, patternOf(this.here(shown)));
  }

  /** In the first terminal. */
  async type(command: string): Promise<string> {
    const terminal = this.#terminals.get('first') ?? this.#openFirst();
    const [file, end] = [await this.#write(command), `end of block ${this.#blocks}\n`];
    const from = terminal.printed.length;
    terminal.type(`. ${file}\necho ${end}`);
    return (await terminal.read(new RegExp(end), from)).slice(0, -end.length);
  }

  async end(): Promise<void> {
    await Promise.all([...this.#terminals.values()].map((each) => each.end()));
    await rm(this.#folder, { recursive: true, force: true });
  }

  #openFirst(): Terminal {
    const terminal = new Terminal({ cwd: this.clone, env: this.#environment() });
    terminal.type('exec 2>&1');
    this.#terminals.set('first', terminal);
    return terminal;
  }

  /** What ran there has ended by then. */
  async #open(name: TerminalName, command: string, shown: string | null): Promise<string> {
    await this.#terminals.get(name)?.end();
    // No shell dies of the signal that moves the clock: npm's becomes the process that it starts.
    const script = `exec 2>&1; trap '' USR2; . ${await this.#write(command)}`;
    const env = {
      ...this.#environment(),
      NODE_OPTIONS: `--import ${steeredClock}`,
      npm_config_script_shell: 'bash',
    };
    const terminal = new Terminal({ script, cwd: this.clone, env });
    this.#terminals.set(name, terminal);
    return shown === null ? '' : terminal.read(patternOf(this.here(shown)));
  }

  async #write(command: string): Promise<string> {
    this.#blocks += 1;
    const file = join(this.#folder, `block-${this.#blocks}.sh`);
    await writeFile(file, `${this.here(command)}\n`);
    return file;
  }

  #environment(): Record<string, string | undefined> {
    const { NODE_COMPILE_CACHE } = process.env;
    return {
      PATH: `${dirname(process.execPath)}:${this.#programs}`,
      HOME: join(this.#folder, 'home'),
      LANG: 'C.UTF-8',
      BFF_PORT: this.#ports.get('8787'),
      npm_config_update_notifier: 'false',
      ...(NODE_COMPILE_CACHE !== undefined && { NODE_COMPILE_CACHE }),
    };
  }
}

function pathOf(program: string): string {
  const folders = (process.env.PATH ?? '').split(delimiter);
  const path = folders.map((folder) => join(folder, program)).find(existsSync);
  return path ?? assert.fail(`no ${program}`);
}
