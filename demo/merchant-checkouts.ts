import { type Cart, cartDescription, cartQuery, decimal, totalCents } from './cart.ts';

/** The shop's access to the BFF's calls for merchants' servers. */
export interface MerchantAccess {
  /** The BFF's origin. */
  readonly bffUrl: string;
  /** The merchant's secret key: it stays on this server. */
  readonly secretKey: string;
  readonly fetch?: typeof fetch;
}

const timeoutMs = 10_000;

/**
 * Makes the checkout of an order, whose amount nobody else can change. The same cart is the same
 * checkout, however often its page is loaded.
 * @returns the client token, for the element of the page at `returnUrl`
 */
export async function createCheckout(
  { bffUrl, secretKey, fetch: send = fetch }: MerchantAccess,
  cart: Cart,
  returnUrl: string,
): Promise<string> {
  const answer = await send(`${bffUrl}/v1/merchant/checkouts`, {
    method: 'POST',
    headers: {
      authorization: basic(secretKey),
      'content-type': 'application/json',
      'idempotency-key': cartQuery(cart),
    },
    body: JSON.stringify({
      amount: decimal(totalCents(cart)),
      order_id: cart.orderId,
      description: cartDescription(cart),
      return_url: returnUrl,
    }),
    signal: AbortSignal.timeout(timeoutMs),
  });
  if (!answer.ok) throw new Error(`the BFF answered ${answer.status}`);
  const { client_token } = (await answer.json()) as { client_token: string };
  return client_token;
}

/** What the BFF says of a checkout to the merchant's server, as far as the shop needs it. */
export interface CheckoutView {
  readonly order_id: string | null;
  readonly charges: readonly { status: string; payment_request_uuid: string | null }[];
}

/** Null when the merchant has no such checkout. */
export async function readCheckout(
  { bffUrl, secretKey, fetch: send = fetch }: MerchantAccess,
  checkoutId: string,
): Promise<CheckoutView | null> {
  const answer = await send(`${bffUrl}/v1/merchant/checkouts/${checkoutId}`, {
    headers: { authorization: basic(secretKey) },
    signal: AbortSignal.timeout(timeoutMs),
  });
  if (answer.status === 404) return null;
  if (!answer.ok) throw new Error(`the BFF answered ${answer.status}`);
  return (await answer.json()) as CheckoutView;
}

function basic(secretKey: string): string {
  return `Basic ${Buffer.from(`${secretKey}:`).toString('base64')}`;
}
