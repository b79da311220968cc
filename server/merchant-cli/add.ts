import { randomBytes } from 'node:crypto';
import {
  closeSync,
  existsSync,
  fchmodSync,
  fchownSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname, resolve } from 'node:path';
import { type Config, loadConfig, readPlace } from '../config/config.ts';
import { sandboxLender, sha256 } from '../config/sandbox-settings.ts';
import type { MerchantSettings } from '../config/settings-files.ts';
import { type AddAnswers, askForMerchant, refuseWrongAnswers } from './add-questions.ts';
import { type MerchantCall, MerchantCliError } from './merchant-call.ts';
import { onboardAtSandbox, sandboxSeller } from './onboard-at-sandbox.ts';

/**
 * `npm run merchant -- add`: writes an entry with fresh keys into `MERCHANTS_FILE` and prints what the
 * merchant needs of it. With the embedded sandbox the merchant is made there, too; one that is listed
 * is made there again.
 * @throws ArgumentsError, MerchantCliError, ConfigError; then the file is as it was. Where the sandbox
 * may have a part of the merchant, the message says so, and the same call goes on from there.
 */
export async function addMerchant({ env, args }: MerchantCall): Promise<void> {
  process.umask(0o077);
  if (!env.MERCHANTS_FILE) {
    throw new MerchantCliError(
      'MERCHANTS_FILE is missing: it names the file that the merchant is written into, such as .data/merchants.json',
    );
  }
  const place = readPlace(env);
  const isOnboarded = place.isSandbox && place.isEmbeddedLender;
  const answers = await askForMerchant(args, { ...place, isOnboarded });
  const path = resolve(env.MERCHANTS_FILE);
  // A link stays one: what it leads to is replaced.
  const file = existsSync(path) ? realpathSync(path) : path;
  const draft = openDraft(file);
  try {
    const entries = existsSync(file) ? readEntries(file) : place.firstEntries;
    // What a sponsor calls it at its lender.
    const contractorId = answers.publishableKey
      .replace(/^pk_(?:test_|live_)?/, '')
      .replaceAll('_', '-');
    const users = isOnboarded ? sandboxUsers(contractorId) : answers;
    const lender = answers.lender ?? (isOnboarded ? sandboxLender : undefined);
    const { entry, secretKey } = newEntry(
      { ...answers, ...users, lender },
      place.isSandbox ? 'test' : 'live',
    );
    if (isOnboarded && entries.some((each) => isSame(each, entry))) {
      // A reset of the sandbox deletes what an earlier run has made there.
      await onboardAtSandbox(entry, { contractorId, config: loadConfig(env) });
      process.stdout.write(
        `${entry.publishable_key} is listed already and stays as it is, its keys, origins and fees too. The embedded service has ${entry.name}.\n`,
      );
      return;
    }
    refuseListed(entries, entry);
    if (isOnboarded) refuseUsersListed(entries, entry);
    refuseWrongAnswers(entry);
    const text = `${JSON.stringify([...entries, entry], null, 2)}\n`;
    const config = loadConfig(env, text);
    if (isOnboarded) await onboardAtSandbox(entry, { contractorId, config });
    draft.replaceBy(text);
    process.stdout.write(describe({ entry, secretKey, isOnboarded, file, config }));
  } finally {
    draft.discard();
  }
}

interface Draft {
  replaceBy(text: string): void;
  discard(): void;
}

/** A file beside the other, which takes its place whole; while it is there, nobody else writes one. */
function openDraft(file: string): Draft {
  const draft = `${file}.new`;
  let handle: number;
  try {
    mkdirSync(dirname(file), { recursive: true });
    handle = openSync(draft, 'wx', 0o600);
  } catch (error) {
    const { code, syscall } = error as NodeJS.ErrnoException;
    const isTaken = code === 'EEXIST' && syscall === 'open';
    throw new MerchantCliError(
      isTaken
        ? `${draft} is there: another merchant is being added. If not, remove it`
        : (error as Error).message,
      { cause: error },
    );
  }
  let isThere = true;
  return {
    replaceBy: (text) => {
      writeWhole(handle, text, file);
      // Whoever could read the file before still can.
      if (existsSync(file)) {
        const { mode, uid, gid } = statSync(file);
        fchmodSync(handle, mode & 0o777);
        fchownSync(handle, uid, gid);
      }
      fsyncSync(handle);
      renameSync(draft, file);
      isThere = false;
    },
    discard: () => {
      closeSync(handle);
      // Else it is the draft of whoever came next.
      if (isThere) rmSync(draft);
    },
  };
}

/** A disk that has no room takes the beginning of a text, and only says so when it is given the rest. */
function writeWhole(handle: number, text: string, file: string): void {
  try {
    writeFileSync(handle, text);
  } catch (error) {
    throw new MerchantCliError(
      `${file} is as it was: ${(error as Error).message}. Once that is mended, the same call goes on`,
      { cause: error },
    );
  }
}

/** Those that are there stay as they were written, right or wrong: that is said of the whole file. */
function readEntries(file: string): readonly Partial<MerchantSettings>[] {
  const text = readFileSync(file, 'utf8');
  try {
    const entries: unknown = JSON.parse(text);
    if (Array.isArray(entries)) return entries;
  } catch {
    // Said below.
  }
  throw new MerchantCliError(`${file} holds no list of merchants; nothing was changed`);
}

/** Those that are made there: its one seller makes the applications that name none, too. */
function sandboxUsers(
  contractorId: string,
): Pick<AddAnswers, 'requestUser' | 'adminUser' | 'sellers'> {
  const rep = `${contractorId}-rep-1`;
  const name = `${sandboxSeller.first_name} ${sandboxSeller.last_name}`;
  return {
    requestUser: rep,
    adminUser: `${contractorId}-admin`,
    sellers: [{ user_id: rep, name, role: sandboxSeller.user_type }],
  };
}

/** What the same answers made it. */
function isSame(each: Partial<MerchantSettings>, entry: MerchantSettings): boolean {
  const fields = ['publishable_key', 'name', 'request_user_id', 'admin_user_id'] as const;
  return fields.every((field) => each[field] === entry[field]);
}

function refuseListed(
  entries: readonly Partial<MerchantSettings>[],
  { publishable_key }: MerchantSettings,
): void {
  if (!entries.some((each) => each.publishable_key === publishable_key)) return;
  throw new MerchantCliError(
    `${publishable_key} is listed already; name another by --publishable-key`,
  );
}

/** Two entries with the users of one merchant at the sandbox would see each other's loans. */
function refuseUsersListed(
  entries: readonly Partial<MerchantSettings>[],
  { admin_user_id }: MerchantSettings,
): void {
  const other = entries.find((each) => each.admin_user_id === admin_user_id);
  if (other === undefined) return;
  throw new MerchantCliError(
    `${other.publishable_key} has the user ${admin_user_id} already; name another by --publishable-key`,
  );
}

function newEntry(
  { publishableKey, name, origins, requestUser, adminUser, sellers, lender, fees }: AddAnswers,
  mode: 'test' | 'live',
): { entry: MerchantSettings; secretKey: string } {
  const secretKey = `sk_${mode}_${drawn()}`;
  const entry: MerchantSettings = {
    publishable_key: publishableKey,
    name,
    secret_key_sha256: [sha256(secretKey)],
    order_secrets: [`os_${mode}_${drawn()}`],
    order_keys: [],
    origins: [...origins],
    request_user_id: requestUser,
    admin_user_id: adminUser,
    ...(sellers && { users: sellers }),
    ...(lender && { lender }),
    ...(fees && { fees }),
  };
  return { entry, secretKey };
}

/** 256 bits. */
function drawn(): string {
  return randomBytes(32).toString('base64url');
}

interface Added {
  entry: MerchantSettings;
  secretKey: string;
  isOnboarded: boolean;
  file: string;
  config: Config;
}

function describe({ entry, secretKey, isOnboarded, file, config }: Added): string {
  const { publishable_key: key, order_secrets, name, request_user_id, admin_user_id } = entry;
  const { bffPublicUrl: bff } = config;
  const atLender = isOnboarded
    ? `The embedded service has ${name}, with the users ${admin_user_id} and ${request_user_id}.\n`
    : '';
  return `${key} is listed in ${file}. A process that was started with it reads it by itself.
${atLender}
For the merchant's server. The secret key is shown only now:
SECRET_KEY=${secretKey}
ORDER_SECRET=${order_secrets[0]}

For its page; widget/README.md shows a tag that loads faster:
<script type="module" async src="${bff}/v1/soft-pull-checkout.js"></script>
<soft-pull-checkout server="${bff}" merchant="${key}" amount="8400.00"></soft-pull-checkout>
`;
}
