import { ConfigError } from './environment.ts';
import { type DemoMerchant, sandboxMerchants, sha256 } from './sandbox-settings.ts';
import type { MerchantSettings } from './settings-files.ts';

/**
 * The merchants of a file, and the demo shop's beside them: its page works whoever else is listed.
 * @throws ConfigError when the file has the shop's key with other secrets than the shop's
 */
export function withDemoMerchant(
  merchants: readonly MerchantSettings[],
  demoOrigin: string,
  demo: DemoMerchant,
): readonly MerchantSettings[] {
  const listed = merchants.find((each) => each.publishable_key === demo.publishableKey);
  if (listed === undefined) return [...merchants, ...sandboxMerchants(demoOrigin, demo)];
  if (!isOf(demo, listed)) {
    throw new ConfigError(
      `MERCHANTS_FILE is wrong: ${demo.publishableKey} is the demo shop's, which has other secrets; use another key, or leave the shop out with SERVE=bff,lending`,
    );
  }
  const origins = [...new Set([...listed.origins, demoOrigin])];
  return merchants.map((each) => (each === listed ? { ...listed, origins } : each));
}

function isOf({ secretKey, orderSecret }: DemoMerchant, listed: MerchantSettings): boolean {
  return (
    listed.secret_key_sha256.includes(sha256(secretKey)) &&
    listed.order_secrets.includes(orderSecret)
  );
}
