const magicPrefix = 'sbx:';
/** As long as a lender takes one. */
const maxLength = 64;

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
