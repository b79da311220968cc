import { type Context, Hono } from 'hono';
import { getCookie, setCookie } from 'hono/cookie';
import {
  type Cart,
  cartLines,
  cartQuery,
  decimal,
  dollars,
  newOrderId,
  readCart,
  totalCents,
} from './cart.ts';
import { DEFAULT_SIZE } from './catalog.ts';
import { EMBEDDING_PATHS, type Embedding } from './embedding.ts';
import { type OrderSigner, signOrder } from './order-token.ts';
import { shopPage } from './pages/shop-page.ts';

const CART_COOKIE = 'hillside_cart';

export interface ShopOptions {
  readonly signer: OrderSigner;
  readonly hasSandbox: boolean;
  readonly now: () => number;
}

/** What the page needs of an order; the same answer to a page load and to a changed cart. */
async function orderView({ signer, now }: ShopOptions, cart: Cart) {
  return {
    order_id: cart.orderId,
    query: cartQuery(cart),
    lines: cartLines(cart),
    total: dollars(totalCents(cart)),
    amount: decimal(totalCents(cart)),
    order_token: await signOrder(signer, cart, now()),
  };
}

function remember(c: Context, cart: Cart): void {
  setCookie(c, CART_COOKIE, cartQuery(cart), { path: '/', httpOnly: true, sameSite: 'Lax' });
}

function rememberedCart(c: Context): Cart | null {
  return readCart(new URLSearchParams(getCookie(c, CART_COOKIE) ?? ''));
}

function addressOf(embedding: Embedding, cart: Cart): string {
  return `${EMBEDDING_PATHS[embedding]}?${cartQuery(cart)}`;
}

async function changedCart(c: Context): Promise<Cart | null> {
  const body: unknown = await c.req.json().catch(() => null);
  if (typeof body !== 'object' || body === null || !('query' in body)) {
    return null;
  }
  return readCart(new URLSearchParams(String(body.query)));
}

/** The shop: the page of one order, its price and token for what is in it now, and a new order. */
export function createShopRoutes(options: ShopOptions): Hono {
  const app = new Hono();
  app.get('/', (c) => showShop(options, c, 'script_tag'));
  app.get('/module', (c) => showShop(options, c, 'npm_module'));
  app.get('/new', (c) => c.redirect(addressOf('script_tag', newCart()), 303));

  app.post('/api/order', async (c) => {
    const cart = await changedCart(c);
    if (cart === null) {
      return c.json({ error: 'query must name an order of this shop' }, 400);
    }
    remember(c, cart);
    return c.json(await orderView(options, cart));
  });

  return app;
}

async function showShop(options: ShopOptions, c: Context, embedding: Embedding) {
  const cart = readCart(new URL(c.req.url).searchParams);
  if (cart === null) {
    return c.redirect(addressOf(embedding, rememberedCart(c) ?? newCart()), 302);
  }
  remember(c, cart);
  const order = await orderView(options, cart);
  return c.html(shopPage({ ...options, embedding, cart, order }));
}

function newCart(): Cart {
  return { orderId: newOrderId(), size: DEFAULT_SIZE, addOns: [] };
}
