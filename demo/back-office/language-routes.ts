import { type Context, Hono } from 'hono';
import { setCookie } from 'hono/cookie';
import { isLanguage, languageCookie } from './locale.ts';
import { home } from './page.ts';

const yearSeconds = 365 * 24 * 60 * 60;

export interface LanguageOptions {
  readonly publicUrl: string;
  /** The office is reached by https. */
  readonly isSecure: boolean;
}

/** `POST /language`: keeps the language that was chosen, and leads back to the page where it was. */
export function languageRoutes({ publicUrl, isSecure }: LanguageOptions): Hono {
  const app = new Hono();
  app.post('/language', async (c) => {
    const { language } = await c.req.parseBody();
    if (isLanguage(language)) {
      setCookie(c, languageCookie, language, {
        path: home,
        httpOnly: true,
        sameSite: 'Lax',
        secure: isSecure,
        maxAge: yearSeconds,
      });
    }
    return c.redirect(pageBefore(c, publicUrl), 303);
  });
  return app;
}

/** Never an address of another site, whatever the header says. */
export function pageBefore(c: Context, publicUrl: string): string {
  const referrer = c.req.header('referer') ?? '';
  return ownPage(URL.canParse(referrer) ? referrer : undefined, publicUrl);
}

/** The page of an address, or the orders for one that is not of the office. */
export function ownPage(address: string | undefined, publicUrl: string): string {
  const page = URL.parse(address ?? '', publicUrl);
  const isHere = page?.origin === new URL(publicUrl).origin;
  const isOwn = isHere && page.pathname.startsWith(`${home}/`) && page.pathname !== `${home}/`;
  return isOwn ? `${page.pathname}${page.search}` : `${home}/orders`;
}
