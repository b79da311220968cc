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

/** The checkout that an order had last. */
interface Newest {
  readonly checkoutId: string;
  readonly cart: string;
  /** How often the cart was changed before it. */
  readonly changes: number;
}

const mostOrders = 10_000;

/** The checkouts that the shop's server makes: an order has one at a time. */
export class OrderCheckouts {
  readonly #access: MerchantAccess;
  /** By order. */
  readonly #newest = new Map<string, Newest>();

  constructor(access: MerchantAccess) {
    this.#access = access;
  }

  /**
   * Makes the checkout of an order, whose amount nobody else can change. The same cart is the same
   * checkout, however often its page is loaded. If the cart has changed, the checkout before is
   * cancelled: it could still be applied for and charged, at its own amount.
   * @returns the client token, for the element of the page at `returnUrl`
   */
  async create(cart: Cart, returnUrl: string): Promise<string> {
    const query = cartQuery(cart);
    const before = this.#newest.get(cart.orderId);
    const outdated = before?.cart === query ? undefined : before;
    const changes = outdated ? outdated.changes + 1 : (before?.changes ?? 0);
    const made = (await post(this.#access, '', {
      // A cart that is chosen again is not answered with the checkout that was cancelled.
      key: changes === 0 ? query : `${query}#${changes}`,
      body: {
        amount: decimal(totalCents(cart)),
        order_id: cart.orderId,
        description: cartDescription(cart),
        return_url: returnUrl,
      },
    })) as { checkout_id: string; client_token: string };
    if (this.#newest.size >= mostOrders) this.#newest.clear();
    this.#newest.set(cart.orderId, { checkoutId: made.checkout_id, cart: query, changes });
    if (outdated) await this.#cancel(outdated.checkoutId).catch(() => undefined);
    return made.client_token;
  }

  /** What becomes of a loan is for a person to decide. */
  async #cancel(id: string): Promise<void> {
    const checkout = await readCheckout(this.#access, id);
    if (checkout === null || checkout.status === 'accepted') return;
    await post(this.#access, `/${id}/cancel`, { key: `cancel ${id}`, body: {} });
  }
}

async function post(
  { bffUrl, secretKey, fetch: send = fetch }: MerchantAccess,
  path: string,
  { key, body }: { key: string; body: object },
): Promise<unknown> {
  const answer = await send(`${bffUrl}/v1/merchant/checkouts${path}`, {
    method: 'POST',
    headers: {
      authorization: basic(secretKey),
      'content-type': 'application/json',
      'idempotency-key': key,
    },
    body: JSON.stringify(body),
    signal: AbortSignal.timeout(timeoutMs),
  });
  if (!answer.ok) throw new Error(`the BFF answered ${answer.status}`);
  return answer.json();
}

/** What the BFF says of a checkout to the merchant's server, as far as the shop needs it. */
export interface CheckoutView {
  readonly order_id: string | null;
  readonly status: string;
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
