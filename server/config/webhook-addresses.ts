import { refusalOfUrl, type UrlRefusal } from '../platform/outbound/callback-url.ts';
import { ConfigError } from './environment.ts';
import type { MerchantSettings } from './settings-files.ts';

/** Where webhooks may go. */
export interface WebhookRules {
  readonly callbackAllowedHosts: readonly string[];
  readonly isSandbox: boolean;
}

const must: Readonly<Record<UrlRefusal, string>> = {
  not_a_url: 'must be an address',
  not_https: 'must be https',
  has_credentials: 'must be without user name and password',
  port_not_allowed: 'must be on port 443 or 8443, or on a host of CALLBACK_ALLOWED_HOSTS',
  address_not_public: 'must be a public address, or a host of CALLBACK_ALLOWED_HOSTS',
};

/**
 * Refuses addresses that no webhook would be sent to: by the same rule as when they are sent, and
 * plain http outside the sandbox.
 * @throws ConfigError that names them
 */
export function requireWebhookAddresses(
  merchants: readonly MerchantSettings[],
  { callbackAllowedHosts, isSandbox }: WebhookRules,
): void {
  const refusalOf = (url: string): UrlRefusal | undefined => {
    const isPlain = !isSandbox && url.startsWith('http:');
    return isPlain ? 'not_https' : refusalOfUrl(url, callbackAllowedHosts);
  };
  const wanted = (refusal: UrlRefusal) =>
    isSandbox && refusal === 'not_https'
      ? 'must be https, or on a host of CALLBACK_ALLOWED_HOSTS'
      : must[refusal];
  const faults = merchants.flatMap(({ webhooks = [] }, entry) =>
    webhooks.flatMap(({ url }, at) => {
      const refusal = refusalOf(url);
      return refusal ? [`entry ${entry + 1}, webhooks.${at}.url, ${wanted(refusal)}`] : [];
    }),
  );
  if (faults.length > 0) throw new ConfigError(`MERCHANTS_FILE is wrong: ${faults.join('; ')}`);
}
