import { type Context, Hono } from 'hono';
import { themeOf } from '../themes.ts';
import {
  type Look,
  locales,
  type NamedScreen,
  schemes,
  screenPage,
  screens,
  screensPage,
  widths,
} from './screens-page.ts';

export interface ScreensOptions {
  readonly bffUrl: string;
  readonly publicUrl: string;
  readonly publishableKey: string;
  readonly fetch?: typeof fetch;
}

/**
 * A gallery of every screen. The element on it takes this shop for its BFF: a checkout stands where the
 * name of its merchant says, and nothing that is asked of it changes that.
 */
export function createScreens(options: ScreensOptions): Hono {
  const { bffUrl, publicUrl: shopUrl } = options;
  const app = new Hono();
  app.get('/screens', (c) => c.html(screensPage(lookOf(c))));
  app.get('/screens/:id', (c) => {
    const screen = screenNamed(c.req.param('id'));
    if (screen === undefined) return c.notFound();
    return c.html(screenPage(screen, lookOf(c), { bffUrl, shopUrl }));
  });
  app.post('/v1/checkouts', openCheckout);
  app.post('/v1/resume', openCheckout);
  // Nothing happens to it: a stream of its events ends as soon as it begins.
  app.get('/v1/checkouts/:id/events', (c) =>
    c.body('', 200, { 'content-type': 'text/event-stream' }),
  );
  app.all('/v1/checkouts/:id/:action{.*}?', (c) => answer(c, screenNamed(c.req.param('id'))));
  app.get('/v1/disclosures/:locale', (c) => readTexts(c, options));
  return app;
}

async function openCheckout(c: Context) {
  const body: unknown = await c.req.json().catch(() => null);
  const id = typeof body === 'object' && body !== null && 'merchant' in body ? body.merchant : '';
  const session = { checkout_id: id, token: 'screen', resume: 'screen' };
  return answer(c, screenNamed(String(id)), session);
}

function answer(c: Context, screen: NamedScreen | undefined, session = {}) {
  if (screen === undefined) return c.notFound();
  const { opening } = screen;
  if ('step' in opening) return c.json({ ...session, step: opening.step });
  const problem = {
    type: 'about:blank',
    title: 'A sample',
    correlation_id: 'c0ffee42',
    ...opening,
  };
  return c.json(problem, opening.status as 404 | 500);
}

/** The BFF's own, for the merchant of the shop. */
async function readTexts(c: Context, options: ScreensOptions) {
  const { bffUrl, publishableKey, fetch: send = fetch } = options;
  const { pathname, searchParams } = new URL(c.req.url);
  searchParams.set('merchant', publishableKey);
  const texts = await send(`${bffUrl}${pathname}?${searchParams}`, {
    headers: { origin: options.publicUrl },
  });
  if (texts.ok) return c.json(await texts.json());
  // There are texts for the languages of the gallery alone.
  return texts.status < 500 ? c.notFound() : c.json({ error: 'the BFF does not answer' }, 502);
}

function screenNamed(id: string | undefined): NamedScreen | undefined {
  return screens.find((screen) => screen.id === id);
}

/** Of the address; whatever it does not say is as it is for most people. */
function lookOf(c: Context): Look {
  const query = new URL(c.req.url).searchParams;
  return {
    theme: themeOf(query),
    scheme: schemes.find((scheme) => scheme === query.get('scheme')) ?? 'light',
    locale: locales.find((locale) => locale === query.get('locale')) ?? 'en',
    width: widths.find((width) => String(width) === query.get('width')) ?? 360,
  };
}
