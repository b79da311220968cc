import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { type Context, Hono, type MiddlewareHandler } from 'hono';
import { deleteCookie, getCookie, setCookie } from 'hono/cookie';
import { html } from 'hono/html';
import { ownPage, pageBefore } from './language-routes.ts';
import { type Locale, localeOf } from './locale.ts';
import { alert, described, type Html, home, officePage } from './page.ts';
import type { Store } from './store.ts';

const cookieName = 'hillside_office';
/** A working day. */
const sessionMs = 12 * 60 * 60 * 1000;
const minuteMs = 60_000;
const mostWrongPerMinute = 10;

export interface SignInOptions {
  readonly store: Store;
  readonly password: string;
  readonly publicUrl: string;
  /** In the sandbox the page says what the password is. */
  readonly isPasswordShown: boolean;
  /** The office is reached by https. */
  readonly isSecure: boolean;
  readonly now: () => number;
}

/** The sign-in: one password for the office. A real shop puts its own accounts in its place. */
export function signInRoutes(options: SignInOptions): Hono {
  const { store, password, publicUrl, isSecure, now } = options;
  const app = new Hono();
  let wrong = { since: 0, times: 0 };

  app.get('/sign-in', (c) => {
    const locale = localeOf(c);
    const back = ownPage(c.req.query('back'), publicUrl);
    const problem = c.req.query('lost') === undefined ? undefined : locale.strings.signIn.lost;
    return c.html(signInPage(options, locale, { back, problem }));
  });

  app.post('/sign-in', async (c) => {
    const locale = localeOf(c);
    const { signIn } = locale.strings;
    const form = await c.req.parseBody();
    const back = ownPage(typeof form.back === 'string' ? form.back : undefined, publicUrl);
    // Nothing is waited for between the limit and the count: many may try at once.
    if (now() - wrong.since > minuteMs) wrong = { since: now(), times: 0 };
    if (wrong.times >= mostWrongPerMinute) {
      return c.html(signInPage(options, locale, { back, problem: signIn.tooMany }), 429);
    }
    if (!isSame(String(form.password), password)) {
      wrong.times += 1;
      return c.html(signInPage(options, locale, { back, problem: signIn.wrong }), 401);
    }
    // The browser keeps the token; a copy of the file has only its digest, which signs nobody in.
    const token = randomBytes(32).toString('base64url');
    store.startSession(digestOf(token), now() + sessionMs, now());
    setCookie(c, cookieName, token, {
      path: home,
      httpOnly: true,
      sameSite: 'Strict',
      secure: isSecure,
      maxAge: sessionMs / 1000,
    });
    return c.redirect(back, 303);
  });

  app.post('/sign-out', (c) => {
    const token = getCookie(c, cookieName);
    if (token !== undefined) store.endSession(digestOf(token));
    deleteCookie(c, cookieName, { path: home });
    return c.redirect(`${home}/sign-in`, 303);
  });

  return app;
}

/**
 * Lets pass who is signed in, and leads everybody else to the sign-in, and from there to the page that
 * was asked for. Of a form that was sent, the sign-in says that nothing was done. A form and a file have
 * no page of their own: it leads back to the page on which they were asked for.
 */
export function signedInOnly({ store, publicUrl, now }: SignInOptions): MiddlewareHandler {
  return async function admit(c, next) {
    if (isSignedIn(c, store, now())) return next();
    const isForm = c.req.method === 'POST';
    const { pathname, search } = new URL(c.req.url);
    const isPage = !isForm && !/\.\w+$/.test(pathname);
    const back = isPage ? ownPage(`${pathname}${search}`, publicUrl) : pageBefore(c, publicUrl);
    const query = new URLSearchParams({ ...(isForm && { lost: '1' }), back });
    return c.redirect(`${home}/sign-in?${query}`, 303);
  };
}

export function isSignedIn(c: Context, store: Store, now: number): boolean {
  const token = getCookie(c, cookieName);
  return token !== undefined && store.hasSession(digestOf(token), now);
}

function digestOf(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

/** Digests have one length, and take the same time to compare. */
function isSame(given: string, expected: string): boolean {
  return timingSafeEqual(Buffer.from(digestOf(given)), Buffer.from(digestOf(expected)));
}

function signInPage(
  { password, isPasswordShown }: SignInOptions,
  locale: Locale,
  { back, problem }: { back: string; problem: string | undefined },
): Html {
  const { signIn } = locale.strings;
  const content = html`<section class="card sign-in" aria-labelledby="sign-in-title">
      <h1 id="sign-in-title">${signIn.title}</h1>
      <p class="lead">${signIn.lead}</p>
      ${problem === undefined ? '' : alert(problem)}
      <form method="post" action="${home}/sign-in" class="fields">
        <input type="hidden" name="back" value="${back}" />
        <input type="text" name="username" value="office" autocomplete="username" hidden />
        <div class="field">
          <label for="password">${signIn.password}</label>
          <input id="password" name="password" type="password" autocomplete="current-password" aria-required="true" ${described({ isWrong: problem === signIn.wrong })} />
        </div>
        <button class="button">${signIn.title}</button>
      </form>
      ${isPasswordShown ? html`<p class="hint">${signIn.sandbox} <code>${password}</code></p>` : ''}
    </section>`;
  return officePage({ title: signIn.title, isRefused: problem !== undefined, content }, locale);
}
