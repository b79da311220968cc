import { createHash, hkdfSync } from 'node:crypto';
import type { PaymentIdentifierOf } from '../bff/domain/charging.ts';
import { sampleLender } from '../lending/domain/lender.ts';
import type { MerchantSettings, SponsorSettings } from './settings-files.ts';

// Published values of the sandbox. Outside it they are refused.

export const sandboxCallback = {
  username: 'sandbox-callbacks',
  password: 'sandbox-callback-password',
};

export const sandboxLenderLogin = {
  username: 'sponsor@example.test',
  password: 'sandbox-api-password',
};

export const sandboxSecretKey = 'sk_sandbox_hillside';

export const sandboxOrderSecret = 'os_sandbox_hillside_0123456789abcdef';

/** What the demo shop calls and signs with. */
export interface DemoMerchant {
  readonly publishableKey: string;
  readonly secretKey: string;
  readonly orderSecret: string;
}

export const sandboxMerchant: DemoMerchant = {
  publishableKey: 'pk_sandbox_hillside',
  secretKey: sandboxSecretKey,
  orderSecret: sandboxOrderSecret,
};

/** Of the demo merchant's back office. */
export interface BackOfficeSettings {
  /** Of its sign-in, which shows it. */
  readonly password: string;
  /** That webhooks to it are signed by. */
  readonly webhookSecret: string;
}

export const sandboxBackOffice: BackOfficeSettings = {
  password: 'heat-pump-office',
  webhookSecret: 'whsec_aGlsbHNpZGUtYmFjay1vZmZpY2Utc2FuZGJveC1rZXk=',
};

/** Its entry among the merchant's `webhooks`. */
export function backOfficeWebhook(demoOrigin: string, { webhookSecret }: BackOfficeSettings) {
  return {
    id: 'back-office',
    url: `${demoOrigin}/back-office/webhooks`,
    secrets: [webhookSecret],
  };
}

const sandboxPasswords = [
  ['sponsor@example.test', 'Sandbox sponsor', sandboxLenderLogin.password, true, false],
  ['sponsor-two@example.test', 'Sandbox sponsor two', 'sandbox-api-password-two', true, true],
  [
    'sponsor-three@example.test',
    'Sandbox sponsor three',
    'sandbox-api-password-three',
    false,
    false,
  ],
] as const;

/** Everything that must not guard real data. */
export const publishedSecrets: ReadonlySet<string> = new Set([
  sandboxCallback.password,
  sandboxOrderSecret,
  sandboxBackOffice.webhookSecret,
  ...sandboxPasswords.flatMap(([, , password]) => [password, sha256(password)]),
  sha256(sandboxSecretKey),
]);

export function sandboxSponsors(callback: SponsorSettings['callback']): SponsorSettings[] {
  return sandboxPasswords.map(([username, name, password, softPull, approveOnBehalf]) => ({
    username,
    name,
    password_sha256: sha256(password),
    features: { allow_soft_pull_process: softPull, allow_approve_on_behalf: approveOnBehalf },
    callback,
  }));
}

const { name, nmls_id, phone, address } = sampleLender;
/** Who lends in the sandbox, as an entry of `MERCHANTS_FILE` names it. */
export const sandboxLender: NonNullable<MerchantSettings['lender']> = {
  name,
  nmls_id,
  phone,
  address,
};

/** Who sells at the demo merchant, as the lender's sandbox is seeded with them. */
const sandboxSellers: NonNullable<MerchantSettings['users']> = [
  { user_id: 'hillside-rep-1', name: 'Casey Brook', role: 'Salesrep' },
  { user_id: 'hillside-rep-2', name: 'Jamie Field', role: 'Salesrep' },
  { user_id: 'hillside-manager', name: 'Riley Stone', role: 'Salesmanager' },
];

export function sandboxMerchants(
  demoOrigin: string,
  { publishableKey, secretKey, orderSecret } = sandboxMerchant,
): MerchantSettings[] {
  return [
    {
      publishable_key: publishableKey,
      name: 'Hillside Heating & Air',
      secret_key_sha256: [sha256(secretKey)],
      order_secrets: [orderSecret],
      order_keys: [],
      origins: [demoOrigin],
      request_user_id: 'hillside-rep-1',
      admin_user_id: 'hillside-admin',
      users: sandboxSellers,
      lender: sandboxLender,
    },
  ];
}

/** A key that is listed already stays that entry's. */
export function withOwn(
  listed: readonly MerchantSettings[],
  own: readonly MerchantSettings[],
): readonly MerchantSettings[] {
  const keys = new Set(listed.map((each) => each.publishable_key));
  return [...own.filter((each) => !keys.has(each.publishable_key)), ...listed];
}

/** True if an entry is the demo merchant's, with the secrets that the demo has. */
export function isDemoMerchant(entry: MerchantSettings, demo: DemoMerchant): boolean {
  return (
    entry.publishable_key === demo.publishableKey &&
    entry.secret_key_sha256.includes(sha256(demo.secretKey)) &&
    entry.order_secrets.includes(demo.orderSecret)
  );
}

interface DemoPlace {
  origin: string;
  backOffice: BackOfficeSettings | null;
}

/**
 * The demo shop's page counts as its merchant's, at whatever port it is, and its back office gets
 * webhooks.
 * @param shop the demo merchant's entry among them
 */
export function withDemo(
  merchants: readonly MerchantSettings[],
  shop: MerchantSettings | undefined,
  { origin, backOffice }: DemoPlace,
): readonly MerchantSettings[] {
  const own = backOffice && backOfficeWebhook(origin, backOffice);
  return merchants.map((each) => {
    if (each !== shop) return each;
    const { origins, webhooks = [] } = each;
    const isListed = webhooks.some(({ id, url }) => id === own?.id || url === own?.url);
    const added = own !== null && !isListed ? [own] : [];
    const all = [...webhooks, ...added];
    return {
      ...each,
      origins: [...new Set([...origins, origin])],
      ...(all.length > 0 && { webhooks: all }),
    };
  });
}

/** How a password stands in a `SPONSORS_FILE`. */
export function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

/** What the hosted demo has in place of the sandbox's published values. */
export interface PublicDemoSecrets {
  readonly merchant: DemoMerchant;
  /** Marks which orders were begun in a visitor's browser. */
  readonly visitorKey: string;
}

/** Derived from the encryption key, so that demo, BFF and lending service agree in separate processes. */
export function publicDemoSecrets(encryptionKey: Uint8Array): PublicDemoSecrets {
  const derive = (purpose: string) =>
    Buffer.from(hkdfSync('sha256', encryptionKey, '', `hosted demo|${purpose}`, 32)).toString(
      'base64url',
    );
  return {
    merchant: {
      publishableKey: 'pk_sandbox_hillside',
      secretKey: `sk_demo_${derive('secret key')}`,
      orderSecret: `os_demo_${derive('order secret')}`,
    },
    visitorKey: derive('visitors'),
  };
}

const sampleBankWords = [
  sampleLender.name.replace(' (sandbox)', ''),
  sampleLender.phone,
  sampleLender.address,
];

/** True if a text names the sandbox's lender, or says how to reach it. */
export function namesSampleBank(text: string): boolean {
  return sampleBankWords.some((word) => text.includes(word));
}

/** True if any part of a lender's name and contact is the sandbox lender's. */
export function isSampleBank(lender: NonNullable<MerchantSettings['lender']>): boolean {
  return lender.nmls_id === sampleLender.nmls_id || Object.values(lender).some(namesSampleBank);
}

const magicPrefix = 'sbx:';
/** As long as a lender takes one. */
const maxIdentifierLength = 64;

/**
 * What charges are named by: with the embedded sandbox lender after their orders, with any other
 * (also one on this machine) undefined, since only the sandbox knows its values.
 */
export function paymentIdentifiersOf({
  environment,
  isEmbeddedLender,
}: {
  environment: 'sandbox' | 'production';
  isEmbeddedLender: boolean;
}): PaymentIdentifierOf | undefined {
  return environment === 'sandbox' && isEmbeddedLender ? sandboxPaymentIdentifier : undefined;
}

/**
 * Lets an order that is named after a sandbox value hand it on to its charges: the sandbox sees the
 * value in front of the intent's id. Any other charge goes by its intent's id, as outside the
 * sandbox.
 *
 * @example
 * sandboxPaymentIdentifier('sbx:slow', 'c0ffee00-…') => 'sbx:slow#c0ffee00-…'
 */
export function sandboxPaymentIdentifier(orderId: string, intentId: string): string {
  const withOrder = `${orderId}#${intentId}`;
  const isMagic = orderId.startsWith(magicPrefix);
  return isMagic && withOrder.length <= maxIdentifierLength ? withOrder : intentId;
}
