import { type Context, Hono } from 'hono';
import { deleteCookie, getCookie, setCookie } from 'hono/cookie';
import { html } from 'hono/html';
import { equalDigests } from '../../platform/crypto/digest.ts';
import { hourMs, minuteMs, secondMs } from '../../platform/durations.ts';
import { clientAddress } from '../../platform/http/client-address.ts';
import type { LendingContext } from '../context.ts';
import type { Html } from '../documents/html.ts';
import {
  type HostedLink,
  type LinkProblem,
  linkProblem,
  mailLinkOnRequest,
} from '../operations/identity/hosted-link.ts';
import { mailedLinkState } from '../operations/identity/mailed-link.ts';
import type { Visitor } from '../operations/identity/visitor.ts';
import type { ApplicationRow } from '../store/schema/applications.ts';
import type { LinkRow } from '../store/schema/hosted-pages.ts';
import type { MerchantRow } from '../store/schema/merchants.ts';
import { cookieAt, endVisits, visitFor, visitOf } from './cookies.ts';
import {
  type Flash,
  keepTyped,
  needsCookies,
  sayDone,
  sendBack,
  takeDone,
  takeFlash,
} from './flash.ts';
import { noticePage } from './page.ts';
import { type PageContext, pageContextFor } from './page-context.ts';
import type { ReturnLink } from './parts.ts';
import { formOf, localeOf } from './request.ts';

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

/** A consumer's page: when wrong answers have locked its link, it e-mails a new one. */
export function consumerPage<Link extends HostedLink>(parts: PageParts<Link>): HostedPage {
  return hostedPage({ ...parts, actions: { 'mail-link': mailNewLink, ...parts.actions } });
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
  handler: Handler<Link>,
  typed?: TypedForm,
): Handler<Link> {
  const taken = renewing(handler);
  return async (request) => {
    if (request.isKnown) return taken(request);
    if (typed) keepTyped(request, typed.form, typed.typedIn(await formOf(request.c)));
    const problem = request.pageContext.strings.identity.again(...knownFor);
    return sendBack(request, asking, { problem });
  };
}

/** Who is known stays known for as long again. */
function renewing<Link extends Opened>(handler: Handler<Link>): Handler<Link> {
  return (request) => {
    const { identifiedAt } = request;
    if (identifiedAt !== null) writeIdentity(request, identifiedAt, visitOf(request));
    return handler(request);
  };
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

/** What the link of a page leads to. */
export interface Opened {
  readonly link: LinkRow;
  readonly merchant: MerchantRow;
  /** Of a consumer's link: the page is in its language, any other in the browser's. */
  readonly application?: Pick<ApplicationRow, 'locale'>;
}

/** One request to a hosted page, its link opened. */
export interface PageRequest<Link extends Opened = HostedLink> {
  readonly context: LendingContext;
  readonly c: Context;
  readonly token: string;
  /** Where the page is: `/terms/{token}` */
  readonly path: string;
  readonly opened: Link;
  readonly pageContext: PageContext;
  /** When this browser proved who it is, in epoch milliseconds; null if it has not. */
  readonly identifiedAt: number | null;
  readonly isKnown: boolean;
}

function pageRequestOf<Link extends Opened>(
  context: LendingContext,
  c: Context,
  opened: Link,
): PageRequest<Link> {
  const token = c.req.param('token') ?? '';
  const path = `/${opened.link.kind}/${token}`;
  const identifiedAt = readIdentity({ context, c, opened, path });
  const isKnown = identifiedAt !== null;
  const pageContext = pageContextFor(context.config, opened.application?.locale ?? localeOf(c));
  return {
    context,
    c,
    token,
    path,
    opened,
    pageContext: isKnown
      ? withLeaving({ path, pageContext }, pageContext.strings.leave.hint)
      : pageContext,
    identifiedAt,
    isKnown,
  };
}

/** The same with the button that ends what this browser is known for. */
export function withLeaving(
  { path, pageContext }: Pick<PageRequest<Opened>, 'path' | 'pageContext'>,
  hint: string,
): PageContext {
  return { ...pageContext, leaving: { action: `${path}/leave`, hint } };
}

/** The answer to a form: the page itself, which shows what holds now. */
export function showAgain({ c, path }: Pick<PageRequest, 'c' | 'path'>): Response {
  return c.redirect(path, 303);
}

const cookieName = 'identified';
/** From the last page that was shown or form that was taken. */
const knownIdleMs = 30 * minuteMs;
/** From the answer, however much was done since. */
const knownMostMs = 2 * hourMs;
/** The same as it is said: minutes and hours. */
export const knownFor = [knownIdleMs / minuteMs, knownMostMs / hourMs] as const;

/** Remembers in this browser, for a while and this link alone, that its question was answered. */
export function rememberIdentity(request: PageRequest<Opened>): void {
  const { context, opened } = request;
  writeIdentity(request, context.clock.now(opened.link.sponsor_id), visitFor(request));
}

/** Sealed with the visit, which it does not set: written by a late answer, it is worth nothing after a `leave`. */
function writeIdentity(
  { context, c, opened: { link }, path }: PageRequest<Opened>,
  provedAt: number,
  visit: string,
): void {
  const now = context.clock.now(link.sponsor_id);
  const until = Math.min(now + knownIdleMs, provedAt + knownMostMs);
  const seal = sealIdentity(context, link, { provedAt, until, visit });
  setCookie(c, cookieName, `${provedAt}.${until}.${seal}`, {
    ...cookieAt(context, path),
    maxAge: Math.ceil((until - now) / secondMs),
  });
}

/**
 * The next person at this device is asked who they are. On every page, since a consumer goes from one
 * to another, and the way back leads to all of them.
 */
export function leave({ context, c, path }: PageRequest<Opened>): Response {
  endVisits({ context, c });
  deleteCookie(c, cookieName, cookieAt(context, path));
  return showAgain({ c, path });
}

function readIdentity({
  context,
  c,
  opened: { link },
  path,
}: Pick<PageRequest<Opened>, 'context' | 'c' | 'opened' | 'path'>): number | null {
  const cookie = getCookie(c, cookieName, cookieAt(context, path).prefix) ?? '';
  const [proved = '', end = '', mac = ''] = cookie.split('.');
  const [provedAt, until] = [Number(proved), Number(end)];
  const visit = visitOf({ context, c });
  const isRight = equalDigests(mac, sealIdentity(context, link, { provedAt, until, visit }));
  const isFresh = context.clock.now(link.sponsor_id) < until;
  return isRight && isFresh ? provedAt : null;
}

interface Identity {
  /** When the question was answered, in epoch milliseconds, as `until`. */
  readonly provedAt: number;
  readonly until: number;
  readonly visit: string;
}

function sealIdentity(
  { sealer }: LendingContext,
  { token_digest }: LinkRow,
  { provedAt, until, visit }: Identity,
): string {
  return sealer.index(JSON.stringify([token_digest, provedAt, until, visit]), 'page-session');
}

const longestUserAgent = 512;

export function visitorOf({ context: { config }, c }: PageRequest<Opened>): Visitor {
  return {
    ipAddress: clientAddress(c, config.trustedProxies),
    userAgent: (c.req.header('user-agent') ?? '').slice(0, longestUserAgent),
    origin: new URL(config.publicUrl).origin,
  };
}

/** Where the consumer came from: query and fragment can name the order, or carry a key to it. */
export function returnLinkTo(request: PageRequest): ReturnLink {
  const { application, merchant } = request.opened;
  const url = application.sponsor_redirect_url ?? merchant.sponsor_redirect_url;
  return { merchantName: merchant.business_name, url: shownUrl(request, url, /[?#].*$/s) };
}

/**
 * A sponsor's address on a page. The part that can open something there is left out until the
 * visitor has answered this link's question.
 */
export function shownUrl(
  { isKnown }: PageRequest<Opened>,
  url: string | null,
  secretPart: RegExp,
): string | null {
  return url === null || isKnown ? url : url.replace(secretPart, '');
}

const status = {
  replaced: 410,
  expired: 410,
  link_locked: 403,
  day_locked: 403,
  link_and_day_locked: 403,
} as const satisfies Record<LinkProblem, number>;

/** A token that leads to nothing: whoever has it learns no more. */
export function unknownLink(context: LendingContext, c: Context) {
  const pageContext = pageContextFor(context.config, localeOf(c));
  const { unknownTitle, unknown } = pageContext.strings.link;
  return c.html(noticePage(pageContext, { title: unknownTitle, text: unknown, back: null }), 404);
}

/**
 * What is shown in place of a page that may not be shown now: to a stranger nothing of what is over,
 * and of a link that opens nothing, why and how to go on. Null if the page may be shown.
 */
export async function closedPage(request: PageRequest, isOver: boolean): Promise<Response | null> {
  const { c, pageContext, isKnown } = request;
  if (isOver && isKnown) return null;
  const back = returnLinkTo(request);
  if (isOver) {
    // The same whatever has ended.
    const { nothingLeftTitle: title, nothingLeft: text } = pageContext.strings.link;
    return c.html(noticePage(pageContext, { title, text, back }));
  }
  const problem = linkProblem(request.context, request.opened);
  if (problem === null) return null;
  const notice = await problemNotice(request, problem);
  return c.html(noticePage(pageContext, { ...notice, back }), status[problem]);
}

interface ProblemNotice {
  readonly title: string;
  readonly text: string;
  readonly more: Html;
}

/** What is the matter with a link; nothing of what it leads to. */
export async function problemNotice(
  request: PageRequest,
  problem: LinkProblem,
): Promise<ProblemNotice> {
  const { link: text } = request.pageContext.strings;
  switch (problem) {
    case 'replaced':
      return {
        title: text.replacedTitle,
        text: text.replaced[request.opened.link.kind],
        more: html``,
      };
    case 'expired':
      return { title: text.expiredTitle, text: text.expired, more: html`` };
    case 'day_locked':
      return { title: text.dayLockedTitle, text: text.dayLocked, more: html`` };
    case 'link_locked':
      return { title: text.lockedTitle, text: text.locked, more: await newLink(request) };
    case 'link_and_day_locked':
      return { title: text.dayLockedTitle, text: text.bothLocked, more: await newLink(request) };
  }
}

const mailForm = 'mail_link';

/** What became of the new link, and the button that asks for one; never where it went. */
async function newLink(request: PageRequest): Promise<Html> {
  const { context, opened, path, pageContext } = request;
  const { link: text } = pageContext.strings;
  const { problem } = takeFlash(request, mailForm);
  const state = await mailedLinkState(context, context.database.query, opened);
  return html`<p>${problem ?? text.mailed[state]}</p>
    <form method="post" action="${path}/mail-link">
      <button type="submit">${text.mailButton}</button>
    </form>`;
}

/** The button of a locked page: a new link goes to the consumer's own e-mail. */
async function mailNewLink(request: PageRequest) {
  const { context, opened, pageContext, token } = request;
  const { kind } = await mailLinkOnRequest(context, opened.link.kind, token);
  if (kind === 'sent') return sayDone(request, pageContext.strings.done.linkMailed);
  // The page itself says what else there is to say.
  if (kind !== 'already_sent') return showAgain(request);
  return sendBack(request, mailForm, { problem: pageContext.strings.link.mailAgain });
}
