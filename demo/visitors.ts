import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Context } from 'hono';
import { getCookie, setCookie } from 'hono/cookie';

/** Whose orders are whose. */
export interface Visitors {
  /** True if the order was begun in the browser that asks. */
  owns(c: Context, orderId: string): boolean;
  /** Notes that this order is begun in the browser that is answered. */
  begin(c: Context, orderId: string): void;
  /** True if any order was begun in the browser that asks. */
  hasOrders(c: Context): boolean;
}

/** A private shop has one visitor. */
export const onlyVisitor: Visitors = {
  owns: () => true,
  begin: () => undefined,
  hasOrders: () => true,
};

const cookieName = 'hillside_orders';
/** Each run of the simulator is one. They take less than half of the 4 kB that a cookie has. */
const mostOrders = 100;
const separator = '~';

export interface VisitorsOptions {
  /** Nobody without it can say that an order is theirs. */
  readonly key: string;
  /** The shop is reached by https. */
  readonly isSecure: boolean;
}

/**
 * Visitors told apart by a cookie that lists the orders begun in their browser under a signature:
 * whoever learns an order's number, from an address or a screenshot, has no such cookie for it. It
 * says nothing of the person, and no script of the page can read it.
 */
export function signedVisitors({ key, isSecure }: VisitorsOptions): Visitors {
  const read = (c: Context) => readOrders(key, getCookie(c, cookieName) ?? '');
  return {
    owns: (c, orderId) => read(c).includes(orderId),
    hasOrders: (c) => read(c).length > 0,
    begin: (c, orderId) => {
      const orders = [orderId, ...read(c)].slice(0, mostOrders);
      setCookie(c, cookieName, [...orders, signature(key, orders)].join(separator), {
        path: '/',
        httpOnly: true,
        sameSite: 'Lax',
        secure: isSecure,
      });
    },
  };
}

function readOrders(key: string, cookie: string): readonly string[] {
  const parts = cookie.split(separator);
  const orders = parts.slice(0, -1);
  const given = Buffer.from(parts.at(-1) ?? '');
  const expected = Buffer.from(signature(key, orders));
  const isSigned = given.length === expected.length && timingSafeEqual(given, expected);
  return isSigned ? orders : [];
}

function signature(key: string, orders: readonly string[]): string {
  return createHmac('sha256', key).update(orders.join(separator)).digest('base64url');
}
