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
  readChoice,
  totalCents,
} from './cart.ts';
import { type Embedding, embeddingPaths } from './embedding.ts';
import {
  isPaidInFull,
  type MerchantAccess,
  OrderCheckouts,
  readCheckout,
} from './merchant-checkouts.ts';
import { type OrderSigner, signOrder } from './order-token.ts';
import { isCheckoutId } from './own-checkouts.ts';
import { pricesPage } from './pages/prices-page.ts';
import { shopPage } from './pages/shop-page.ts';
import { type ThemeId, themeCookie, themeOf, themeQuery } from './themes.ts';
import type { TakeVisitorCall } from './visitor-calls.ts';
import type { Visitors } from './visitors.ts';

const cartCookie = 'hillside_cart';
/** Whether the developer panel, and the applicants in it, were closed; written by its scripts. */
const panelCookie = 'hillside_panel';
const applicantsCookie = 'hillside_applicants';

export interface ShopOptions {
  readonly signer: OrderSigner;
  readonly access: MerchantAccess;
  readonly visitors: Visitors;
  readonly publicUrl: string;
  readonly hasSandbox: boolean;
  readonly hasBackOffice: boolean;
  readonly isPublic: boolean;
  readonly takeCall: TakeVisitorCall;
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

function remember({ publicUrl }: ShopOptions, c: Context, cart: Cart): void {
  setCookie(c, cartCookie, cartQuery(cart), {
    path: '/',
    httpOnly: true,
    sameSite: 'Lax',
    secure: publicUrl.startsWith('https:'),
  });
}

/** The cart of an order that was begun in this browser; null of any other. */
function ownCart(
  { visitors }: ShopOptions,
  c: Context,
  query: URLSearchParams | string,
): Cart | null {
  const cart = readCart(new URLSearchParams(query));
  return cart !== null && visitors.owns(c, cart.orderId) ? cart : null;
}

/** Of the address; a lender leads back to that of the order, which names no theme. */
function shownTheme(c: Context, embedding: Embedding, query: URLSearchParams): ThemeId {
  const isReturn = embedding === 'merchant_server' && !query.has('theme');
  const theme = getCookie(c, themeCookie) ?? '';
  return themeOf(isReturn ? new URLSearchParams({ theme }) : query);
}

function rememberedCart(options: ShopOptions, c: Context): Cart | null {
  return ownCart(options, c, getCookie(c, cartCookie) ?? '');
}

function addressOf(embedding: Embedding, cart: Cart): string {
  return `${embeddingPaths[embedding]}?${cartQuery(cart)}`;
}

async function changedCart(options: ShopOptions, c: Context): Promise<Cart | null> {
  const body: unknown = await c.req.json().catch(() => null);
  if (typeof body !== 'object' || body === null || !('query' in body)) return null;
  return ownCart(options, c, String(body.query));
}

/** The shop: the page of one order, its price and token for what is in it now, and a new order. */
export function createShopRoutes(options: ShopOptions): Hono {
  const app = new Hono();
  const checkouts = new OrderCheckouts(options.access);
  const show = (embedding: Embedding) => (c: Context) =>
    showShop(options, checkouts, { c, embedding });
  app.get('/', show('script_tag'));
  app.get('/module', show('npm_module'));
  app.get('/server-checkout', show('merchant_server'));
  app.get('/server-checkout/new', (c) =>
    c.redirect(addressOf('merchant_server', newCart(options, c)), 303),
  );
  app.get('/prices', (c) => c.html(pricesPage(options.signer)));
  app.get('/new', (c) => c.redirect(addressOf('script_tag', newCart(options, c)), 303));

  app.post('/api/order', async (c) => {
    const cart = await changedCart(options, c);
    if (cart === null) return c.json({ error: 'query must name an order of this shop' }, 400);
    remember(options, c, cart);
    return c.json(await orderView(options, cart));
  });

  app.get('/api/payment', async (c) => {
    const id = c.req.query('checkout') ?? '';
    const checkout = isCheckoutId(id) ? await readCheckout(options.access, id) : null;
    const orderId = checkout?.order_id;
    if (!checkout || !orderId || !options.visitors.owns(c, orderId)) {
      return c.json({ error: 'checkout must be one of an order of yours' }, 404);
    }
    return c.json({ is_whole: isPaidInFull(checkout) });
  });

  return app;
}

async function showShop(
  options: ShopOptions,
  checkouts: OrderCheckouts,
  { c, embedding }: { c: Context; embedding: Embedding },
) {
  const { searchParams } = new URL(c.req.url);
  const theme = shownTheme(c, embedding, searchParams);
  const cart =
    ownCart(options, c, searchParams) ?? rememberedCart(options, c) ?? newCart(options, c);
  remember(options, c, cart);
  setCookie(c, themeCookie, theme, { path: '/', sameSite: 'Lax' });
  const order = await orderView(options, cart);
  const isMade = embedding === 'merchant_server' && options.takeCall(c) === 0;
  const clientToken = isMade ? await tokenOf(options, checkouts, cart) : null;
  const address = addressOf(embedding, cart) + themeQuery(theme);
  const isPanelClosed = getCookie(c, panelCookie) === 'closed';
  const areApplicantsClosed = getCookie(c, applicantsCookie) === 'closed';
  // Its tokens are for this browser alone. `no-store` would cost the page's return by "Back".
  c.header('cache-control', 'private, no-cache');
  return c.html(
    shopPage({
      ...options,
      embedding,
      cart,
      order,
      clientToken,
      theme,
      address,
      isPanelClosed,
      areApplicantsClosed,
    }),
  );
}

/** Null while the BFF does not answer: then the page says so, and there is still the telephone. */
function tokenOf(
  { publicUrl }: ShopOptions,
  checkouts: OrderCheckouts,
  cart: Cart,
): Promise<string | null> {
  const returnUrl = `${publicUrl}${addressOf('merchant_server', cart)}`;
  return checkouts.create(cart, returnUrl).catch(() => null);
}

function newCart({ visitors }: ShopOptions, c: Context): Cart {
  const orderId = newOrderId();
  visitors.begin(c, orderId);
  return { orderId, ...readChoice(new URL(c.req.url).searchParams) };
}
