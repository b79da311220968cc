import { isLoopbackAddress } from '../platform/http/ip-address.ts';
import { ConfigError, type Environment } from './environment.ts';
import { isSampleBank, publishedSecrets } from './sandbox-settings.ts';
import type { MerchantSettings, SponsorSettings } from './settings-files.ts';

const minPasswordCharacters = 16;

interface Secrets {
  callback: { password: string };
  lender: { password: string };
  merchants: readonly MerchantSettings[];
  sponsors: readonly SponsorSettings[];
}

/** What the sandbox has a default for. */
export const requiredOutsideSandbox = [
  'LENDING_USERNAME',
  'LENDING_PASSWORD',
  'CALLBACK_USERNAME',
  'CALLBACK_PASSWORD',
  'ENCRYPTION_KEY',
  'MERCHANTS_FILE',
  'BFF_PUBLIC_URL',
  'LINK_ALLOWED_ORIGINS',
  'TEXTS_FOLDER',
] as const;

/** Wants all that the sandbox has a default for, and https. @throws ConfigError that names all */
export function requireOutsideSandbox(env: Environment): void {
  const addresses = ['BFF_PUBLIC_URL', lenderAddress(env)] as const;
  const needed = new Set([...requiredOutsideSandbox, ...addresses, ...embeddedLender(env)]);
  const missing = [...needed].filter((name) => !env[name]);
  if (missing.length > 0) {
    const verb = missing.length === 1 ? 'is missing: it is' : 'are missing: they are';
    throw new ConfigError(`${missing.join(', ')} ${verb} required outside the sandbox`);
  }
  for (const name of addresses) {
    if (!env[name]?.startsWith('https:')) {
      throw new ConfigError(`${name} is wrong: outside the sandbox it must be an https address`);
    }
  }
  if (env.LINK_ALLOWED_ORIGINS?.some((origin) => !origin.startsWith('https:'))) {
    throw new ConfigError('LINK_ALLOWED_ORIGINS is wrong: outside the sandbox each must be https');
  }
}

/**
 * Wants to know how the way to a PostgreSQL on another machine is protected: what the URL does not say,
 * the driver takes as unencrypted.
 *
 * @returns true if it is not encrypted, by the operator's word
 * @throws ConfigError
 */
export function requireDatabaseTls({ DATABASE_URL }: Environment): boolean {
  if (DATABASE_URL === undefined) return false;
  const url = new URL(DATABASE_URL);
  if (isOnThisMachine(hostOf(url))) return false;
  const sslmode = lastOf(url, 'sslmode');
  if (sslmode === 'verify-full') return false;
  if (sslmode === 'disable') return true;
  const fault =
    sslmode === undefined ? 'it does not say its sslmode' : 'its sslmode is none that is checked';
  throw new ConfigError(
    `DATABASE_URL is wrong: ${fault}; add sslmode=verify-full, and sslrootcert=FILE for a certificate of your own authority, or sslmode=disable only where the network itself is encrypted`,
  );
}

/** As the driver reads it: a parameter comes before the host, and its last value counts. */
function hostOf(url: URL): string {
  const host = lastOf(url, 'host') || url.hostname.replaceAll(/%2f/gi, '/');
  return host.replace(/^\[(.*)\]$/, '$1');
}

function lastOf(url: URL, name: string): string | undefined {
  return url.searchParams.getAll(name).at(-1);
}

/** A folder is that of a local socket. Without a host the driver asks PGHOST, which may name any. */
function isOnThisMachine(host: string): boolean {
  return host.startsWith('/') || host === 'localhost' || isLoopbackAddress(host);
}

/**
 * Wants to know of each merchant who lends to its consumers, and takes no sample for it.
 * @throws ConfigError that names the merchants
 */
export function requireLenders(merchants: readonly MerchantSettings[]): void {
  const keysOf = (wrong: (each: MerchantSettings) => boolean) =>
    merchants.filter(wrong).map((each) => each.publishable_key);
  const without = keysOf(({ lender }) => lender === undefined);
  if (without.length > 0) {
    throw new ConfigError(
      `MERCHANTS_FILE is wrong: lender is missing of ${without.join(', ')}: outside the sandbox each entry has its name, nmls_id, phone and address`,
    );
  }
  const samples = keysOf(({ lender }) => lender !== undefined && isSampleBank(lender));
  if (samples.length > 0) {
    throw new ConfigError(
      `MERCHANTS_FILE is wrong: lender of ${samples.join(', ')} is the sample bank: outside the sandbox name who lends`,
    );
  }
}

/** Who may call the lending service, where it is this one. */
function embeddedLender(env: Environment): 'SPONSORS_FILE'[] {
  return env.LENDING_BASE_URL || !env.SERVE.includes('lending') ? [] : ['SPONSORS_FILE'];
}

/** Where the lender is: a remote one's base address, or that of the embedded one's pages. */
function lenderAddress(env: Environment): 'LENDING_BASE_URL' | 'LENDING_PUBLIC_URL' {
  return env.LENDING_BASE_URL ? 'LENDING_BASE_URL' : 'LENDING_PUBLIC_URL';
}

/** Refuses what everybody can read in the sandbox's settings. @throws ConfigError */
export function refusePublishedSecrets(secrets: Secrets): void {
  const [name] = publishedNames(secrets);
  if (name !== undefined) throw holdsPublished(name);
}

/** The part of it that is known first. @throws ConfigError */
export function refusePublishedSponsors(sponsors: readonly SponsorSettings[]): void {
  if (hasPublished(secretsOf(sponsors))) throw holdsPublished('SPONSORS_FILE');
}

/**
 * Refuses passwords that can be tried out and a key that nobody drew. A previous key stays: only
 * with it can data be put under a better one.
 * @throws ConfigError that names all
 */
export function refuseWeakSecrets({
  callback,
  lender,
  sponsors,
  encryptionKey,
}: Secrets & { encryptionKey: Uint8Array }): void {
  const passwords: Readonly<Record<string, readonly string[]>> = {
    LENDING_PASSWORD: [lender.password],
    CALLBACK_PASSWORD: [callback.password],
    SPONSORS_FILE: sponsors.map((each) => each.callback.password),
  };
  const faults = Object.entries(passwords)
    .filter(([, each]) => each.some((password) => password.length < minPasswordCharacters))
    .map(([name]) => `${name} is wrong: a password needs ${minPasswordCharacters} characters`);
  if (repeats(encryptionKey)) {
    faults.push('ENCRYPTION_KEY is wrong: it repeats itself; draw one, by openssl rand -base64 32');
  }
  if (faults.length > 0) throw new ConfigError(faults.join('; '));
}

/** True if the bytes are one part, of at most half of them, over and over. */
function repeats(key: Uint8Array): boolean {
  const lengths = Array.from({ length: key.length / 2 }, (_, index) => index + 1);
  return lengths.some((length) => key.every((byte, at) => byte === key[at % length]));
}

/** A variable, and what it says, by which others than this machine use the service. */
export interface Reach {
  name: string;
  says: string;
}

/**
 * Takes no sandbox for granted with a lender that has an address of this machine: it may be a proxy to
 * a real one.
 * @throws ConfigError if others than this machine use the service
 */
export function refuseAssumedSandbox(reach: Reach | undefined): void {
  if (reach === undefined) return;
  throw new ConfigError(
    `LENDING_ENVIRONMENT is missing: the lender is on this machine, and ${reach.name} says ${reach.says}; set production, or sandbox if no applicant is real`,
  );
}

/**
 * In the sandbox: refuses the published secrets where others than this machine could use them.
 * @throws ConfigError that names the variable of `reach`, and all that is still to be set
 */
export function refusePublishedBeyondLoopback(secrets: Secrets, reach: Reach | undefined): void {
  const names = publishedNames(secrets);
  if (reach === undefined || names.length === 0) return;
  throw new ConfigError(
    `${reach.name} is wrong: ${reach.says} does not go with the published secrets of the sandbox; set values of your own in ${names.join(', ')}, or leave ${reach.name} out`,
  );
}

/** The variables that hold a published secret, or stand at a default that is one. */
function publishedNames({ callback, lender, merchants, sponsors }: Secrets): string[] {
  const held: Readonly<Record<string, readonly string[]>> = {
    CALLBACK_PASSWORD: [callback.password],
    LENDING_PASSWORD: [lender.password],
    MERCHANTS_FILE: merchants.flatMap(({ secret_key_sha256, order_secrets, webhooks = [] }) => [
      ...secret_key_sha256,
      ...order_secrets,
      ...webhooks.flatMap(({ secrets }) => secrets),
    ]),
    SPONSORS_FILE: secretsOf(sponsors),
  };
  return Object.keys(held).filter((name) => hasPublished(held[name] ?? []));
}

function secretsOf(sponsors: readonly SponsorSettings[]): string[] {
  return sponsors.flatMap((each) => [each.password_sha256, each.callback.password]);
}

function hasPublished(secrets: readonly string[]): boolean {
  return secrets.some((secret) => publishedSecrets.has(secret));
}

function holdsPublished(name: string): ConfigError {
  return new ConfigError(`${name} is wrong: it holds a published value of the sandbox`);
}
