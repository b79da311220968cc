import { createInterface } from 'node:readline';
import { type MerchantSettings, merchantsFile } from '../config/settings-files.ts';
import { readArguments } from '../platform/arguments.ts';
import { MerchantCliError } from './merchant-call.ts';

export interface AddAnswers {
  readonly publishableKey: string;
  readonly name: string;
  readonly origins: readonly string[];
  /** '' where the embedded sandbox makes its users. */
  readonly requestUser: string;
  readonly adminUser: string;
  /** Whom the merchant's server may name as `sold_by`. */
  readonly sellers: MerchantSettings['users'];
  readonly lender: MerchantSettings['lender'];
  readonly fees: MerchantSettings['fees'];
}

interface Place {
  isSandbox: boolean;
  /** The merchant is made at the embedded sandbox. */
  isOnboarded: boolean;
}

const options = {
  name: { type: 'string' },
  origin: { type: 'string', multiple: true },
  'publishable-key': { type: 'string' },
  'request-user': { type: 'string' },
  'admin-user': { type: 'string' },
  seller: { type: 'string', multiple: true },
  'lender-name': { type: 'string' },
  'lender-nmls-id': { type: 'string' },
  'lender-phone': { type: 'string' },
  'lender-address': { type: 'string' },
  'platform-fee': { type: 'string' },
  'sponsor-fee': { type: 'string' },
} as const;

/** What is asked for by the name of its flag; fees are for those who know them. */
const questions = {
  name: 'The merchant’s name, as consumers read it',
  origin: 'The origins of its pages, by commas, such as https://shop.example',
  'request-user': 'The user_id at the lender that applications and charges are made as',
  'admin-user': 'The user_id at the lender of an Admin',
  'lender-name': 'The name of who lends',
  'lender-nmls-id': 'The lender’s NMLS ID',
  'lender-phone': 'The telephone number at which the lender is asked',
  'lender-address': 'The lender’s postal address',
} as const;

type Asked = keyof typeof questions;
type Answered = Partial<Record<Asked, string | undefined>>;

/**
 * Flags, and on a terminal questions for those that are missing.
 * @throws ArgumentsError, MerchantCliError
 */
export async function askForMerchant(args: string[], place: Place): Promise<AddAnswers> {
  const known = Object.keys(options).map((name) => `[--${name} …]`);
  const usage = `npm run merchant -- add ${known.join(' ')}`;
  const flags = readArguments(args, { usage, options }).values;
  const needed: Asked[] = [
    'name',
    'origin',
    ...(place.isOnboarded ? [] : (['request-user', 'admin-user'] as const)),
    ...(place.isSandbox
      ? []
      : (['lender-name', 'lender-nmls-id', 'lender-phone', 'lender-address'] as const)),
  ];
  const given: Answered = { ...flags, origin: flags.origin?.join(',') };
  const missing = needed.filter((name) => !given[name]);
  const asked = { ...given, ...(await ask(missing)) };
  const { name = '', origin = '' } = asked;
  const prefix = place.isSandbox ? 'pk_test_' : 'pk_live_';
  return {
    publishableKey: flags['publishable-key'] ?? `${prefix}${slugOf(name)}`,
    name,
    origins: origin.split(',').flatMap((each) => each.trim() || []),
    requestUser: asked['request-user'] ?? '',
    adminUser: asked['admin-user'] ?? '',
    sellers: sellersOf(flags.seller, place),
    lender: lenderOf(asked),
    fees: feesOf(flags),
  };
}

async function ask(missing: readonly Asked[]): Promise<Answered> {
  if (missing.length === 0) return {};
  if (!process.stdin.isTTY || !process.stdout.isTTY) {
    const flags = missing.map((name) => `--${name}`).join(', ');
    throw new MerchantCliError(`${flags}: missing, and there is no terminal to ask on`);
  }
  const terminal = createInterface({ input: process.stdin, output: process.stdout });
  // Lines that were pasted together wait for their question.
  const lines = terminal[Symbol.asyncIterator]();
  const answers: Answered = {};
  try {
    for (const name of missing) {
      while (!answers[name]) {
        terminal.setPrompt(`${questions[name]}: `);
        terminal.prompt();
        const line = await lines.next();
        if (line.done) throw new MerchantCliError('Broken off; nothing was written');
        answers[name] = line.value.trim();
      }
    }
  } finally {
    terminal.close();
  }
  return answers;
}

/** `Ana’s Roofing & Co` => `ana_s_roofing_co` */
function slugOf(name: string): string {
  const letters = name.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase();
  const slug = letters.replaceAll(/[^a-z0-9]+/g, '_').replaceAll(/^_+|_+$/g, '');
  return slug.slice(0, 40) || 'shop';
}

function lenderOf(asked: Answered): MerchantSettings['lender'] {
  const {
    'lender-name': name,
    'lender-nmls-id': nmls_id,
    'lender-phone': phone,
    'lender-address': address,
  } = asked;
  return name && nmls_id && phone && address ? { name, nmls_id, phone, address } : undefined;
}

/** `rep-7=Ana Ruiz` each. @throws MerchantCliError */
function sellersOf(
  given: readonly string[] | undefined,
  { isOnboarded }: Place,
): MerchantSettings['users'] {
  if (given === undefined) return undefined;
  if (isOnboarded) {
    throw new MerchantCliError(
      '--seller: at the embedded sandbox the merchant has a seller already',
    );
  }
  return given.map((text) => {
    const [, user_id, name] = /^([^=]+)=(.+)$/.exec(text) ?? [];
    if (user_id === undefined || name === undefined) {
      throw new MerchantCliError('--seller is USER_ID=NAME, such as rep-7=Ana Ruiz');
    }
    return { user_id, name, role: 'Salesrep' };
  });
}

/** @throws MerchantCliError for one without the other */
function feesOf(flags: {
  'platform-fee'?: string;
  'sponsor-fee'?: string;
}): MerchantSettings['fees'] {
  const { 'platform-fee': platform_fee_percent, 'sponsor-fee': sponsor_fee_percent } = flags;
  if (platform_fee_percent === undefined && sponsor_fee_percent === undefined) return undefined;
  if (platform_fee_percent !== undefined && sponsor_fee_percent !== undefined) {
    return { platform_fee_percent, sponsor_fee_percent };
  }
  throw new MerchantCliError('--platform-fee and --sponsor-fee go together');
}

/** By the field of the entry that a flag fills. */
const flagsOf: Readonly<Record<string, string>> = {
  publishable_key: '--publishable-key',
  name: '--name',
  origins: '--origin',
  request_user_id: '--request-user',
  admin_user_id: '--admin-user',
  users: '--seller',
  'lender.name': '--lender-name',
  'lender.nmls_id': '--lender-nmls-id',
  'lender.phone': '--lender-phone',
  'lender.address': '--lender-address',
  'fees.platform_fee_percent': '--platform-fee',
  'fees.sponsor_fee_percent': '--sponsor-fee',
};

/**
 * Names the flags whose values no entry may have; what else is wrong is said of the file.
 * @throws MerchantCliError
 */
export function refuseWrongAnswers(entry: MerchantSettings): void {
  const { error } = merchantsFile.safeParse([entry]);
  const faults = (error?.issues ?? []).flatMap(({ path: [, field, within, ...rest], message }) => {
    const flag = flagsOf[`${String(field)}.${String(within)}`] ?? flagsOf[String(field)];
    if (flag === undefined) return [];
    const path = [field, within, ...rest].filter((each) => each !== undefined);
    const value = path.reduce<unknown>(
      (of, key) => (of as Record<PropertyKey, unknown>)[key],
      entry,
    );
    return `${flag} is wrong: ${typeof value === 'string' ? `${value} ` : ''}${message}`;
  });
  if (faults.length > 0) {
    throw new MerchantCliError(`${faults.join('; ')}; nothing was written`);
  }
}
