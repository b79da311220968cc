import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { CreateLender, Lender } from '../bff/lender/lender.ts';
import { ConfigError } from './environment.ts';

const needed = [
  'softPull',
  'select',
  'loan',
  'invitePortal',
  'createCharge',
  'charges',
  'transactions',
  'offerFields',
  'probe',
] as const satisfies ReadonlyArray<keyof Lender>;

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
    const lender: Lender = create(options);
    const missing = needed.filter((name) => lender?.[name] === undefined);
    if (missing.length === 0) return lender;
    throw wrong(`the lender that ${file} makes lacks ${missing.join(', ')}`);
  };
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
