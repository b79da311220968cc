import type { Merchant } from './context.ts';
import { BffError } from './errors.ts';

/** @throws BffError `unknown_merchant` */
export function merchantOf(
  merchants: ReadonlyMap<string, Merchant>,
  publishableKey: string,
): Merchant {
  const merchant = merchants.get(publishableKey);
  if (merchant === undefined) throw new BffError('unknown_merchant');
  return merchant;
}
