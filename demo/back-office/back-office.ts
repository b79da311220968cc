import { Hono, type MiddlewareHandler } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { compress } from 'hono/compress';
import { csrf } from 'hono/csrf';
import { HTTPException } from 'hono/http-exception';
import { secureHeaders } from 'hono/secure-headers';
import { assetFiles } from './asset-files.ts';
import { languageRoutes } from './language-routes.ts';
import { LiveFeed } from './live.ts';
import { detectLanguage, localeOf } from './locale.ts';
import { MerchantApi, NoAnswerError, RefusedError } from './merchant-api.ts';
import type { Seller } from './merchant-api-types.ts';
import { moneyRoutes } from './money/money-routes.ts';
import { failedWebhooks } from './orders/failed-webhooks.ts';
import { orderActions } from './orders/order-actions.ts';
import { orderDetail } from './orders/order-detail.ts';
import { orderList } from './orders/order-list.ts';
import { home, messagePage } from './page.ts';
import { problemText } from './problem-text.ts';
import { saleRoutes } from './sales/sale-routes.ts';
import { isSignedIn, signedInOnly, signInRoutes } from './sign-in.ts';
import { Store } from './store.ts';
import { webhookRoutes } from './webhooks.ts';

const maxFormBytes = 16 * 1024;

export interface BackOfficeOptions {
  /** The origin under which `/back-office` is reached. */
  readonly publicUrl: string;
  /** The BFF's origin. */
  readonly bffUrl: string;
  /** The merchant's: it stays on this server. */
  readonly secretKey: string;
  /** That webhooks to `/back-office/webhooks` are signed by. */
  readonly webhookSecret: string;
  /** Of the sign-in. */
  readonly password: string;
  /** In the sandbox the sign-in says what the password is. */
  readonly isPasswordShown: boolean;
  /** Who sells: the `users` of the merchant's entry. */
  readonly sellers: readonly Seller[];
  /** The SQLite file; made where it is missing. */
  readonly file: string;
  readonly now?: () => number;
  readonly fetch?: typeof fetch;
}

export interface BackOffice {
  /** To be mounted at `home`. */
  readonly app: Hono;
  /** Ends the streams of open pages. */
  endStreams(): void;
  close(): void;
}

/** What the browser asked for is wrong; else it is the shop's own key or pace. */
const wrongInAddress = [400, 404, 409, 422] as const;

function statusOf({ status }: RefusedError) {
  return wrongInAddress.find((each) => each === status) ?? 502;
}

/** Opens the merchant's back office, made of the merchant API and webhooks alone. */
export function openBackOffice(options: BackOfficeOptions): BackOffice {
  const { publicUrl, sellers, now = Date.now } = options;
  const store = new Store(options.file);
  const feed = new LiveFeed();
  const api = new MerchantApi(options);
  const access = { ...options, store, now, isSecure: publicUrl.startsWith('https:') };

  const app = new Hono();
  app.use(compress(), headers());
  app.route('/assets', assetFiles());
  app.route('/', webhookRoutes({ secret: options.webhookSecret, store, feed, now }));
  app.use(csrf({ origin: publicUrl }), bodyLimit({ maxSize: maxFormBytes }), noStore);
  app.use(formsOnly);
  app.use(detectLanguage());
  app.route('/', languageRoutes(access));
  app.route('/', signInRoutes(access));
  app.use(signedInOnly(access));
  app.get('/', (c) => c.redirect(`${home}/orders`, 303));
  app.route(
    '/',
    feed.routes((c) => isSignedIn(c, store, now())),
  );
  app.route('/orders', orderList({ api, store, sellers, now }));
  app.route('/orders', orderDetail({ api, store, sellers }));
  app.route('/orders', orderActions({ api }));
  app.route('/sales', saleRoutes({ api, sellers }));
  app.route('/money', moneyRoutes({ api, now }));
  app.route('/webhooks/failed', failedWebhooks({ api, now }));
  app.all('*', (c) => {
    const locale = localeOf(c);
    const { notFound: title, noPage: text } = locale.strings.trouble;
    return c.html(messagePage({ title, text }, locale), 404);
  });
  app.onError((error, c) => {
    if (error instanceof HTTPException) return error.getResponse();
    const locale = localeOf(c);
    const { refused, noAnswer, noAnswerText } = locale.strings.trouble;
    if (error instanceof RefusedError) {
      const text = problemText(error.problem, locale.strings);
      return c.html(messagePage({ title: refused, text }, locale), statusOf(error));
    }
    if (!(error instanceof NoAnswerError)) throw error;
    return c.html(messagePage({ title: noAnswer, text: noAnswerText }, locale), 503);
  });
  return {
    app,
    endStreams: () => feed.end(),
    close: () => {
      feed.end();
      store.close();
    },
  };
}

/** Scripts and styles come from this server alone, and nothing runs that stands in a page. */
function headers(): MiddlewareHandler {
  return secureHeaders({
    contentSecurityPolicy: {
      defaultSrc: ["'none'"],
      scriptSrc: ["'self'"],
      styleSrc: ["'self'"],
      imgSrc: ["'self'"],
      connectSrc: ["'self'"],
      formAction: ["'self'"],
      baseUri: ["'none'"],
      frameAncestors: ["'none'"],
    },
    referrerPolicy: 'same-origin',
    strictTransportSecurity: false,
  });
}

/** What cannot be read as a form does nothing. */
const formsOnly: MiddlewareHandler = async (c, next) => {
  if (c.req.method === 'POST') {
    await c.req.parseBody().catch(() => {
      throw new HTTPException(400, { message: 'Send this as a form.' });
    });
  }
  await next();
};

/** Nobody who comes after reads the orders out of the browser's cache. */
const noStore: MiddlewareHandler = async (c, next) => {
  await next();
  c.header('cache-control', 'no-store');
};
