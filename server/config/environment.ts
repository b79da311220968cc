import { BlockList, isIP, isIPv6 } from 'node:net';
import { z } from 'zod';
import { addAddressOrRange } from '../platform/http/client-address.ts';
import { OperatorError } from '../platform/operator-error.ts';

/** How to reach the mail server, and who the mail is from. */
export interface SmtpSettings {
  host: string;
  port: number;
  /** TLS from the first byte (`smtps:`); otherwise STARTTLS where the server has it. */
  secure: boolean;
  login: { user: string; password: string } | undefined;
  from: string;
}

const ports = { 'smtp:': 587, 'smtps:': 465 } as const;

const address = z.string().max(254).regex(z.regexes.email, 'from is no e-mail address');

/**
 * Reads `smtp[s]://[user:password@]host[:port][?from=address]`. Without `from` the mail comes from
 * `notices` at the host of the lender's pages. The message of a refusal holds no part of the text.
 */
const smtpUrl = z
  .url({ protocol: /^smtps?$/, error: 'it is no address such as smtp://user:password@host:587' })
  .transform((text, context) => {
    const url = new URL(text);
    const unknown = [...url.searchParams.keys()].some((name) => name !== 'from');
    const from = address.optional().safeParse(url.searchParams.get('from') ?? undefined);
    const problem = problemOf(url, unknown, from.error?.issues[0]?.message);
    if (problem === null) return { ...serverOf(url), from: from.data };
    context.addIssue({ code: 'custom', message: problem });
    return z.NEVER;
  });

function problemOf(url: URL, hasUnknown: boolean, from: string | undefined): string | null {
  if (url.hostname === '') return 'it names no host';
  if (url.pathname !== '' && url.pathname !== '/') return 'it has a path';
  if (hasUnknown) return 'from is the only parameter';
  if ((url.username === '') !== (url.password === '')) return 'user and password go together';
  if (!isDecodable(url.username) || !isDecodable(url.password)) {
    return 'user or password is not well encoded';
  }
  return from ?? null;
}

function isDecodable(part: string): boolean {
  try {
    decodeURIComponent(part);
    return true;
  } catch {
    return false;
  }
}

function serverOf(url: URL): Omit<SmtpSettings, 'from'> {
  const { protocol, hostname, port, username, password } = url;
  const scheme = protocol === 'smtps:' ? protocol : 'smtp:';
  return {
    // An IPv6 address stands in brackets in a URL alone.
    host: hostname.replace(/^\[(.*)\]$/, '$1'),
    port: port === '' ? ports[scheme] : Number(port),
    secure: scheme === 'smtps:',
    login:
      username === ''
        ? undefined
        : { user: decodeURIComponent(username), password: decodeURIComponent(password) },
  };
}

const parts = ['demo', 'bff', 'lending'] as const;
export type Part = (typeof parts)[number];

/** Variables of the environment are wrong; the message is one line that names them. */
export class ConfigError extends OperatorError {
  override readonly name = 'ConfigError';
}

const port = z.coerce.number().int().min(1).max(65_535);
const httpUrl = z.url({ protocol: /^https?$/ }).transform((text) => text.replace(/\/+$/, ''));
const publicUrl = httpUrl.transform((text, context) => {
  const { origin, username, password, pathname } = new URL(text);
  const isOrigin = pathname === '/' && username === '' && password === '' && !/[?#]/.test(text);
  if (isOrigin) return origin;
  const message = 'it must be scheme, host and port alone, such as https://checkout.example';
  context.addIssue({ code: 'custom', message });
  return z.NEVER;
});
/** What is not ASCII is longer where it is called. */
const maxBaseUrlLength = 2048;
const isShort = (text: string) => new URL(text).href.length <= maxBaseUrlLength;
const flag = z.enum(['true', 'false']).transform((text) => text === 'true');
const looseFlag = z.enum(['true', 'false', '1', '0']).transform((text) => /^(true|1)$/.test(text));
const list = z.string().transform((text) =>
  text
    .split(',')
    .map((item) => item.trim())
    .filter((item) => item !== ''),
);

const anOrigin = 'each must be an origin, such as https://lender.example';
const origins = list
  .refine((items) => items.length > 0 && items.every(isOrigin), anOrigin)
  .transform((items) => items.map((item) => new URL(item).origin));
const aHost =
  'each must be a host name or an IP address, as in a URL without scheme and port, such as hooks.inner';
const hosts = list.refine((items) => items.every(isHost), aHost);
const noColon = 'it must be without a colon, at which Basic ends a user name';
const hours = 'it must be a number of hours from 1 to 720';

const environment = z.object({
  DEMO_PORT: port.default(8080),
  BFF_PORT: port.default(8787),
  LENDING_PORT: port.default(8788),
  HOST: z
    .string()
    .refine((text) => isIP(text) !== 0, 'it must be an IP address to listen on, such as 127.0.0.1')
    .optional(),
  SERVE: list.pipe(z.array(z.enum(parts)).min(1)).default([...parts]),
  BFF_PUBLIC_URL: publicUrl.optional(),
  LENDING_PUBLIC_URL: publicUrl.optional(),
  DEMO_PUBLIC_URL: publicUrl.optional(),
  LENDING_BASE_URL: httpUrl
    .refine(isShort, `it must have ${maxBaseUrlLength} characters at most`)
    .optional(),
  LENDING_USERNAME: z.string().min(1).optional(),
  LENDING_PASSWORD: z.string().min(1).optional(),
  LENDER_ADAPTER: z.string().min(1).optional(),
  LENDER_ANSWER_HOURS: z.coerce.number(hours).min(1, hours).max(720, hours).default(24),
  LENDER_STAGING: z.literal('true', 'it must be true, or left out').optional(),
  CALLBACK_USERNAME: z
    .string()
    .regex(/^[^:]+$/, noColon)
    .optional(),
  CALLBACK_PASSWORD: z.string().min(1).optional(),
  DATA_DIR: z.string().min(1).default('.data'),
  DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/ }).optional(),
  BACKUP_FOLDER: z.string().min(1).optional(),
  BACKUP_HOURS: z.coerce.number().positive().optional(),
  ENCRYPTION_KEY: z.string().optional(),
  ENCRYPTION_KEYS_PREVIOUS: list.optional(),
  MERCHANTS_FILE: z.string().min(1).optional(),
  TEXTS_FOLDER: z.string().min(1).optional(),
  SPONSORS_FILE: z.string().min(1).optional(),
  LENDING_ENVIRONMENT: z.enum(['sandbox', 'production']).default('sandbox'),
  SANDBOX_SEED: z.string().min(1).default('1'),
  CALLBACK_ALLOWED_HOSTS: hosts.optional(),
  LINK_ALLOWED_ORIGINS: origins.optional(),
  TRUSTED_PROXY_HOPS: z.coerce.number().int().min(0).max(10).default(0),
  TRUSTED_PROXIES: list
    .transform((items, context) => {
      const addresses = new BlockList();
      const wrong = items.find((item) => !addAddressOrRange(addresses, item));
      if (wrong === undefined && items.length > 0) return addresses;
      const message = 'each must be an IP address or a range, such as 10.0.0.0/8';
      context.addIssue({ code: 'custom', message });
      return z.NEVER;
    })
    .optional(),
  DEMO_PUBLIC: looseFlag.default(false),
  HARD_INQUIRY_ON_ACCEPT: flag.default(false),
  FINAL_CHARGE_CLOSES_WINDOW: flag.default(true),
  SMTP_URL: smtpUrl.optional(),
  NODE_ENV: z.string().optional(),
  LOG_LEVEL: z.enum(['debug', 'info', 'warn', 'error', 'silent']).default('info'),
});
export type Environment = z.infer<typeof environment>;

/** An adapter may send the lender another header than Basic. */
const checked = environment.refine(
  ({ LENDING_USERNAME, LENDER_ADAPTER }) =>
    LENDER_ADAPTER !== undefined || !LENDING_USERNAME?.includes(':'),
  { path: ['LENDING_USERNAME'], error: noColon },
);

/** In the one spelling that the host of a URL has; IPv6 also without brackets. */
function isHost(text: string): boolean {
  const host = isIPv6(text) ? `[${text}]` : text;
  const { hostname } = URL.parse(`http://${host}`) ?? {};
  return hostname === host.toLowerCase() && !host.includes('*');
}

/** With or without a slash at the end. */
function isOrigin(text: string): boolean {
  return URL.canParse(text) && new URL(text).origin === text.replace(/\/$/, '');
}

/** Every variable that the product knows. */
export const variableNames = Object.keys(environment.shape);

/** Reads every variable that the product knows. @throws ConfigError */
export function parseEnvironment(
  variables: Readonly<Record<string, string | undefined>>,
): Environment {
  const given = Object.fromEntries(
    variableNames.map((name) => [name, variables[name] || undefined]),
  );
  const parsed = checked.safeParse(given);
  if (parsed.success) return parsed.data;
  const faults = parsed.error.issues.map(
    ({ path, message }) => `${String(path[0])} is wrong: ${message}`,
  );
  throw new ConfigError(faults.join('; '));
}
