import type { Context } from 'hono';
import { type MerchantAccess, readCheckout } from './merchant-checkouts.ts';
import type { Visitors } from './visitors.ts';

const checkoutIdPattern = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
/** A tab has one checkout at a time; a few were before it. */
const mostCheckouts = 5;
const mostKnown = 10_000;

/** True if the text may go into the address of a checkout. */
export function isCheckoutId(text: string): boolean {
  return checkoutIdPattern.test(text);
}

/**
 * Which checkouts are a visitor's. The BFF says of which order each is, once: it counts all calls of
 * the shop together, and every open page asks every few seconds.
 */
export class OwnCheckouts {
  readonly #access: MerchantAccess;
  readonly #visitors: Visitors;
  /** By checkout. */
  readonly #orders = new Map<string, string>();

  constructor(access: MerchantAccess, visitors: Visitors) {
    this.#access = access;
    this.#visitors = visitors;
  }

  /**
   * Those that the query names (`checkout=…`) and whose orders were begun in the browser that asks:
   * the page may name what it likes.
   */
  async of(c: Context): Promise<string[]> {
    if (!this.#visitors.hasOrders(c)) return [];
    const named = new Set(c.req.queries('checkout')?.filter(isCheckoutId));
    const ids = [...named].slice(-mostCheckouts);
    const orders = await Promise.all(ids.map((id) => this.#orderOf(id)));
    return ids.filter((_id, index) => {
      const order = orders[index];
      return order !== undefined && this.#visitors.owns(c, order);
    });
  }

  async #orderOf(checkoutId: string): Promise<string | undefined> {
    const known = this.#orders.get(checkoutId);
    if (known !== undefined) return known;
    const order = (await readCheckout(this.#access, checkoutId))?.order_id;
    if (order == null) return undefined;
    if (this.#orders.size >= mostKnown) this.#orders.clear();
    this.#orders.set(checkoutId, order);
    return order;
  }
}
