import { isLoopbackPage } from '../../platform/http/ip-address.ts';
import {
  bareHost,
  isAllowedHost,
  refusalOfUrl,
  type UrlRefusal,
} from '../../platform/outbound/callback-url.ts';
import type { LendingContext } from '../context.ts';
import { LendingError } from '../errors.ts';

const absoluteHttps = 'Send an absolute https address.';

const wanted: Readonly<Record<UrlRefusal, string>> = {
  not_a_url: absoluteHttps,
  not_https: absoluteHttps,
  has_credentials: absoluteHttps,
  port_not_allowed: 'Use port 443 or 8443.',
  address_not_public: 'Send a public https address.',
};

/**
 * Refuses an address of a request that callbacks may not be posted to (server/lending/DECISIONS.md,
 * Callbacks).
 * @throws LendingError `invalid`
 */
export function requireCallable(
  { config }: Pick<LendingContext, 'config'>,
  field: 'transaction_callback_url' | 'sponsor_callback_url',
  url: string,
): void {
  const refusal = refusalOfUrl(url, config.callbackAllowedHosts);
  if (refusal === undefined) return;
  throw new LendingError('invalid', 'The callback address cannot be used.', {
    errors: { [field]: [wanted[refusal]] },
  });
}

/**
 * Refuses a page to come back to that others than this machine would serve by plain http, unless
 * callbacks may reach its host so.
 * @throws LendingError `invalid`
 */
export function requireReturnPage(
  { config }: Pick<LendingContext, 'config'>,
  url: string | undefined,
): void {
  if (url === undefined || isReturnPage(url, config.callbackAllowedHosts)) return;
  throw new LendingError('invalid', 'The redirect address cannot be used.', {
    errors: { sponsor_redirect_url: [absoluteHttps] },
  });
}

function isReturnPage(url: string, allowedHosts: readonly string[]): boolean {
  const { protocol, hostname } = new URL(url);
  if (protocol === 'https:' || isLoopbackPage(url)) return true;
  return isAllowedHost(bareHost(hostname), allowedHosts);
}
