import { refusalOfUrl } from '../../platform/outbound/callback-url.ts';
import type { LendingContext } from '../context.ts';
import { LendingError } from '../errors.ts';

/**
 * Refuses an address of a request that callbacks may not be posted to.
 * @throws LendingError `invalid`
 */
export function requireCallable(
  { config }: Pick<LendingContext, 'config'>,
  field: 'transaction_callback_url' | 'sponsor_callback_url',
  url: string,
): void {
  if (refusalOfUrl(url, config.callbackAllowedHosts) === undefined) return;
  throw new LendingError('invalid', 'The callback address cannot be used.', {
    errors: { [field]: ['Send a public https address.'] },
  });
}
