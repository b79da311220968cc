import type { Context } from 'hono';
import { type MerchantAccess, readCheckout } from './merchant-checkouts.ts';
import type { Visitors } from './visitors.ts';

const checkoutIdPattern = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
/** A tab has one checkout at a time; a few were before it. */
const mostCheckouts = 5;

/**
 * The checkouts that the query names (`checkout=…`) and whose orders were begun in the browser that
 * asks. The BFF says whose they are: the page may name what it likes.
 */
export async function ownCheckouts(
  c: Context,
  access: MerchantAccess,
  visitors: Visitors,
): Promise<string[]> {
  const named = new Set(c.req.queries('checkout')?.filter(isCheckoutId));
  const ids = [...named].slice(-mostCheckouts);
  const owned = await Promise.all(ids.map((id) => isOwn(c, access, visitors, id)));
  return ids.filter((_id, index) => owned[index]);
}

/** Whether the text may go into the address of a checkout. */
export function isCheckoutId(text: string): boolean {
  return checkoutIdPattern.test(text);
}

async function isOwn(
  c: Context,
  access: MerchantAccess,
  visitors: Visitors,
  checkoutId: string,
): Promise<boolean> {
  const checkout = await readCheckout(access, checkoutId);
  return checkout?.order_id != null && visitors.owns(c, checkout.order_id);
}
