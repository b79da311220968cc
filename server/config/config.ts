import { readdirSync, readFileSync } from 'node:fs';
import { BlockList } from 'node:net';
import { join } from 'node:path';
import type { LoanTermsConfig } from '../lending/context.ts';
import type { RegulatedTexts } from '../lending-api/texts/regulated-texts.ts';
import { sampleTexts } from '../lending-api/texts/sample-texts.ts';
import { easternDate } from '../platform/calendar/eastern-time.ts';
import { systemClock } from '../platform/clock.ts';
import { type EncryptionKeys, parseKey, readOrMakeKeyFile } from '../platform/crypto/root-key.ts';
import type { TrustedProxies } from '../platform/http/client-address.ts';
import { hostInUrl, isLoopbackUrl } from '../platform/http/ip-address.ts';
import type { LogLevel } from '../platform/logging.ts';
import {
  ConfigError,
  type Environment,
  type Part,
  parseEnvironment,
  type SmtpSettings,
} from './environment.ts';
import {
  type Reach,
  refuseAssumedSandbox,
  refusePublishedBeyondLoopback,
  refusePublishedSecrets,
  refusePublishedSponsors,
  refuseWeakSecrets,
  requireDatabaseTls,
  requireLenders,
  requireOutsideSandbox,
} from './outside-sandbox.ts';
import {
  type BackOfficeSettings,
  type DemoMerchant,
  isDemoMerchant,
  publicDemoSecrets,
  sandboxBackOffice,
  sandboxCallback,
  sandboxLenderLogin,
  sandboxMerchant,
  sandboxMerchants,
  sandboxSponsors,
  sha256,
  withDemo,
  withOwn,
} from './sandbox-settings.ts';
import {
  type MerchantSettings,
  merchantsFile,
  type ReadFile,
  readSettings,
  type SponsorSettings,
  sponsorsFile,
  type World,
} from './settings-files.ts';
import { type LenderTexts, readTextsFolder } from './texts-folder.ts';
import { requireWebhookAddresses } from './webhook-addresses.ts';

/** Everything that the environment says, checked once at the start. */
export interface Config {
  serve: ReadonlySet<Part>;
  ports: Readonly<Record<Part, number>>;
  /** The IP address that every part listens on; every one of this machine when undefined. */
  host: string | undefined;
  bffPublicUrl: string;
  lendingPublicUrl: string;
  demoPublicUrl: string;
  demoMerchant: DemoMerchant;
  /** Of the demo merchant's back office, whose password is published: null but in one's own sandbox. */
  backOffice: BackOfficeSettings | null;
  /** Of the hosted demo, `DEMO_PUBLIC`; null where the sandbox is one's own. */
  publicDemo: { visitorKey: string } | null;
  /** The published key of the demo merchant, in one's own sandbox and while it opens something. */
  sandboxSecretKey: string | undefined;
  lender: { baseUrl: string; username: string; password: string };
  /** False with any `LENDING_BASE_URL`. */
  isEmbeddedLender: boolean;
  /** The module that takes the place of the built-in adapter. */
  lenderAdapter: string | undefined;
  lenderAnswerHours: number;
  /** The lender is a staging one: `check-lender` may pull, select and charge. */
  isStagingLender: boolean;
  texts: RegulatedTexts;
  callback: { username: string; password: string };
  dataDir: string;
  databaseUrl: string | undefined;
  /** Outside the sandbox: it is on another machine, and `sslmode=disable` is said of it. */
  isDatabaseInClear: boolean;
  /** Where a backup is written, and every how many hours; null: only by `npm run backup`. */
  backups: { folder: string; everyHours: number } | null;
  encryptionKey: Uint8Array;
  /** Those that it has replaced. */
  previousEncryptionKeys: readonly Uint8Array[];
  merchants: readonly MerchantSettings[];
  /** What they were read from; undefined where they are the sandbox's. */
  merchantsFile: string | undefined;
  sponsors: readonly SponsorSettings[];
  environment: 'sandbox' | 'production';
  /** False with `LENDING_ENVIRONMENT=production` and with a lender that is not on this machine. */
  isSandbox: boolean;
  /** Null in the hosted demo. */
  sandboxSeed: string | null;
  callbackAllowedHosts: readonly string[];
  linkAllowedOrigins: readonly string[];
  trustedProxies: TrustedProxies;
  loanTerms: LoanTermsConfig;
  /** Undefined: mail stays in the outbox, as the sandbox shows it. */
  smtp: SmtpSettings | undefined;
  logLevel: LogLevel;
}

const loopbackHosts = ['localhost', '127.0.0.1', '[::1]'];

/**
 * The settings of this process, from its environment and the files that they name.
 *
 * @param merchants what `MERCHANTS_FILE` would hold, to see whether it would be right
 * @throws ConfigError
 */
export function loadConfig(env: NodeJS.ProcessEnv, merchants?: string): Config {
  return readConfig(env, {
    readFile: (path) =>
      path === env.MERCHANTS_FILE && merchants !== undefined
        ? merchants
        : readFileSync(path, 'utf8'),
    listFolder: (path) => readdirSync(path),
    today: easternDate(systemClock.now()),
  });
}

/**
 * The merchants as `MERCHANTS_FILE` has them now. The rules of the start are about all settings, so
 * that all are read again.
 * @throws ConfigError
 */
export function reloadMerchants(env: NodeJS.ProcessEnv): readonly MerchantSettings[] {
  return loadConfig(env).merchants;
}

/** @throws ConfigError */
export function readConfig(
  variables: Readonly<Record<string, string | undefined>>,
  world: World,
): Config {
  const { readFile } = world;
  const env = parseEnvironment(variables);
  const { isSandbox, isEmbeddedLender } = placeOf(env);
  if (!isSandbox) requireOutsideSandbox(env);
  const isDatabaseInClear = !isSandbox && requireDatabaseTls(env);
  const { lenderBaseUrl, ...addresses } = addressesOf(env, isSandbox);
  const reach = reachBeyondLoopback(env, addresses);
  const isSandboxSaid = Boolean(variables.LENDING_ENVIRONMENT);
  if (isSandbox && !isEmbeddedLender && !isSandboxSaid) refuseAssumedSandbox(reach);
  const { lendingPublicUrl, demoPublicUrl } = addresses;
  const isPublicDemo = isSandbox && env.DEMO_PUBLIC;
  const publicSponsor = isPublicDemo ? readPublicSponsor(env, readFile) : undefined;
  const callback = {
    username: env.CALLBACK_USERNAME ?? publicSponsor?.callback.username ?? sandboxCallback.username,
    password: env.CALLBACK_PASSWORD ?? publicSponsor?.callback.password ?? sandboxCallback.password,
  };
  const encryptionKey = readKey(env);
  const hosted = isPublicDemo ? publicDemoSecrets(encryptionKey) : null;
  const demoMerchant = hosted?.merchant ?? sandboxMerchant;
  const ownMerchants = sandboxMerchants(demoPublicUrl, demoMerchant);
  const listed = env.MERCHANTS_FILE
    ? readSettings('MERCHANTS_FILE', env.MERCHANTS_FILE, merchantsFile, readFile)
    : ownMerchants;
  // No file could list the hosted demo's own: nobody knows its secrets.
  const merchants = isPublicDemo ? withOwn(listed, ownMerchants) : listed;
  const shop = merchants.find((each) => isDemoMerchant(each, demoMerchant));
  const isShopAskedFor = variables.SERVE?.includes('demo') || isPublicDemo;
  if (env.SERVE.includes('demo') && isShopAskedFor && !shop) {
    throw isPublicDemo ? shopKeyTaken(demoMerchant) : shopNotListed(isSandbox);
  }
  const serve = partsToServe(env, shop !== undefined);
  const isOwnSandbox = isSandbox && hosted === null;
  const backOffice = isOwnSandbox ? sandboxBackOffice : null;
  const config: Config = {
    serve,
    ...addresses,
    demoMerchant,
    backOffice,
    publicDemo: hosted,
    sandboxSecretKey: isOwnSandbox && shop ? demoMerchant.secretKey : undefined,
    lender: {
      baseUrl: lenderBaseUrl,
      username: env.LENDING_USERNAME ?? sandboxLenderLogin.username,
      password: env.LENDING_PASSWORD ?? sandboxLenderLogin.password,
    },
    isEmbeddedLender,
    lenderAdapter: env.LENDER_ADAPTER,
    lenderAnswerHours: env.LENDER_ANSWER_HOURS,
    texts: readTexts(env, world, { isSandbox, serve }),
    isStagingLender: isStagingLender(env),
    callback,
    dataDir: env.DATA_DIR,
    databaseUrl: env.DATABASE_URL,
    isDatabaseInClear,
    backups: readBackups(env),
    encryptionKey,
    previousEncryptionKeys: readPreviousKeys(env),
    merchants: serve.has('demo')
      ? withDemo(merchants, shop, { origin: demoPublicUrl, backOffice })
      : merchants,
    merchantsFile: env.MERCHANTS_FILE,
    sponsors: serve.has('lending') ? readSponsors(env, callback, readFile) : [],
    environment: env.LENDING_ENVIRONMENT,
    isSandbox,
    sandboxSeed: isPublicDemo ? null : env.SANDBOX_SEED,
    callbackAllowedHosts: callbackHosts(env, isSandbox, addresses),
    linkAllowedOrigins: env.LINK_ALLOWED_ORIGINS ?? [
      env.LENDING_BASE_URL
        ? new URL(env.LENDING_BASE_URL).origin
        : new URL(lendingPublicUrl).origin,
    ],
    trustedProxies: readProxies(env),
    loanTerms: {
      hardInquiryOnAccept: env.HARD_INQUIRY_ON_ACCEPT,
      finalChargeClosesWindow: env.FINAL_CHARGE_CLOSES_WINDOW,
    },
    smtp: readSmtp(env, lendingPublicUrl),
    logLevel: env.LOG_LEVEL,
  };
  if (!isSandbox) {
    refuseWeakSecrets(config);
    requireLenders(merchants);
  }
  requireWebhookAddresses(merchants, config);
  if (!isSandbox || isPublicDemo) refusePublishedSecrets(config);
  else refusePublishedBeyondLoopback(config, reach);
  return config;
}

/**
 * True if a person may be made up to ask for their credit.
 * @throws ConfigError in production, where a soft pull needs a person's consent
 */
function isStagingLender({ LENDER_STAGING, LENDING_ENVIRONMENT }: Environment): boolean {
  if (LENDER_STAGING === undefined) return false;
  if (LENDING_ENVIRONMENT !== 'production') return true;
  throw new ConfigError(
    'LENDER_STAGING is wrong: LENDING_ENVIRONMENT says production, where nobody applies as a test; leave one of them out',
  );
}

function readTexts(
  { TEXTS_FOLDER }: Environment,
  world: World,
  { isSandbox, serve }: Pick<Config, 'isSandbox' | 'serve'>,
): RegulatedTexts {
  if (TEXTS_FOLDER === undefined) return sampleTexts;
  const atLender: LenderTexts = isSandbox ? 'samples' : 'needed';
  return readTextsFolder(TEXTS_FOLDER, world, serve.has('lending') ? atLender : 'unused');
}

function isLenderHere({ LENDING_BASE_URL }: Environment): boolean {
  return LENDING_BASE_URL === undefined || isLoopbackUrl(LENDING_BASE_URL);
}

type Addresses = Pick<
  Config,
  'ports' | 'host' | 'bffPublicUrl' | 'lendingPublicUrl' | 'demoPublicUrl'
>;

/** Where each part listens, and how it and the lender are reached. */
function addressesOf(env: Environment, isSandbox: boolean): Addresses & { lenderBaseUrl: string } {
  const ports = { demo: env.DEMO_PORT, bff: env.BFF_PORT, lending: env.LENDING_PORT };
  const host = env.HOST ?? (isSandbox ? '127.0.0.1' : undefined);
  const urlOf = (part: Part) => `http://${hostInUrl(host)}:${ports[part]}`;
  return {
    ports,
    host,
    bffPublicUrl: env.BFF_PUBLIC_URL ?? urlOf('bff'),
    lendingPublicUrl: env.LENDING_PUBLIC_URL ?? urlOf('lending'),
    demoPublicUrl: env.DEMO_PUBLIC_URL ?? urlOf('demo'),
    lenderBaseUrl: env.LENDING_BASE_URL ?? urlOf('lending'),
  };
}

/** The sandbox's own parts are always among them: what they send each other leads to no stranger. */
function callbackHosts(
  { CALLBACK_ALLOWED_HOSTS: listed }: Environment,
  isSandbox: boolean,
  { host, bffPublicUrl, lendingPublicUrl, demoPublicUrl }: Addresses,
): readonly string[] {
  if (!isSandbox) return listed ?? [];
  const parts = [bffPublicUrl, lendingPublicUrl, demoPublicUrl];
  return [
    ...(listed ?? [...loopbackHosts, hostInUrl(host)]),
    ...parts.map((url) => new URL(url).hostname),
  ];
}

/** What says that others than this machine use the service. */
function reachBeyondLoopback(
  env: Environment,
  { bffPublicUrl, lendingPublicUrl, demoPublicUrl }: Addresses,
): Reach | undefined {
  if (env.NODE_ENV === 'production') return { name: 'NODE_ENV', says: 'production' };
  const urls = {
    BFF_PUBLIC_URL: bffPublicUrl,
    LENDING_PUBLIC_URL: lendingPublicUrl,
    DEMO_PUBLIC_URL: demoPublicUrl,
  };
  const names = ['BFF_PUBLIC_URL', 'LENDING_PUBLIC_URL', 'DEMO_PUBLIC_URL'] as const;
  const name = names.find((each) => !isLoopbackUrl(urls[each]));
  // A default follows HOST.
  return name && { name: env[name] ? name : 'HOST', says: urls[name] };
}

/** Where the data is, for a command that needs nothing else. @throws ConfigError */
export function readStorage(
  variables: Readonly<Record<string, string | undefined>>,
): Pick<Config, 'dataDir' | 'databaseUrl'> & { encryptionKeys: () => EncryptionKeys } {
  const env = parseEnvironment(variables);
  if (!placeOf(env).isSandbox) requireDatabaseTls(env);
  return {
    dataDir: env.DATA_DIR,
    databaseUrl: env.DATABASE_URL,
    encryptionKeys: () => ({ current: readKey(env), previous: readPreviousKeys(env) }),
  };
}

/**
 * Who lends, for a command that writes settings.
 *
 * @returns `firstEntries`: what a new `MERCHANTS_FILE` begins with. It is the demo shop's merchant,
 * unless the start would refuse its published secrets
 * @throws ConfigError
 */
export function readPlace(
  variables: Readonly<Record<string, string | undefined>>,
): Pick<Config, 'isSandbox' | 'isEmbeddedLender'> & { firstEntries: readonly MerchantSettings[] } {
  const env = parseEnvironment(variables);
  const { isSandbox, isEmbeddedLender } = placeOf(env);
  const addresses = addressesOf(env, isSandbox);
  const isOwnSandbox = isSandbox && isEmbeddedLender && !env.DEMO_PUBLIC;
  const isShopKept = isOwnSandbox && reachBeyondLoopback(env, addresses) === undefined;
  const firstEntries = isShopKept ? sandboxMerchants(addresses.demoPublicUrl) : [];
  return { isSandbox, isEmbeddedLender, firstEntries };
}

function placeOf(env: Environment): Pick<Config, 'isSandbox' | 'isEmbeddedLender'> {
  return {
    isSandbox: env.LENDING_ENVIRONMENT === 'sandbox' && isLenderHere(env),
    isEmbeddedLender: env.LENDING_BASE_URL === undefined,
  };
}

function readProxies({ TRUSTED_PROXY_HOPS: hops, TRUSTED_PROXIES }: Environment): TrustedProxies {
  if (hops > 0 && !TRUSTED_PROXIES) {
    throw new ConfigError(
      `TRUSTED_PROXIES is missing: with TRUSTED_PROXY_HOPS it says which addresses or ranges the proxies call from, such as 10.0.0.0/8`,
    );
  }
  if (hops === 0 && TRUSTED_PROXIES) {
    throw new ConfigError(
      'TRUSTED_PROXY_HOPS is missing: with TRUSTED_PROXIES it says how many proxies stand in front, such as 1',
    );
  }
  return { hops, addresses: TRUSTED_PROXIES ?? new BlockList() };
}

function readSmtp({ SMTP_URL }: Environment, lendingPublicUrl: string): SmtpSettings | undefined {
  const from = `notices@${new URL(lendingPublicUrl).hostname}`;
  return SMTP_URL && { ...SMTP_URL, from: SMTP_URL.from ?? from };
}

/**
 * Without SERVE the demo shop is left out where no file lists its merchant: it could sell nothing.
 * @throws ConfigError when nothing is left
 */
function partsToServe(env: Environment, isShopListed: boolean): ReadonlySet<Part> {
  const serve = new Set(env.SERVE);
  if (!isShopListed) serve.delete('demo');
  // A remote lender takes the place of the embedded one.
  if (env.LENDING_BASE_URL) serve.delete('lending');
  if (serve.size > 0) return serve;
  throw new ConfigError(
    'SERVE is wrong: with LENDING_BASE_URL another lender takes the place of lending, and nothing is left; leave LENDING_BASE_URL out where the lending service runs',
  );
}

function shopKeyTaken({ publishableKey }: DemoMerchant): ConfigError {
  return new ConfigError(
    `MERCHANTS_FILE is wrong: its entry ${publishableKey} has other secrets than the demo shop's merchant, which DEMO_PUBLIC adds by itself; remove that entry, or leave the shop out with SERVE=bff,lending`,
  );
}

function shopNotListed(mayBeListed: boolean): ConfigError {
  const listIt = mayBeListed ? 'list it, as “Add a merchant” of server/README.md says, or ' : '';
  return new ConfigError(
    `MERCHANTS_FILE is wrong: the demo shop's merchant is not in it; ${listIt}leave the shop out with SERVE=bff,lending`,
  );
}

function readKey(env: Environment): Uint8Array {
  try {
    return env.ENCRYPTION_KEY
      ? parseKey(env.ENCRYPTION_KEY)
      : readOrMakeKeyFile(join(env.DATA_DIR, 'sandbox.key'));
  } catch (error) {
    const name = env.ENCRYPTION_KEY ? 'ENCRYPTION_KEY' : `DATA_DIR (${env.DATA_DIR}/sandbox.key)`;
    throw new ConfigError(`${name} is wrong: ${(error as Error).message}`, { cause: error });
  }
}

function readBackups(env: Environment): Config['backups'] {
  const { BACKUP_FOLDER: folder, BACKUP_HOURS: everyHours, DATABASE_URL } = env;
  if (folder === undefined && everyHours === undefined) return null;
  if (folder === undefined)
    throw new ConfigError('BACKUP_FOLDER is missing: BACKUP_HOURS needs it');
  if (everyHours === undefined) {
    throw new ConfigError('BACKUP_HOURS is missing: BACKUP_FOLDER needs it');
  }
  if (DATABASE_URL !== undefined) {
    throw new ConfigError(
      'BACKUP_FOLDER is wrong: with DATABASE_URL there are no files to copy, pg_dump or pg_basebackup makes a backup',
    );
  }
  return { folder, everyHours };
}

function readPreviousKeys({ ENCRYPTION_KEYS_PREVIOUS = [] }: Environment): Uint8Array[] {
  try {
    return ENCRYPTION_KEYS_PREVIOUS.map(parseKey);
  } catch (error) {
    const message = `ENCRYPTION_KEYS_PREVIOUS is wrong: each ${(error as Error).message}`;
    throw new ConfigError(message, { cause: error });
  }
}

function readSponsors(
  env: Environment,
  callback: Config['callback'],
  readFile: ReadFile,
): readonly SponsorSettings[] {
  return env.SPONSORS_FILE
    ? readSettings('SPONSORS_FILE', env.SPONSORS_FILE, sponsorsFile, readFile)
    : sandboxSponsors(callback);
}

/**
 * The sponsor that the hosted demo is run as. Whoever finds the service on the internet knows the
 * published passwords: another sponsor's messages are theirs to read.
 */
function readPublicSponsor(env: Environment, readFile: ReadFile): SponsorSettings {
  if (!env.SPONSORS_FILE) {
    throw new ConfigError('SPONSORS_FILE is missing: DEMO_PUBLIC needs passwords of its own');
  }
  const sponsors = readSettings('SPONSORS_FILE', env.SPONSORS_FILE, sponsorsFile, readFile);
  refusePublishedSponsors(sponsors);
  const username = env.LENDING_USERNAME ?? sandboxLenderLogin.username;
  const sponsor = sponsors.find((each) => each.username === username);
  if (!sponsor) throw new ConfigError(`SPONSORS_FILE is wrong: ${username} is missing in it`);
  if (sponsor.password_sha256 !== sha256(env.LENDING_PASSWORD ?? '')) {
    throw new ConfigError(
      `LENDING_PASSWORD is wrong: DEMO_PUBLIC needs that of ${username} in SPONSORS_FILE`,
    );
  }
  return sponsor;
}
