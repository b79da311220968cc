import { type Context, Hono } from 'hono';
import { getCookie, setCookie } from 'hono/cookie';
import { html } from 'hono/html';
import type { LendingContext } from '../context.ts';
import { type HostedLink, openHostedLink } from '../operations/identity/hosted-link.ts';
import { cookieAt, knownFor, leave, readIdentity, visitOf, writeIdentity } from './cookies.ts';
import { type Flash, keepTyped, needsCookies, sendBack, takeDone } from './flash.ts';
import { mailNewLink, unknownLink } from './link-problems.ts';
import { noticePage } from './page.ts';
import { type PageContext, pageContextFor } from './page-context.ts';
import {
  formOf,
  isKnown,
  type KnownRequest,
  localeOf,
  type Opened,
  type PageRequest,
  showAgain,
} from './request.ts';

/** A screen of a page, or what one of its forms does. */
export type Handler<Link extends Opened = HostedLink> = (
  request: PageRequest<Link>,
) => Response | Promise<Response>;

interface PageParts<Link extends Opened> {
  /** The page's address is `/{kind}/{token}`. */
  readonly kind: Link['link']['kind'];
  /** Finds what a token leads to; undefined for a token that is none. */
  open(context: LendingContext, token: string): Promise<Link | undefined>;
  /** What the page shows now. */
  readonly show: Handler<Link>;
  /** Its other screens, by what follows the token in their address. */
  readonly screens?: Readonly<Record<string, Handler<Link>>>;
  /** What its forms do, by what follows the token in their address; '' for nothing. */
  readonly actions: Readonly<Record<string, Handler<Link>>>;
}

/** A hosted page as `hosted-pages.ts` registers it. */
export interface HostedPage {
  readonly kind: Opened['link']['kind'];
  routes(context: LendingContext): Hono;
}

/**
 * A page that a link opens. Its handlers are given the opened link, the page's context and the proof
 * of identity; an unknown token never reaches them. Every page can be left.
 */
export function hostedPage<Link extends Opened>(parts: PageParts<Link>): HostedPage {
  const { kind, show, screens = {}, actions } = parts;
  return {
    kind,
    routes(context) {
      const routes = new Hono();
      const handle = (handler: Handler<Link>) => async (c: Context) => {
        const opened = await parts.open(context, c.req.param('token') ?? '');
        return opened ? handler(pageRequestOf(context, c, opened)) : unknownLink(context, c);
      };
      for (const [path, handler] of Object.entries({ '': sayingDone(show), ...screens })) {
        routes.get(addressOf(kind, path), handle(withCookiesChecked(renewing(handler))));
      }
      for (const [path, handler] of Object.entries<Handler<Link>>({ leave, ...actions })) {
        routes.post(addressOf(kind, path), handle(checkingCookies(handler)));
        // A POST that failed leaves its address in the browser.
        routes.get(addressOf(kind, path), handle(showAgain));
      }
      return routes;
    },
  };
}

const cookieCheck = 'cookies=check';
const checkSeconds = 60;

/**
 * Looks, with the next request, whether the first cookie that this browser is sent comes back. Without
 * it, a form is asked for again for ever, and says nothing of what was wrong.
 */
function checkingCookies<Link extends Opened>(handler: Handler<Link>): Handler<Link> {
  return async (request) => {
    const answer = await handler(request);
    const location = answer.headers.get('location');
    if (location === null || !needsCookies(answer) || sendsCookies(request)) return answer;
    answer.headers.set('location', `${location}?${cookieCheck}`);
    return answer;
  };
}

function withCookiesChecked<Link extends Opened>(handler: Handler<Link>): Handler<Link> {
  return (request) => {
    const { c, context, pageContext } = request;
    const address = new URL(c.req.url);
    if (address.search !== `?${cookieCheck}`) return handler(request);
    if (sendsCookies(request)) return c.redirect(address.pathname, 303);
    // Loaded again by a browser that keeps cookies now, the notice goes on to the page.
    setCookie(c, 'check', '1', { ...cookieAt(context, address.pathname), maxAge: checkSeconds });
    const { title, text, button } = pageContext.strings.cookies;
    const more = html`<p class="actions"><a class="button" href="${address.pathname}">${button}</a></p>`;
    return c.html(noticePage(pageContext, { title, text, back: null, more }));
  };
}

function sendsCookies({ c }: Pick<PageRequest, 'c'>): boolean {
  return Object.keys(getCookie(c)).length > 0;
}

type ConsumerParts = Omit<PageParts<HostedLink>, 'open'>;

/**
 * A consumer's page: when wrong answers have locked its link, it e-mails a new one. Without an
 * `open()` it is given whatever the links of its kind lead to.
 */
export function consumerPage(parts: ConsumerParts): HostedPage;
export function consumerPage<Link extends HostedLink>(parts: PageParts<Link>): HostedPage;
export function consumerPage(parts: ConsumerParts): HostedPage {
  return hostedPage({
    open: ({ database }, token) => openHostedLink(database.query, parts.kind, token),
    ...parts,
    actions: { 'mail-link': mailNewLink, ...parts.actions },
  });
}

/** What of a form is given back if it came too late; never a signature, or what it is signed with. */
interface TypedForm {
  readonly form: string;
  typedIn(field: (name: string) => string): Flash['typed'];
}

/**
 * A form that is taken only from who has proved who they are.
 * @param asking the form that asks for that proof
 * @param typed what there is to type into this one
 */
export function forKnown<Link extends Opened>(
  asking: string,
  handler: (request: KnownRequest<Link>) => Response | Promise<Response>,
  typed?: TypedForm,
): Handler<Link> {
  return async (request) => {
    if (isKnown(request)) {
      renew(request);
      return handler(request);
    }
    if (typed) keepTyped(request, typed.form, typed.typedIn(await formOf(request.c)));
    const problem = request.pageContext.strings.identity.again(...knownFor);
    return sendBack(request, asking, { problem });
  };
}

/** Who is known stays known for as long again. */
function renewing<Link extends Opened>(handler: Handler<Link>): Handler<Link> {
  return (request) => {
    if (isKnown(request)) renew(request);
    return handler(request);
  };
}

function renew(request: KnownRequest<Opened>): void {
  writeIdentity(request, request.identifiedAt, visitOf(request));
}

/** Whatever the page shows now, it says first what a form of it has just done. */
function sayingDone<Link extends Opened>(handler: Handler<Link>): Handler<Link> {
  return (request) => {
    const pageContext = { ...request.pageContext, done: takeDone(request) };
    return handler({ ...request, pageContext });
  };
}

function addressOf(kind: string, path: string): string {
  return path === '' ? `/${kind}/:token` : `/${kind}/:token/${path}`;
}

function pageRequestOf<Link extends Opened>(
  context: LendingContext,
  c: Context,
  opened: Link,
): PageRequest<Link> {
  const token = c.req.param('token') ?? '';
  const path = `/${opened.link.kind}/${token}`;
  const identifiedAt = readIdentity({ context, c, opened, path });
  const pageContext = pageContextFor(context.config, opened.application?.locale ?? localeOf(c));
  return {
    context,
    c,
    token,
    path,
    opened,
    pageContext:
      identifiedAt === null
        ? pageContext
        : withLeaving({ path, pageContext }, pageContext.strings.leave.hint),
    identifiedAt,
  };
}

/** The same with the button that ends what this browser is known for. */
export function withLeaving(
  { path, pageContext }: Pick<PageRequest<Opened>, 'path' | 'pageContext'>,
  hint: string,
): PageContext {
  return { ...pageContext, leaving: { action: `${path}/leave`, hint } };
}
