import { refusalOfUrl } from '../../../platform/outbound/callback-url.ts';
import type { LendingContext } from '../../context.ts';
import { LendingError } from '../../errors.ts';

/** Refuses a transaction_callback_url that callbacks may not be posted to. Throws `invalid`. */
export function requireCallable({ config }: Pick<LendingContext, 'config'>, url: string): void {
  if (refusalOfUrl(url, config.callbackAllowedHosts) === undefined) return;
  throw new LendingError('invalid', 'The callback address cannot be used.', {
    errors: { transaction_callback_url: ['Send a public https address.'] },
  });
}
