import { type ChildProcess, spawn } from 'node:child_process';
import { createWriteStream, type WriteStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { finished } from 'node:stream/promises';
import { pathToFileURL } from 'node:url';
import packageJson from '../../package.json' with { type: 'json' };
import { bareEnvironment } from './bare-environment.ts';
import { freePorts } from './free-ports.ts';

const root = join(import.meta.dirname, '../..');
/** What follows `node` in `npm start`: the flags, then the file. */
const startArguments = packageJson.scripts.start.split(' ').slice(1);
/** The flags alone, for a process that is compared with it. */
export const startFlags = startArguments.slice(0, -1);
const steeredClock = pathToFileURL(join(import.meta.dirname, 'steered-clock.ts')).href;
const usuallyReadyWithinMs = 120_000;

/** The whole product as users run it, in a process of its own on its own ports and folder. */
export interface Product {
  readonly demoUrl: string;
  readonly bffUrl: string;
  readonly lendingUrl: string;
  readonly dataDir: string;
  /** Everything that every run of the process has printed. */
  readonly logFile: string;
  readonly pid: number;
  /** SIGKILL: nothing is finished, nothing is closed. */
  kill(): Promise<void>;
  /** When the process of now has ended, whoever ended it: with its exit code, null after a signal. */
  ended(): Promise<number | null>;
  /**
   * Starts it again on the same ports and folder.
   * @param tracer a command that is put before `node`, and which leaves it the process
   */
  start(tracer?: readonly string[]): Promise<void>;
  /** SIGTERM, as a deployment would. */
  stop(): Promise<void>;
  /** Moves the clock of the process two minutes on; only with `hasSteeredClock`. */
  letTwoMinutesPass(): void;
  /** Ends it and removes its folder. */
  remove(): Promise<void>;
}

export interface ServeOptions {
  environment?: Readonly<Record<string, string>>;
  /** Where the databases stand; a folder of its own, removed at the end, when absent. */
  dataDir?: string;
  /** Where its folder is made; among the files of the disk when absent. */
  root?: string;
  /** The test moves the clock of the process. */
  hasSteeredClock?: boolean;
  /** Not started yet: `start()` does. */
  isStopped?: boolean;
  /** What a start may take: more for runs that leave the machine to others. */
  readyWithinMs?: number;
}

export async function serve(options: ServeOptions = {}): Promise<Product> {
  const folder = await mkdtemp(join(options.root ?? tmpdir(), 'soft-pull-product-'));
  const [demo, bff, lending] = (await freePorts(3)) as [number, number, number];
  const dataDir = options.dataDir ?? join(folder, 'data');
  const logFile = join(folder, 'product.log');
  const { readyWithinMs = usuallyReadyWithinMs } = options;
  const server = new ServerProcess(logFile, readyWithinMs, {
    DEMO_PORT: String(demo),
    BFF_PORT: String(bff),
    LENDING_PORT: String(lending),
    DATA_DIR: dataDir,
    ...(options.hasSteeredClock && { NODE_OPTIONS: `--import ${steeredClock}` }),
    ...options.environment,
  });
  if (!options.isStopped) await server.start();
  return {
    demoUrl: `http://localhost:${demo}`,
    bffUrl: `http://localhost:${bff}`,
    lendingUrl: `http://localhost:${lending}`,
    dataDir,
    logFile,
    get pid() {
      return server.pid;
    },
    kill: () => server.end('SIGKILL'),
    ended: () => server.ended(),
    start: (tracer) => server.start(tracer),
    stop: () => server.end('SIGTERM'),
    letTwoMinutesPass: () => {
      if (options.hasSteeredClock) process.kill(server.pid, 'SIGUSR2');
    },
    remove: async () => {
      await server.end('SIGKILL');
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** One process of `npm start` after the other, all writing into one log. */
class ServerProcess {
  readonly #logFile: string;
  readonly #readyWithinMs: number;
  readonly #environment: Readonly<Record<string, string>>;
  #child: ChildProcess | undefined;
  #ended: Promise<number | null> = Promise.resolve(null);
  #log: WriteStream | undefined;
  readonly #killWithTests = () => this.#child?.kill('SIGKILL');

  constructor(
    logFile: string,
    readyWithinMs: number,
    environment: Readonly<Record<string, string>>,
  ) {
    this.#logFile = logFile;
    this.#readyWithinMs = readyWithinMs;
    this.#environment = environment;
  }

  get pid(): number {
    return this.#child?.pid ?? 0;
  }

  async start(tracer: readonly string[] = []): Promise<void> {
    const [command = '', ...args] = [...tracer, process.execPath, ...startArguments];
    const child = spawn(command, args, {
      cwd: root,
      env: { ...bareEnvironment(), ...this.#environment },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    this.#child = child;
    this.#ended = new Promise((resolve) => {
      child.once('close', (code: number | null) => resolve(code));
    });
    this.#log = createWriteStream(this.#logFile, { flags: 'a' });
    process.on('exit', this.#killWithTests);
    await this.#ready(child, this.#log).catch(async (error: unknown) => {
      // Nobody else could end it, and one that runs on keeps its test from ending.
      await this.end('SIGKILL');
      throw error;
    });
  }

  ended(): Promise<number | null> {
    return this.#ended;
  }

  async end(signal: NodeJS.Signals): Promise<void> {
    const child = this.#child;
    if (!child) return;
    this.#child = undefined;
    if (child.exitCode === null && child.signalCode === null) child.kill(signal);
    await this.#ended;
    process.off('exit', this.#killWithTests);
    this.#log?.end();
    if (this.#log) await finished(this.#log);
  }

  #ready(child: ChildProcess, log: WriteStream): Promise<void> {
    return new Promise((resolve, reject) => {
      let printed = '';
      const fail = (why: string) => reject(new Error(`${why}\n${printed.slice(-4000)}`));
      const deadline = setTimeout(
        () => fail('The product was not ready in time.'),
        this.#readyWithinMs,
      );
      const read = (chunk: Buffer) => {
        log.write(chunk);
        printed = (printed + chunk.toString()).slice(-10_000);
        if (!/^Ready\.$/m.test(printed)) return;
        clearTimeout(deadline);
        resolve();
      };
      child.stdout?.on('data', read);
      child.stderr?.on('data', read);
      child.once('close', (code) => {
        clearTimeout(deadline);
        fail(`The product ended with ${code} before it was ready.`);
      });
    });
  }
}
