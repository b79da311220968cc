import type { PaymentIdentifierOf } from '../bff/domain/charge-intent.ts';
import type { Config } from './config.ts';

const magicPrefix = 'sbx:';
/** As long as a lender takes one. */
const maxLength = 64;

/**
 * What charges are named by: with the embedded sandbox lender after their orders, with any other
 * (also one on this machine) undefined, since only the sandbox knows its values.
 */
export function paymentIdentifiersOf({
  environment,
  isEmbeddedLender,
}: Pick<Config, 'environment' | 'isEmbeddedLender'>): PaymentIdentifierOf | undefined {
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
  return isMagic && withOrder.length <= maxLength ? withOrder : intentId;
}
