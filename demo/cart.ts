import { randomInt } from 'node:crypto';
import { type AddOn, addOns, defaultSize, productName, type Size, sizes } from './catalog.ts';

/** One visitor's order. It lives in the page's address, so it survives a reload, a restart of the
 * shop, and the way back from the lender in another browser. */
export interface Cart {
  readonly orderId: string;
  readonly size: Size;
  readonly addOns: readonly AddOn[];
}

export interface CartLine {
  readonly label: string;
  readonly amount: string;
}

// Without the letters and digits that people mistake for one another.
const orderAlphabet = '23456789ABCDEFGHJKMNPQRSTVWXYZ';
const orderIdPattern = /^HH-[2-9A-HJKMNP-TV-Z]{6}-[2-9A-HJKMNP-TV-Z]{6}$/;

/** An order number that cannot be guessed: whoever knows it may ask for the order's token. */
export function newOrderId(): string {
  const group = () =>
    Array.from({ length: 6 }, () => orderAlphabet.charAt(randomInt(orderAlphabet.length))).join('');
  return `HH-${group()}-${group()}`;
}

/** Reads `order=…&size=…&add=…`; what the shop doesn't know is left out, `null` without an order. */
export function readCart(query: URLSearchParams): Cart | null {
  const orderId = query.get('order') ?? '';
  return orderIdPattern.test(orderId) ? { orderId, ...readChoice(query) } : null;
}

/** Reads what was chosen, whichever order it was chosen for. */
export function readChoice(query: URLSearchParams): Omit<Cart, 'orderId'> {
  const size = sizes.find(({ id }) => id === query.get('size')) ?? defaultSize;
  const wanted = new Set(query.getAll('add'));
  return { size, addOns: addOns.filter(({ id }) => wanted.has(id)) };
}

export function cartQuery(cart: Cart): string {
  const query = new URLSearchParams({ order: cart.orderId });
  if (cart.size.id !== defaultSize.id) {
    query.set('size', cart.size.id);
  }
  for (const { id } of cart.addOns) {
    query.append('add', id);
  }
  return query.toString();
}

export function totalCents(cart: Cart): number {
  return cart.addOns.reduce((sum, { cents }) => sum + cents, cart.size.cents);
}

/** 840000 => '8400.00' */
export function decimal(cents: number): string {
  return `${Math.floor(cents / 100)}.${String(cents % 100).padStart(2, '0')}`;
}

/** 840000 => '$8,400.00' */
export function dollars(cents: number): string {
  return (cents / 100).toLocaleString('en-US', { style: 'currency', currency: 'USD' });
}

export function cartLines(cart: Cart): CartLine[] {
  return [
    { label: `${productName}, ${cart.size.name}, installed`, amount: dollars(cart.size.cents) },
    ...cart.addOns.map(({ name, cents }) => ({ label: name, amount: dollars(cents) })),
  ];
}

export function cartDescription(cart: Cart): string {
  return cartLines(cart)
    .map(({ label }) => label)
    .join(' + ');
}
