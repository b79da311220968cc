import { existsSync, mkdirSync } from 'node:fs';
import { flushCompileCache } from 'node:module';
import { join } from 'node:path';
import type { Migration } from 'kysely/migration';
import { copySources, type DatabaseName, offerCopies } from './backups/copy-sources.ts';
import { ScheduledBackups } from './backups/scheduled-backups.ts';
import type { BffService } from './bff/service.ts';
import type { BffSchema } from './bff/store/schema.ts';
import { commands } from './commands.ts';
import { type Config, loadConfig, reloadMerchants } from './config/config.ts';
import { ConfigError, type Part } from './config/environment.ts';
import { frontPageOf, pagesToPrint, partNames, publicUrlOf } from './config/front-pages.ts';
import { loadLenderAdapter } from './config/lender-adapter.ts';
import { MerchantsWatch } from './config/merchants-watch.ts';
import { paymentIdentifiersOf } from './config/sandbox-settings.ts';
import { createProductionProviders } from './lending/providers/production-providers.ts';
import type { Providers } from './lending/providers/providers.ts';
import type { SmtpMail } from './lending/providers/smtp-mail.ts';
import type { LendingSchema } from './lending/store/schema.ts';
import { type Clock, systemClock } from './platform/clock.ts';
import {
  DATABASE_FAILED,
  type Database,
  DatabaseDamagedError,
  DatabaseFailedError,
  DatabaseNotWritableError,
} from './platform/database/database.ts';
import { DatabaseClock } from './platform/database/database-clock.ts';
import { openDatabase } from './platform/database/open-database.ts';
import { type EarlyAnswer, listen } from './platform/http/listen.ts';
import { randomIds } from './platform/ids.ts';
import { createLogger, type Logger } from './platform/logging.ts';
import { OperatorError } from './platform/operator-error.ts';
import { onParentExit, type StopDeadline, stopDeadline } from './platform/stopping.ts';
import { startWatchdog } from './platform/watchdog.ts';

const starter = process.ppid;

/** One of the three parts, ready to listen. */
interface Service {
  app: Parameters<typeof listen>[0];
  answerEarly?: EarlyAnswer;
  start(): Promise<void>;
  /** Ends answers that would go on for ever. */
  endStreams?(): void;
  stop(deadline: StopDeadline): Promise<void>;
}

type HeldDatabases = Map<DatabaseName, Pick<Database<unknown>, 'copyTo'>>;

/** What the parts that one process serves have in common. */
interface Process {
  config: Config;
  log: Logger;
  /** The SQLite databases that are open. */
  held: HeldDatabases;
}

/** The lender first: the BFF calls it, and the shop's page calls the BFF. */
const startOrder: readonly Part[] = ['lending', 'bff', 'demo'];

const endSignals = ['SIGINT', 'SIGTERM'] as const;

async function serve(): Promise<void> {
  // The first process of a container hears no signal that it has no handler for. What a start leaves
  // half done is as after a kill: the next one does it.
  const leaveStart = () => process.exit(0);
  for (const signal of endSignals) process.on(signal, leaveStart);
  // The lender's database has names and contact in clear: for nobody else on this machine.
  process.umask(0o077);
  const config = loadConfig(process.env);
  const log = createLogger({ level: config.logLevel, service: 'server' });
  if (config.isDatabaseInClear) {
    const reason = 'DATABASE_URL says sslmode=disable: only for a network that is itself encrypted';
    log.warn({ event: 'database_in_clear', reason });
  }
  makeFolder(config.dataDir);
  const held: HeldDatabases = new Map();
  let backups: ScheduledBackups | undefined;
  const stops: Array<(deadline: StopDeadline) => Promise<void>> = [];
  const stopAll = async () => {
    const deadline = stopDeadline();
    // One that is being written is broken off when its databases are closed.
    const lastBackup = backups?.stop();
    // One that cannot end well keeps no other from doing so.
    for (const stop of stops.splice(0).reverse()) {
      await stop(deadline).catch((error: unknown) => log.error({ event: 'stop_failed', error }));
    }
    await Promise.race([lastBackup, deadline]);
  };
  try {
    for (const part of startOrder.filter((each) => config.serve.has(each))) {
      const service = await compose[part]({ config, log: logOf(part, config), held });
      stops.push((deadline) => service.stop(deadline));
      await service.start();
      const { url, close } = await listen(service.app, {
        port: config.ports[part],
        address: config.host,
        hosts: { publicUrl: publicUrlOf(part, config), openPaths: probedPaths(config) },
        answerEarly: service.answerEarly,
      });
      stops.push((deadline) => {
        const closed = close(deadline);
        service.endStreams?.();
        return closed;
      });
      process.stdout.write(describePages(part, url, config));
    }
  } catch (error) {
    await stopAll();
    throw error;
  }
  backups = scheduledBackups({ config, log, held });
  backups?.start();
  logWhatNodeSays(log);
  const stopWatchdog = startWatchdog({ log, isSilent: config.logLevel === 'silent' });
  let isStopping = false;
  const stopFor = (reason: string) => {
    // A signal to the whole group ends npm too, while this process still answers what it was asked.
    if (isStopping) return;
    isStopping = true;
    log.info({ event: 'stopping', reason });
    stopWatchdog();
    void stopAll().then(() => process.exit(0));
  };
  for (const signal of endSignals) process.off(signal, leaveStart).on(signal, stopFor);
  // A daemon outlives whoever started it; what `npm start` runs does not.
  if (process.env.npm_lifecycle_event === 'start') {
    onParentExit(starter, () => stopFor('npm ended'));
  }
  // Node would write its compile cache at the end, which a process that is killed does not come to.
  flushCompileCache();
  process.stdout.write('Ready.\n');
}

/** @throws ConfigError */
function makeFolder(dataDir: string): void {
  try {
    mkdirSync(dataDir, { recursive: true });
  } catch (error) {
    throw new ConfigError(`DATA_DIR is wrong: ${(error as Error).message}`, { cause: error });
  }
}

/** The shop logs nothing. */
function logOf(part: Part, { logLevel }: Config): Logger {
  return createLogger({ level: logLevel, service: part === 'demo' ? 'server' : part });
}

/** Node would print warnings and a last error as text, which nobody reads who collects lines of JSON. */
function logWhatNodeSays(log: Logger): void {
  process.removeAllListeners('warning');
  process.on('warning', (error) => log.warn({ event: 'node_warning', error }));
  process.on('uncaughtException', (error) => {
    log.error({ event: 'process_failed', error });
    process.exit(1);
  });
}

/** Where a part listens. Every address that is printed answers a browser. */
function describePages(part: Part, url: string, config: Config): string {
  const lines = pagesToPrint(part, config).map(({ href, name }, at) => {
    const label = at === 0 ? partNames[part] : `  ${name}`;
    return `${label.padEnd(25)} ${url}${href}\n`;
  });
  return lines.join('');
}

/** Outside the sandbox a cluster's probes ask for these by the node's address. */
function probedPaths({ isSandbox }: Config): string[] {
  return isSandbox ? [] : ['/healthz', '/readyz', '/metrics'];
}

/** Each part is loaded where it is served: a process that serves one does not hold the others. */
const compose: Readonly<Record<Part, (process: Process) => Promise<Service>>> = {
  lending: async ({ config, log, held }) => {
    const { createLendingService } = await import('./lending/service.ts');
    const { lendingMigrations } = await import('./lending/store/migrations.ts');
    const mail = await smtpMailOf(config);
    const providers = await providersOf(config, mail);
    const { database, clock } = await openServed<LendingSchema>('lending', lendingMigrations, {
      config,
      log,
      held,
    });
    const service = await createLendingService({
      config: {
        environment: config.environment,
        publicUrl: config.lendingPublicUrl,
        sponsors: config.sponsors.map((sponsor) => ({
          id: sponsor.username,
          name: sponsor.name,
          passwordSha256: sponsor.password_sha256,
          features: sponsor.features,
          callback: sponsor.callback,
        })),
        callbackAllowedHosts: config.callbackAllowedHosts,
        trustedProxies: config.trustedProxies,
        sandboxFromLoopbackOnly: config.publicDemo !== null,
        loanTerms: config.loanTerms,
        texts: config.texts,
      },
      database,
      clock,
      encryptionKey: config.encryptionKey,
      previousEncryptionKeys: config.previousEncryptionKeys,
      sandboxSeed: config.sandboxSeed,
      log,
      providers,
      frontPage: frontPageOf('lending', config),
    });
    const stop = async (deadline: StopDeadline) => {
      await service.stop(deadline);
      mail?.close();
    };
    return { ...service, stop: (deadline) => stop(deadline).finally(() => database.close()) };
  },

  bff: async ({ config, log, held }) => {
    const { createBffService } = await import('./bff/service.ts');
    const createLender = await loadLenderAdapter(config.lenderAdapter);
    const { bffMigrations } = await import('./bff/store/migrations.ts');
    const { database, clock } = await openServed<BffSchema>('bff', bffMigrations, {
      config,
      log,
      held,
    });
    warnOfMissingFees(config, log);
    const service = await createBffService({
      config,
      database,
      clock,
      ids: randomIds,
      log,
      createLender,
      frontPage: frontPageOf('bff', config),
      paymentIdentifierOf: paymentIdentifiersOf(config),
    });
    const { merchantsFile: file } = config;
    const watch = file === undefined ? undefined : watchMerchants(file, { service, config, log });
    const stop = async (deadline: StopDeadline) => {
      await watch?.stop();
      await service.stop(deadline).finally(() => database.close());
    };
    return { ...service, stop };
  },

  demo: async ({ config }) => {
    const { createDemoApp } = await import('../demo/server.ts');
    const backOffice = await openOffice(config);
    const app = createDemoApp({
      publicUrl: config.demoPublicUrl,
      bffUrl: config.bffPublicUrl,
      merchant: config.demoMerchant,
      publicDemo: config.publicDemo && {
        ...config.publicDemo,
        trustedProxies: config.trustedProxies,
      },
      sandbox: config.isSandbox ? { ...config.lender, lendingUrl: config.lender.baseUrl } : null,
      backOffice: backOffice?.app ?? null,
    });
    return {
      app,
      start: () => Promise.resolve(),
      endStreams: () => backOffice?.endStreams(),
      stop: () => Promise.resolve(backOffice?.close()),
    };
  },
};

/** The back office of the demo's merchant, in a file beside the databases; null where none is served. */
async function openOffice(config: Config) {
  const { backOffice, demoMerchant, merchants } = config;
  if (backOffice === null) return null;
  const { openBackOffice } = await import('../demo/back-office/back-office.ts');
  const entry = merchants.find((each) => each.publishable_key === demoMerchant.publishableKey);
  return openBackOffice({
    ...backOffice,
    publicUrl: config.demoPublicUrl,
    bffUrl: config.bffPublicUrl,
    secretKey: demoMerchant.secretKey,
    isPasswordShown: true,
    sellers: entry?.users ?? [],
    file: join(config.dataDir, 'back-office.db'),
  });
}

/** Has the BFF follow its file of merchants, as it changes and whenever SIGHUP asks for it. */
function watchMerchants(
  file: string,
  { service, config, log }: { service: BffService; config: Config; log: Logger },
): MerchantsWatch {
  const watch = new MerchantsWatch({
    file,
    current: config.merchants,
    read: () => reloadMerchants(process.env),
    take: async (merchants) => {
      await service.replaceMerchants(merchants);
      warnOfMissingFees({ ...config, merchants }, log);
    },
    log,
  });
  watch.start();
  process.on('SIGHUP', watch.reload);
  return watch;
}

/** Not every lender has a rate sheet, and a charge of such a merchant needs it. */
function warnOfMissingFees({ isEmbeddedLender, merchants }: Config, log: Logger): void {
  if (isEmbeddedLender) return;
  for (const { publishable_key, fees, may_split } of merchants) {
    if (fees !== undefined || may_split === true) continue;
    const reason = 'a charge needs the lender’s rate sheet: set fees in MERCHANTS_FILE';
    log.warn({ event: 'merchant_without_fees', merchant_id: publishable_key, reason });
  }
}

interface Served<Schema> {
  database: Database<Schema>;
  /** All nodes on one PostgreSQL go by its time. */
  clock: Clock;
}

/** Opens a part's database; while it is open, `npm run backup` can have it copied. */
async function openServed<Schema>(
  name: DatabaseName,
  migrations: Readonly<Record<string, Migration>>,
  { config: { dataDir, databaseUrl }, log, held }: Process,
): Promise<Served<Schema>> {
  const database = await openDatabase<Schema>({
    file: join(dataDir, `${name}.db`),
    url: databaseUrl,
    schemaName: name,
    migrations,
    onMigrationWait: () => log.info({ event: 'migration_awaited', database: name }),
  });
  if (database.engine === 'postgres') {
    const clock = await DatabaseClock.start(database, { log });
    const close = () => {
      clock.stop();
      return database.close();
    };
    return { database: { ...database, close }, clock };
  }
  database.events.once(DATABASE_FAILED, (error) => {
    log.error({ event: 'database_failed', database: name, error });
    // At once, and without closing anything: that would write what the disk has lost.
    process.exit(ioErrorExit);
  });
  const offered = await offerCopies(database, { dataDir, name, log });
  held.set(name, database);
  const close = async () => {
    // First, so that the next process that opens the file finds nobody on its socket.
    await offered.close().finally(() => database.close());
  };
  return { database: { ...database, close }, clock: systemClock };
}

/**
 * Where two processes share the folder, the one with the lending service's database writes them. With
 * another lender nobody serves that database, which may have been left behind.
 */
function scheduledBackups({
  config: { backups, dataDir, isEmbeddedLender },
  log,
  held,
}: Process): ScheduledBackups | undefined {
  const isOthers =
    isEmbeddedLender && !held.has('lending') && existsSync(join(dataDir, 'lending.db'));
  if (backups === null || held.size === 0 || isOthers) return undefined;
  const sources = () => copySources(dataDir, held);
  return new ScheduledBackups({ ...backups, sources, clock: systemClock, log });
}

async function smtpMailOf({ smtp, isSandbox }: Config): Promise<SmtpMail | undefined> {
  if (!smtp) return undefined;
  const { createSmtpMail } = await import('./lending/providers/smtp-mail.ts');
  return createSmtpMail({ ...smtp, requiresTls: !isSandbox });
}

async function providersOf(
  { environment }: Config,
  mail: SmtpMail | undefined,
): Promise<Providers> {
  if (environment !== 'sandbox') return createProductionProviders({ hasMail: mail !== undefined });
  const { createSandboxProviders } = await import('./lending/providers/sandbox-providers.ts');
  const sandbox = createSandboxProviders();
  if (!mail) return sandbox;
  const { withMail } = await import('./lending/providers/smtp-mail.ts');
  return { ...sandbox, messenger: withMail(sandbox.messenger, mail) };
}

/** Of sysexits.h: the disk does not do what it should. */
const ioErrorExit = 74;

const ofTheDisk = [DatabaseDamagedError, DatabaseFailedError, DatabaseNotWritableError];

/** One line for what a person can mend; the stack for anything else. */
function explain(error: unknown): string {
  if (error instanceof OperatorError) return error.message;
  const { code, port, address } = error as NodeJS.ErrnoException & {
    port?: number;
    address?: string;
  };
  if (code === 'EADDRINUSE') {
    return `port ${port} is in use: stop what listens there, or set DEMO_PORT, BFF_PORT or LENDING_PORT`;
  }
  if (code === 'EACCES' && port !== undefined) {
    return `port ${port} is not allowed: set DEMO_PORT, BFF_PORT or LENDING_PORT to one from 1024 on, or give this process the right to listen there`;
  }
  if (code === 'EADDRNOTAVAIL') {
    return `HOST is wrong: ${address} is no address of this machine; 0.0.0.0 listens on all of them`;
  }
  return withCauses(error);
}

/** The stack, and below it those of its causes: of a database, what it said. */
function withCauses(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const stack = error.stack ?? String(error);
  return error.cause === undefined ? stack : `${stack}\nCaused by: ${withCauses(error.cause)}`;
}

function exitCodeOf(error: unknown): number {
  if (ofTheDisk.some((kind) => error instanceof kind)) return ioErrorExit;
  return name === 'check-lender' && error instanceof OperatorError ? 2 : 1;
}

/** @throws ConfigError for a name that there is not: whoever mistyped one wants no server */
async function runCommand(): Promise<void> {
  const command = commands.get(name);
  if (command === undefined) {
    throw new ConfigError(
      `there is no command ${name}: without one the services are started; the others are ${[...commands.keys()].join(', ')}`,
    );
  }
  await command({ env: process.env, args });
}

const [name = '', ...args] = process.argv.slice(2);
const run = name === '' ? serve() : runCommand();

run.catch((error: unknown) => {
  process.stderr.write(`${explain(error)}\n`);
  process.exit(exitCodeOf(error));
});
