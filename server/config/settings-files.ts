import { createHash } from 'node:crypto';
import { z } from 'zod';
import { maxUserIdLength } from '../bff/merchant-api/user-id.ts';
import { webhookTypes } from '../bff/merchant-api/webhook-types.ts';
import { isWebhookSecret } from '../bff/tokens/webhook-signature.ts';
import type { CalendarDate } from '../platform/calendar/calendar-date.ts';
import { isLoopbackPage } from '../platform/http/ip-address.ts';
import { parseCents } from '../platform/money.ts';
import { ConfigError } from './environment.ts';

const minOrderSecretBytes = 32;

const sha256Hex = 'must be a SHA-256 in lower-case hex, 64 digits';
// The digest of a variable that was not set, or held a line's end alone.
const ofNothing = ['', '\n', '\r\n'].map((text) => createHash('sha256').update(text).digest('hex'));
const hexSha256 = z
  .string(sha256Hex)
  .regex(/^[0-9a-f]{64}$/, sha256Hex)
  .refine((digest) => !ofNothing.includes(digest), 'is the digest of nothing: set the variable');
const anOrigin = 'must be an origin, such as "https://shop.example"';
const origin = z
  .string(anOrigin)
  .refine((text) => URL.canParse(text) && new URL(text).origin === text, {
    error: anOrigin,
    abort: true,
  })
  .refine(
    (text) => !text.startsWith('http:') || isLoopbackPage(text),
    'must be https; http goes with this machine alone, such as "http://localhost:3000"',
  );
const orderSecret = `must be text of ${minOrderSecretBytes} bytes or more`;
const publicKey = 'must be a public JSON Web Key with kty "OKP", crv "Ed25519" and x';
const publicBytes = 'must be 32 bytes in base64url';

function text(what: string) {
  return z.string(`must be ${what}`).min(1, `must be ${what}`);
}

function userName(what: string) {
  return text(what).regex(/^[^:]*$/, 'must be without a colon, at which Basic ends a user name');
}

const flag = z.boolean('must be true or false');

/** At most two, so that one can be replaced while the other still works. */
function upToTwo<Item extends z.ZodType>(item: Item, what: string) {
  const message = `must be a list of ${what}, two at most; [] for none`;
  return z.array(item, message).max(2, message);
}

/** What to say of anything else; a key that is not known is named by zod. */
function anObject(what: string) {
  return {
    error: ({ code }: { code: string }) =>
      code === 'invalid_type' ? `must be an object of ${what}` : undefined,
  };
}

/** Who lends, wherever the lender's own answer does not say. */
const lender = z.strictObject(
  {
    name: text('the name of who lends'),
    nmls_id: text('the lender’s NMLS ID'),
    phone: text('the telephone number at which the lender is asked'),
    address: text('the lender’s postal address'),
  },
  anObject('name, nmls_id, phone and address'),
);

const aPercent = 'must be a percent such as "3.60"';
const percent = z.string(aPercent).regex(/^\d{1,2}\.\d{2}$/, { error: aPercent, abort: true });
const wholePercent = '100.00';

/** What platform and sponsor have of a charge; the merchant has the rest. */
const fees = z
  .strictObject(
    { platform_fee_percent: percent, sponsor_fee_percent: percent },
    anObject('platform_fee_percent and sponsor_fee_percent'),
  )
  .refine(
    ({ platform_fee_percent, sponsor_fee_percent }) =>
      hundredths(platform_fee_percent) + hundredths(sponsor_fee_percent) <=
      hundredths(wholePercent),
    `must be ${wholePercent} percent together at most: the merchant has the rest`,
  );

/** What an application may ask for at all, as `requestedAmount` of the lending service. */
const leastAmount = '500.00';
const mostAmount = '100000.00';
const anAmount = `must be an amount from "${leastAmount}" to "${mostAmount}"`;
const amount = z
  .string(anAmount)
  .regex(/^\d{1,6}\.\d{2}$/, { error: anAmount, abort: true })
  .refine((each) => isUpTo(leastAmount, each) && isUpTo(each, mostAmount), anAmount);
const amounts = z
  .strictObject({ min: amount, max: amount }, anObject('min and max'))
  .refine(({ min, max }) => isUpTo(min, max), 'must have a min that is not above its max');

/** Of a percent or an amount, both of which have two decimals. */
function hundredths(text: string): number {
  return parseCents(text);
}

function isUpTo(amount: string, most: string): boolean {
  return hundredths(amount) <= hundredths(most);
}

const aThemeValue = 'must be a value of CSS without ; { } < \\ or url(), 512 characters at most';
const aScheme = 'color-scheme must be light, dark or light dark';
const theme = z
  .record(
    z.string().regex(/^(--soft-pull-[a-z-]{1,40}|color-scheme)$/),
    z
      .string(aThemeValue)
      .max(512, aThemeValue)
      .regex(/^[^;{}<\\]*$/, aThemeValue)
      .refine((value) => !/(url|src|image|image-set)\(/i.test(value), aThemeValue),
    'must be an object of custom properties such as "--soft-pull-accent" and their values',
  )
  .refine((all) => /^(light|dark|light dark)$/.test(all['color-scheme'] ?? 'light'), aScheme);

const anEndpointId = 'must be 1 to 40 letters, digits, - or _';
const maxUrlLength = 2048;
const aWebhookUrl = `must be an http or https address without a fragment, ${maxUrlLength} characters at most`;
const aWebhookSecret =
  'must be "whsec_" and base64 of 24 to 64 bytes, or "whsk_" and base64 of the 32 bytes of an Ed25519 private key';
const oneOrTwoSecrets = 'must be a list of one secret, or two while one takes the other’s place';
const someTypes = 'must be a list of types such as "charge.approved"; leave it out for all';
const maxWebhooks = 5;
const someWebhooks = `must be a list of url, secrets and, optionally, id and events, ${maxWebhooks} at most`;

/** A receiver of webhooks. Without an id of its own it goes by its address. */
const webhook = z
  .strictObject(
    {
      id: z
        .string(anEndpointId)
        .regex(/^[A-Za-z0-9_-]{1,40}$/, anEndpointId)
        .optional(),
      url: z
        .string(aWebhookUrl)
        .max(maxUrlLength, aWebhookUrl)
        .refine((text) => isWebhookUrl(URL.parse(text)), aWebhookUrl)
        .refine((text) => !text.includes('#'), aWebhookUrl),
      secrets: z
        .array(z.string(aWebhookSecret).refine(isWebhookSecret, aWebhookSecret), oneOrTwoSecrets)
        .min(1, oneOrTwoSecrets)
        .max(2, oneOrTwoSecrets),
      events: z
        .array(z.enum(webhookTypes, 'is no type of a webhook'), someTypes)
        .min(1, someTypes)
        .optional(),
    },
    anObject('url, secrets and, optionally, id and events'),
  )
  .transform(({ id, ...rest }) => ({ id: id ?? idOfAddress(rest.url), ...rest }));

const webhooks = z
  .array(webhook, someWebhooks)
  .max(maxWebhooks, someWebhooks)
  .refine(
    (all) => new Set(all.map(({ id }) => id)).size === all.length,
    'holds an id or an address twice: give each an id of its own',
  );

/** As it is called, a character that is not ASCII takes three or more. */
function isWebhookUrl(url: URL | null): boolean {
  return url !== null && /^https?:$/.test(url.protocol) && url.href.length <= maxUrlLength;
}

function idOfAddress(url: string): string {
  return `we_${createHash('sha256').update(url).digest('hex').slice(0, 16)}`;
}
const someUsers = 'must be a list of user_id, name and role';
const userId = (what: string) =>
  text(what).max(maxUserIdLength, `must have ${maxUserIdLength} characters at most`);
const aRole = 'must be Admin, Salesmanager, Salesrep or Salesperson';
/** Of the merchant at the lender: who may be named as the seller of a checkout. */
const user = z.strictObject(
  {
    user_id: userId('the user_id at the lender'),
    name: text('the user’s name'),
    role: z.enum(['Admin', 'Salesmanager', 'Salesrep', 'Salesperson'], aRole),
  },
  anObject('user_id, name and role'),
);

const someCodes = 'must be a list of the lender’s offer codes';

const merchant = z.strictObject({
  publishable_key: z
    .string('must be text such as "pk_live_shop"')
    .regex(/^pk_[A-Za-z0-9_]{1,61}$/, 'must be pk_ and 1 to 61 letters, digits or _'),
  name: text('the merchant’s name').max(100, 'must have 100 characters at most'),
  secret_key_sha256: upToTwo(hexSha256, 'SHA-256 digests of secret keys'),
  order_secrets: upToTwo(
    z
      .string(orderSecret)
      .refine((secret) => Buffer.byteLength(secret) >= minOrderSecretBytes, orderSecret),
    'secrets that sign orders',
  ),
  order_keys: z.array(
    z.looseObject(
      {
        kty: z.literal('OKP'),
        crv: z.literal('Ed25519'),
        x: z.string(publicBytes).regex(/^[\w+/-]{43}=?$/, publicBytes),
      },
      publicKey,
    ),
    'must be a list of public keys that check orders; [] for none',
  ),
  origins: z
    .array(origin, 'must be a list of the origins of the merchant’s pages')
    .min(1, 'must name an origin of the merchant’s pages'),
  request_user_id: userId('the user_id at the lender that applications and charges are made as'),
  /** Reads the rate sheet. */
  admin_user_id: userId('the user_id at the lender of one who may read the rate sheet'),
  users: z.array(user, someUsers).optional(),
  lender: lender.optional(),
  fees: fees.optional(),
  amounts: amounts.optional(),
  theme: theme.optional(),
  may_split: flag.optional(),
  webhooks: webhooks.optional(),
  may_approve: flag.optional(),
  public_offer_codes: z
    .array(text('an offer code').max(32, 'must have 32 characters at most'), someCodes)
    .optional(),
});

const sponsor = z.strictObject({
  username: userName('the user name of Basic'),
  password_sha256: hexSha256,
  name: text('the sponsor’s name'),
  features: z.strictObject({ allow_soft_pull_process: flag, allow_approve_on_behalf: flag }),
  callback: z.strictObject({
    username: userName('the user name that callbacks are sent with'),
    password: text('the password that callbacks are sent with'),
  }),
});

/** One entry of `MERCHANTS_FILE`: who embeds the checkout, and by which keys and origins. */
export type MerchantSettings = z.infer<typeof merchant>;
/** One entry of `SPONSORS_FILE`: who may call the lending service, and how it calls back. */
export type SponsorSettings = z.infer<typeof sponsor>;

const listOfEntries = 'must be a list of one entry or more';

/** One statement claims the due work of all of them. */
export const maxSponsors = 100;

/** A key is one merchant's, once: by each it is told who calls. */
export const merchantsFile = z
  .array(merchant, listOfEntries)
  .min(1, listOfEntries)
  .superRefine((entries, context) => {
    refuseTwice(
      context,
      'publishable_key',
      entries.map((each) => [each.publishable_key]),
    );
    refuseTwice(
      context,
      'secret_key_sha256',
      entries.map((each) => each.secret_key_sha256),
    );
    refuseTwice(
      context,
      'order_secrets',
      entries.map((each) => each.order_secrets),
    );
    refuseTwice(
      context,
      'order_keys',
      entries.map((each) => each.order_keys.map(({ x }) => x)),
    );
  });

export const sponsorsFile = z
  .array(sponsor, listOfEntries)
  .min(1, listOfEntries)
  .max(maxSponsors, `must have ${maxSponsors} entries at most`)
  .superRefine((entries, context) => {
    refuseTwice(
      context,
      'username',
      entries.map((each) => [each.username]),
    );
  });

function refuseTwice(
  context: z.RefinementCtx,
  field: string,
  entries: readonly (readonly string[])[],
): void {
  const firstAt = new Map<string, number>();
  for (const [index, values] of entries.entries()) {
    for (const value of values) {
      const first = firstAt.get(value);
      if (first === undefined) firstAt.set(value, index);
      else {
        const message = `holds what entry ${first + 1} holds: each is given once`;
        context.addIssue({ code: 'custom', path: [index, field], message });
      }
    }
  }
}

/** Reads a file as text; handed in, since only main.ts touches the world. */
export type ReadFile = (path: string) => string;

/** What the settings are read from, beside the environment. */
export interface World {
  readFile: ReadFile;
  /** The names in a folder. */
  listFolder: (path: string) => readonly string[];
  /** In New York, `YYYY-MM-DD`: the texts in force are those of this day. */
  today: CalendarDate;
}

/** The JSON of a file that a variable names. @throws ConfigError */
export function readSettings<Schema extends z.ZodType>(
  name: string,
  path: string,
  schema: Schema,
  readFile: ReadFile,
): z.infer<Schema> {
  try {
    return schema.parse(JSON.parse(readFile(path)));
  } catch (error) {
    const cause = error instanceof z.ZodError ? describe(error) : reasonOf(error as Error);
    throw new ConfigError(`${name} is wrong: ${path}: ${cause}`, { cause: error });
  }
}

function reasonOf(error: Error): string {
  return error instanceof SyntaxError ? 'it is not JSON' : error.message;
}

/** Every fault with the entry and the field that has it; entries are counted from 1. */
function describe({ issues }: z.ZodError): string {
  const faults = issues.map(({ path: [entry, ...field], message }) => {
    const place = entry === undefined ? [] : [`entry ${Number(entry) + 1}`];
    return [...place, ...(field.length > 0 ? [field.join('.')] : []), message].join(', ');
  });
  return `${faults.join('; ')} (the README shows a whole file)`;
}
