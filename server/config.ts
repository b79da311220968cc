import { join } from 'node:path';
import { z } from 'zod';
import type { LoanTermsConfig } from './lending/context.ts';
import { parseKey, readOrMakeKeyFile } from './platform/crypto/key-file.ts';
import type { LogLevel } from './platform/logging.ts';
import { publicDemoSecrets } from './public-demo.ts';
import {
  type DemoMerchant,
  publishedSecrets,
  sandboxCallback,
  sandboxLenderLogin,
  sandboxMerchant,
  sandboxMerchants,
  sandboxSponsors,
  sha256,
} from './sandbox-settings.ts';
import {
  type MerchantSettings,
  merchantsFile,
  type SponsorSettings,
  sponsorsFile,
} from './settings-files.ts';
import { type SmtpSettings, smtpUrl } from './smtp-settings.ts';

const parts = ['demo', 'bff', 'lending'] as const;
export type Part = (typeof parts)[number];

/** Everything that the environment says (design.md, section 4), checked once at the start. */
export interface Config {
  serve: ReadonlySet<Part>;
  ports: Readonly<Record<Part, number>>;
  bffPublicUrl: string;
  lendingPublicUrl: string;
  demoPublicUrl: string;
  demoMerchant: DemoMerchant;
  /** Of the hosted demo, `DEMO_PUBLIC`; null where the sandbox is one's own. */
  publicDemo: { visitorKey: string } | null;
  lender: { baseUrl: string; username: string; password: string };
  callback: { username: string; password: string };
  dataDir: string;
  databaseUrl: string | undefined;
  encryptionKey: Uint8Array;
  merchants: readonly MerchantSettings[];
  sponsors: readonly SponsorSettings[];
  environment: 'sandbox' | 'production';
  /** False with `LENDING_ENVIRONMENT=production` and with a lender that is not on this machine. */
  isSandbox: boolean;
  sandboxSeed: string;
  callbackAllowedHosts: readonly string[];
  linkAllowedOrigins: readonly string[];
  trustedProxyHops: number;
  loanTerms: LoanTermsConfig;
  /** Undefined: mail stays in the outbox, as the sandbox shows it. */
  smtp: SmtpSettings | undefined;
  logLevel: LogLevel;
}

/** A variable of the environment is wrong; the message is one line that names it. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
}

const port = z.coerce.number().int().min(1).max(65_535);
const httpUrl = z.url({ protocol: /^https?$/ }).transform((text) => text.replace(/\/+$/, ''));
const flag = z.enum(['true', 'false']).transform((text) => text === 'true');
const looseFlag = z.enum(['true', 'false', '1', '0']).transform((text) => /^(true|1)$/.test(text));
const list = z.string().transform((text) =>
  text
    .split(',')
    .map((item) => item.trim())
    .filter((item) => item !== ''),
);

const environment = z.object({
  DEMO_PORT: port.default(8080),
  BFF_PORT: port.default(8787),
  LENDING_PORT: port.default(8788),
  SERVE: list.pipe(z.array(z.enum(parts)).min(1)).default([...parts]),
  BFF_PUBLIC_URL: httpUrl.optional(),
  LENDING_PUBLIC_URL: httpUrl.optional(),
  DEMO_PUBLIC_URL: httpUrl.optional(),
  LENDING_BASE_URL: httpUrl.optional(),
  LENDING_USERNAME: z.string().min(1).optional(),
  LENDING_PASSWORD: z.string().min(1).optional(),
  CALLBACK_USERNAME: z.string().min(1).optional(),
  CALLBACK_PASSWORD: z.string().min(1).optional(),
  DATA_DIR: z.string().min(1).default('.data'),
  DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/ }).optional(),
  ENCRYPTION_KEY: z.string().optional(),
  MERCHANTS_FILE: z.string().min(1).optional(),
  SPONSORS_FILE: z.string().min(1).optional(),
  LENDING_ENVIRONMENT: z.enum(['sandbox', 'production']).default('sandbox'),
  SANDBOX_SEED: z.string().min(1).default('1'),
  CALLBACK_ALLOWED_HOSTS: list.optional(),
  LINK_ALLOWED_ORIGINS: list.optional(),
  TRUSTED_PROXY_HOPS: z.coerce.number().int().min(0).max(10).default(0),
  DEMO_PUBLIC: looseFlag.default(false),
  HARD_INQUIRY_ON_ACCEPT: flag.default(false),
  FINAL_CHARGE_CLOSES_WINDOW: flag.default(true),
  SMTP_URL: smtpUrl.optional(),
  LOG_LEVEL: z.enum(['debug', 'info', 'warn', 'error', 'silent']).default('info'),
});
type Environment = z.infer<typeof environment>;

const LOOPBACK_HOSTS = ['localhost', '127.0.0.1', '[::1]'];

/** Reads a file as text; handed in, since only main.ts touches the world. */
export type ReadFile = (path: string) => string;

/** @throws ConfigError */
export function readConfig(
  variables: Readonly<Record<string, string | undefined>>,
  readFile: ReadFile,
): Config {
  const env = parseEnvironment(variables);
  const isSandbox = env.LENDING_ENVIRONMENT === 'sandbox' && isLoopback(env.LENDING_BASE_URL);
  if (!isSandbox) requireOutsideSandbox(env);
  const ports = { demo: env.DEMO_PORT, bff: env.BFF_PORT, lending: env.LENDING_PORT };
  const lendingPublicUrl = env.LENDING_PUBLIC_URL ?? `http://localhost:${ports.lending}`;
  const demoPublicUrl = env.DEMO_PUBLIC_URL ?? `http://localhost:${ports.demo}`;
  const isPublicDemo = isSandbox && env.DEMO_PUBLIC;
  const publicSponsor = isPublicDemo ? readPublicSponsor(env, readFile) : undefined;
  const callback = {
    username: env.CALLBACK_USERNAME ?? publicSponsor?.callback.username ?? sandboxCallback.username,
    password: env.CALLBACK_PASSWORD ?? publicSponsor?.callback.password ?? sandboxCallback.password,
  };
  const serve = partsToServe(env);
  const encryptionKey = readKey(env);
  const hosted = isPublicDemo ? publicDemoSecrets(encryptionKey) : null;
  const config: Config = {
    serve,
    ports,
    bffPublicUrl: env.BFF_PUBLIC_URL ?? `http://localhost:${ports.bff}`,
    lendingPublicUrl,
    demoPublicUrl,
    demoMerchant: hosted?.merchant ?? sandboxMerchant,
    publicDemo: hosted,
    lender: {
      baseUrl: env.LENDING_BASE_URL ?? `http://localhost:${ports.lending}`,
      username: env.LENDING_USERNAME ?? sandboxLenderLogin.username,
      password: env.LENDING_PASSWORD ?? sandboxLenderLogin.password,
    },
    callback,
    dataDir: env.DATA_DIR,
    databaseUrl: env.DATABASE_URL,
    encryptionKey,
    merchants: env.MERCHANTS_FILE
      ? parseFile('MERCHANTS_FILE', env.MERCHANTS_FILE, merchantsFile, readFile)
      : sandboxMerchants(demoPublicUrl, hosted?.merchant),
    sponsors: serve.has('lending') ? readSponsors(env, callback, readFile) : [],
    environment: env.LENDING_ENVIRONMENT,
    isSandbox,
    sandboxSeed: hosted?.sandboxSeed ?? env.SANDBOX_SEED,
    callbackAllowedHosts: env.CALLBACK_ALLOWED_HOSTS ?? (isSandbox ? LOOPBACK_HOSTS : []),
    linkAllowedOrigins: env.LINK_ALLOWED_ORIGINS ?? [
      env.LENDING_BASE_URL
        ? new URL(env.LENDING_BASE_URL).origin
        : new URL(lendingPublicUrl).origin,
    ],
    trustedProxyHops: env.TRUSTED_PROXY_HOPS,
    loanTerms: {
      hardInquiryOnAccept: env.HARD_INQUIRY_ON_ACCEPT,
      finalChargeClosesWindow: env.FINAL_CHARGE_CLOSES_WINDOW,
    },
    smtp: readSmtp(env, lendingPublicUrl),
    logLevel: env.LOG_LEVEL,
  };
  if (!isSandbox || isPublicDemo) refusePublishedSecrets(config);
  return config;
}

/** Where the data is, for a command that needs nothing else. Throws a ConfigError. */
export function readStorage(
  variables: Readonly<Record<string, string | undefined>>,
): Pick<Config, 'dataDir' | 'databaseUrl'> & { encryptionKey: () => Uint8Array } {
  const env = parseEnvironment(variables);
  return {
    dataDir: env.DATA_DIR,
    databaseUrl: env.DATABASE_URL,
    encryptionKey: () => readKey(env),
  };
}

function parseEnvironment(variables: Readonly<Record<string, string | undefined>>): Environment {
  const given = Object.fromEntries(
    Object.keys(environment.shape).map((name) => [name, variables[name] || undefined]),
  );
  const parsed = environment.safeParse(given);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw new ConfigError(`${String(issue?.path[0])} is wrong: ${issue?.message}`);
}

function isLoopback(url: string | undefined): boolean {
  return url === undefined || LOOPBACK_HOSTS.includes(new URL(url).hostname);
}

function readSmtp({ SMTP_URL }: Environment, lendingPublicUrl: string): SmtpSettings | undefined {
  const from = `notices@${new URL(lendingPublicUrl).hostname}`;
  return SMTP_URL && { ...SMTP_URL, from: SMTP_URL.from ?? from };
}

function partsToServe(env: Environment): ReadonlySet<Part> {
  const serve = new Set(env.SERVE);
  // A remote lender takes the place of the embedded one.
  if (env.LENDING_BASE_URL) serve.delete('lending');
  return serve;
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

function readSponsors(
  env: Environment,
  callback: Config['callback'],
  readFile: ReadFile,
): readonly SponsorSettings[] {
  return env.SPONSORS_FILE
    ? parseFile('SPONSORS_FILE', env.SPONSORS_FILE, sponsorsFile, readFile)
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
  const sponsors = parseFile('SPONSORS_FILE', env.SPONSORS_FILE, sponsorsFile, readFile);
  refusePublished('SPONSORS_FILE', secretsOf(sponsors));
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

function parseFile<Schema extends z.ZodType>(
  name: string,
  path: string,
  schema: Schema,
  readFile: ReadFile,
): z.infer<Schema> {
  try {
    return schema.parse(JSON.parse(readFile(path)));
  } catch (error) {
    throw new ConfigError(`${name} is wrong: ${describe(error)}`, { cause: error });
  }
}

function describe(error: unknown): string {
  if (!(error instanceof z.ZodError)) {
    return error instanceof SyntaxError ? 'it is not JSON' : (error as Error).message;
  }
  const [issue] = error.issues;
  return `at ${issue?.path.join('.')}: ${issue?.message}`;
}

const requiredOutsideSandbox = [
  'LENDING_USERNAME',
  'LENDING_PASSWORD',
  'CALLBACK_USERNAME',
  'CALLBACK_PASSWORD',
  'ENCRYPTION_KEY',
  'MERCHANTS_FILE',
] as const;

function requireOutsideSandbox(env: Environment): void {
  for (const name of requiredOutsideSandbox) {
    if (!env[name]) throw new ConfigError(`${name} is missing: it is required outside the sandbox`);
  }
  for (const name of ['BFF_PUBLIC_URL', lenderAddress(env)] as const) {
    if (!env[name]?.startsWith('https:')) {
      throw new ConfigError(`${name} is wrong: outside the sandbox it must be an https address`);
    }
  }
}

/** Where the lender is: a remote one's base address, or that of the embedded one's pages. */
function lenderAddress(env: Environment): 'LENDING_BASE_URL' | 'LENDING_PUBLIC_URL' {
  return env.LENDING_BASE_URL ? 'LENDING_BASE_URL' : 'LENDING_PUBLIC_URL';
}

function refusePublishedSecrets({ callback, lender, merchants, sponsors }: Config): void {
  refusePublished('CALLBACK_PASSWORD', [callback.password]);
  refusePublished('LENDING_PASSWORD', [lender.password]);
  refusePublished(
    'MERCHANTS_FILE',
    merchants.flatMap((each) => [...each.secret_key_sha256, ...each.order_secrets]),
  );
  refusePublished('SPONSORS_FILE', secretsOf(sponsors));
}

function refusePublished(name: string, secrets: readonly string[]): void {
  if (secrets.some((secret) => publishedSecrets.has(secret))) {
    throw new ConfigError(`${name} is wrong: it holds a published value of the sandbox`);
  }
}

function secretsOf(sponsors: readonly SponsorSettings[]): string[] {
  return sponsors.flatMap((each) => [each.password_sha256, each.callback.password]);
}
