import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { CreateLender, Lender } from '../bff/lender/lender.ts';
import { ConfigError } from './environment.ts';

const isCall = (value: unknown): boolean => typeof value === 'function';

/** What every adapter has, and whether what it has can be used. */
const needed: ReadonlyArray<[string, (lender: Partial<Lender>) => boolean]> = [
  ['softPull', ({ softPull }) => isCall(softPull)],
  ['select', ({ select }) => isCall(select)],
  ['loan', ({ loan }) => isCall(loan)],
  ['invitePortal', ({ invitePortal }) => isCall(invitePortal)],
  ['createCharge', ({ createCharge }) => isCall(createCharge)],
  ['charges', ({ charges }) => isCall(charges)],
  ['transactions', ({ transactions }) => isCall(transactions)],
  ['offerFields.read', ({ offerFields }) => Array.isArray(offerFields?.read)],
  ['offerFields.ignored', ({ offerFields }) => Array.isArray(offerFields?.ignored)],
  ['probe.url', ({ probe }) => typeof probe?.url === 'string'],
];

/**
 * Loads the module that `LENDER_ADAPTER` names, seen from the folder of the start.
 * @returns undefined without one: the built-in adapter serves
 * @throws ConfigError
 */
export async function loadLenderAdapter(
  path: string | undefined,
): Promise<CreateLender | undefined> {
  if (path === undefined) return undefined;
  const file = resolve(path);
  const { default: create } = await importModule(file);
  if (typeof create !== 'function') {
    throw wrong(
      `${file} has no function as its default export: export default (options) => lender`,
    );
  }
  return (options) => {
    const lender = made(file, () => create(options));
    const missing = needed.filter(([, isThere]) => !isThere(lender ?? {}));
    if (missing.length === 0) return lender;
    const names = missing.map(([name]) => name).join(', ');
    throw wrong(`the lender that ${file} makes lacks ${names}`);
  };
}

function made(file: string, create: () => Lender): Lender {
  try {
    return create();
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw wrong(`${file} cannot make a lender: ${why}`, error);
  }
}

async function importModule(file: string): Promise<{ default?: unknown }> {
  try {
    return await import(pathToFileURL(file).href);
  } catch (error) {
    throw wrong(`${file} cannot be loaded: ${(error as Error).message}`, error);
  }
}

function wrong(why: string, cause?: unknown): ConfigError {
  const message = `LENDER_ADAPTER is wrong: ${why}; server/bff/lender/README.md shows one in full`;
  return new ConfigError(message.replaceAll(/\s+/g, ' '), { cause });
}
