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
function pageBefore(c: Context, publicUrl: string): string {
  const referrer = URL.parse(c.req.header('referer') ?? '');
  const isOwn =
    referrer?.origin === new URL(publicUrl).origin && referrer.pathname.startsWith(`${home}/`);
  return isOwn ? `${referrer.pathname}${referrer.search}` : `${home}/orders`;
}
