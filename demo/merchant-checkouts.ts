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

interface Made {
  readonly checkout_id: string;
  readonly client_token: string;
  readonly status: string;
}

/** What the shop knows of an order's checkouts. After a restart the BFF still knows the rest. */
interface Order {
  /** Those that may be open. */
  readonly open: Set<string>;
  /** How many of a cart's were cancelled, by cart. */
  readonly cancelled: Map<string, number>;
}

const mostOrders = 10_000;

/** The checkouts that the shop's server makes. */
export class OrderCheckouts {
  readonly #access: MerchantAccess;
  readonly #orders = new Map<string, Order>();

  constructor(access: MerchantAccess) {
    this.#access = access;
  }

  /**
   * Makes the checkout of an order, whose amount nobody else can change. The same cart is the same
   * checkout, however often its page is loaded. Those of the order's other carts are cancelled while
   * nobody has applied: they could still be applied for and charged, at their own amounts.
   * @returns the client token, for the element of the page at `returnUrl`
   */
  async create(cart: Cart, returnUrl: string): Promise<string> {
    const order = this.#orderOf(cart);
    // Another page of the order may make a newer one meanwhile, which is not this one's to cancel.
    const before = [...order.open];
    const made = await this.#make(cart, returnUrl, order);
    order.open.add(made.checkout_id);
    const outdated = before.filter((id) => id !== made.checkout_id);
    await Promise.all(outdated.map((id) => this.#cancelIfOpen(id, order)));
    return made.client_token;
  }

  #orderOf({ orderId }: Cart): Order {
    const known = this.#orders.get(orderId);
    if (known !== undefined) return known;
    if (this.#orders.size >= mostOrders) this.#orders.clear();
    const order: Order = { open: new Set(), cancelled: new Map() };
    this.#orders.set(orderId, order);
    return order;
  }

  async #make(cart: Cart, returnUrl: string, order: Order): Promise<Made> {
    const query = cartQuery(cart);
    const times = order.cancelled.get(query) ?? 0;
    const made = (await post(this.#access, '', {
      key: times === 0 ? query : `${query}#${times}`,
      body: {
        amount: decimal(totalCents(cart)),
        order_id: cart.orderId,
        description: cartDescription(cart),
        return_url: returnUrl,
      },
    })) as Made;
    if (made.status !== 'cancelled' || (await this.#wasAppliedFor(made.checkout_id))) return made;
    // The cart is chosen again: the next key has another checkout.
    order.cancelled.set(query, times + 1);
    return this.#make(cart, returnUrl, order);
  }

  /** When it was cancelled. While it was open, the shop did that. */
  async #wasAppliedFor(id: string): Promise<boolean> {
    const checkout = await readCheckout(this.#access, id);
    const states = checkout?.timeline.filter(({ type }) => type.startsWith('checkout.')) ?? [];
    return states.length > 0 && states.at(-2)?.type !== 'checkout.open';
  }

  /** What somebody has applied for is for a person to decide. A failure is tried again later. */
  async #cancelIfOpen(id: string, { open }: Order): Promise<void> {
    try {
      const checkout = await readCheckout(this.#access, id);
      if (checkout?.status === 'open') {
        await post(this.#access, `/${id}/cancel`, { key: `cancel ${id}`, body: {} });
      }
      open.delete(id);
    } catch {
      // It stays among those that may be open, until the order's page is loaded again.
    }
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
  readonly amount: string | null;
  readonly timeline: readonly { type: string }[];
  readonly charges: readonly {
    status: string;
    amount: string;
    payment_request_uuid: string | null;
  }[];
}

/** True if the charges that were approved come to the order's amount: a loan can be for less. */
export function isPaidInFull({ amount, charges }: CheckoutView): boolean {
  const paid = charges.filter(({ status }) => status === 'approved' || status === 'settled');
  const cents = paid.reduce((sum, charge) => sum + centsOf(charge.amount), 0);
  return amount !== null && cents >= centsOf(amount);
}

/** `'8400.05'` => `840005` */
function centsOf(amount: string): number {
  return Number(amount.replace('.', ''));
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
