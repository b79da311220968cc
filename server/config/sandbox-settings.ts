import { createHash } from 'node:crypto';
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

export function sandboxMerchants(
  demoOrigin: string,
  { publishableKey, secretKey, orderSecret } = sandboxMerchant,
): MerchantSettings[] {
  const { name, nmls_id, phone, address } = sampleLender;
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
      lender: { name, nmls_id, phone, address },
    },
  ];
}

/** How a password stands in a `SPONSORS_FILE`. */
export function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
