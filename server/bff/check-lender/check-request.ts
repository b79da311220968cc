import { type Application, checkApplication } from '../../../widget/contract/applicant.ts';
import { readArguments } from '../../platform/arguments.ts';
import { easternDate } from '../../platform/calendar/eastern-time.ts';
import type { Clock } from '../../platform/clock.ts';
import { type Cents, parseCents } from '../../platform/money.ts';
import { OperatorError } from '../../platform/operator-error.ts';
import type { BffConfig, Merchant } from '../context.ts';
import { anyAmount, assertRequestable } from '../domain/opening.ts';
import { wireTime } from '../domain/step.ts';
import { readDisclosures } from '../operations/read-disclosures.ts';

const usage =
  'npm run check-lender -- [FILE] [--loan ID] [--charge] [--amount 8400.00] [--merchant pk_…]';

/** What is to be checked. */
export interface CheckRequest {
  readonly merchant: Merchant;
  /** Who applies; undefined: nobody does. */
  readonly applicant: Application | undefined;
  /** A loan that is there. */
  readonly loanId: string | undefined;
  readonly isCharged: boolean;
  readonly cents: Cents;
}

export interface RequestSource {
  /** What follows the command. */
  args: readonly string[];
  config: Pick<BffConfig, 'merchants' | 'texts'>;
  readFile: (path: string) => string;
  clock: Clock;
}

/** @throws ArgumentsError, CheckError */
export function readRequest(source: RequestSource): CheckRequest {
  const { values, positionals } = readArguments(source.args, {
    usage,
    most: 1,
    options: {
      loan: { type: 'string' },
      charge: { type: 'boolean', default: false },
      amount: { type: 'string' },
      merchant: { type: 'string' },
    },
  });
  const { loan, charge, amount, merchant: key } = values;
  const [file] = positionals;
  if (file !== undefined && loan !== undefined) {
    throw new CheckError(`give a FILE to apply with, or the --loan that is there: ${usage}`);
  }
  if (loan === '') throw new CheckError(`--loan is empty: ${usage}`);
  if (charge && file === undefined && loan === undefined) {
    throw new CheckError(`--charge needs a FILE or a --loan: ${usage}`);
  }
  const merchant = readMerchant(source.config.merchants, key);
  return {
    merchant,
    applicant: file === undefined ? undefined : readApplicant(file, source),
    loanId: loan,
    isCharged: charge,
    cents: amount === undefined ? usualCents(merchant) : readAmount(amount, merchant),
  };
}

function readMerchant(merchants: readonly Merchant[], key: string | undefined): Merchant {
  const found = merchants.find(
    ({ publishable_key }) => key === undefined || publishable_key === key,
  );
  if (found !== undefined) return found;
  const known = merchants.map(({ publishable_key }) => publishable_key).join(', ');
  throw new CheckError(`--merchant is wrong: MERCHANTS_FILE has ${known}`);
}

/** The nearest to it that the merchant sells for. */
function usualCents({ amounts = anyAmount }: Merchant): Cents {
  const usual = parseCents('8400.00');
  return Math.min(Math.max(usual, parseCents(amounts.min)), parseCents(amounts.max));
}

function readAmount(text: string, merchant: Merchant): Cents {
  try {
    const cents = parseCents(text);
    assertRequestable(cents, merchant.amounts);
    return cents;
  } catch (error) {
    const { min, max } = merchant.amounts ?? anyAmount;
    throw new CheckError(`--amount is wrong: write one from ${min} to ${max}`, { cause: error });
  }
}

/** Who applies, by the same check as the form and the BFF; what was read goes without saying. */
function readApplicant(file: string, { config, readFile, clock }: RequestSource): Application {
  const body = parseFile(file, readFile);
  const isObject = typeof body === 'object' && body !== null && !Array.isArray(body);
  const application = isObject ? { ...textsInForce(config, clock), ...body } : body;
  const checked = checkApplication(application, { today: easternDate(clock.now()) });
  if (checked.ok) return checked.value;
  const faults = Object.entries(checked.errors).map(
    ([field, codes]) => `${field === '' ? 'the whole' : field} is ${codes.join(', ')}`,
  );
  throw new CheckError(`${file} is no application: ${faults.join('; ')}`);
}

function parseFile(file: string, readFile: (path: string) => string): unknown {
  try {
    return JSON.parse(readFile(file));
  } catch (error) {
    // What a parser says quotes the file.
    const why = error instanceof SyntaxError ? 'it is not JSON' : 'it cannot be read';
    throw new CheckError(`${file} is wrong: ${why}`);
  }
}

/** What an application says of the texts that were read: here those in force, in English, now. */
function textsInForce(
  config: Pick<BffConfig, 'texts'>,
  clock: Clock,
): Readonly<Record<string, string | undefined>> {
  const texts = readDisclosures({ config, clock }, { locale: 'en', state: undefined });
  const text = (id: string) => texts.find((each) => each.id === id);
  const authorization = text('soft_pull_authorization');
  const now = wireTime(clock.now());
  return {
    soft_pull_consent_version: authorization?.version,
    soft_pull_consent_text_sha256: authorization?.sha256,
    soft_pull_consent_at: now,
    esign_consent_version: text('esign_consent')?.version,
    esign_consent_at: now,
    privacy_notice_version: text('privacy_notice')?.version,
    sms_consent_version: text('sms_consent')?.version,
    sms_consent_at: now,
  };
}

/** Nothing could be checked; the message is one line that says what to mend. */
export class CheckError extends OperatorError {
  override readonly name = 'CheckError';
}
