import type { Context } from 'hono';
import { getCookie, setCookie } from 'hono/cookie';
import { equalDigests } from '../../platform/crypto/digest.ts';
import { clientAddress } from '../../platform/http/client-address.ts';
import type { LendingContext } from '../context.ts';
import type { HostedLink } from '../operations/identity/hosted-link.ts';
import type { Visitor } from '../operations/identity/visitor.ts';
import type { ApplicationRow } from '../store/schema/applications.ts';
import type { LinkRow } from '../store/schema/hosted-pages.ts';
import type { MerchantRow } from '../store/schema/merchants.ts';
import type { WayBack } from './parts.ts';
import { pageReader, type Reader } from './reader.ts';
import { localeOf } from './request.ts';

/** What the link of a page leads to. */
export interface Opened {
  readonly link: LinkRow;
  readonly merchant: MerchantRow;
  /** Of a consumer's link: the page is in its language, any other in the browser's. */
  readonly application?: Pick<ApplicationRow, 'locale'>;
}

/** One request to a hosted page, its link opened. */
export interface Visit<Link extends Opened = HostedLink> {
  readonly context: LendingContext;
  readonly c: Context;
  readonly token: string;
  /** Where the page is: `/terms/{token}` */
  readonly path: string;
  readonly opened: Link;
  readonly reader: Reader;
  /** When this browser proved who it is, in epoch milliseconds; null if it has not. */
  readonly identifiedAt: number | null;
  readonly isKnown: boolean;
}

export function visitOf<Link extends Opened>(
  context: LendingContext,
  c: Context,
  opened: Link,
): Visit<Link> {
  const token = c.req.param('token') ?? '';
  const identifiedAt = readIdentity(context, c, opened.link);
  return {
    context,
    c,
    token,
    path: `/${opened.link.kind}/${token}`,
    opened,
    reader: pageReader(context.config, opened.application?.locale ?? localeOf(c)),
    identifiedAt,
    isKnown: identifiedAt !== null,
  };
}

/** The answer to a form: the page itself, which shows what holds now. */
export function showAgain({ c, path }: Pick<Visit, 'c' | 'path'>): Response {
  return c.redirect(path, 303);
}

const cookieName = 'identified';
const lifetimeSeconds = 30 * 60;

/** Remembers in this browser, for half an hour and this link alone, that its question was answered. */
export function rememberIdentity({ context, c, opened, path }: Visit<Opened>): void {
  const { clock, config } = context;
  const until = clock.now(opened.link.sponsor_id) + lifetimeSeconds * 1000;
  setCookie(c, cookieName, `${until}.${sealIdentity(context, opened.link, until)}`, {
    path,
    httpOnly: true,
    sameSite: 'Lax',
    secure: config.publicUrl.startsWith('https:'),
    maxAge: lifetimeSeconds,
  });
}

function readIdentity(context: LendingContext, c: Context, link: LinkRow): number | null {
  const [until = '', mac = ''] = (getCookie(c, cookieName) ?? '').split('.');
  const isRight = equalDigests(mac, sealIdentity(context, link, Number(until)));
  const isFresh = context.clock.now(link.sponsor_id) < Number(until);
  return isRight && isFresh ? Number(until) - lifetimeSeconds * 1000 : null;
}

function sealIdentity({ sealer }: LendingContext, { token_digest }: LinkRow, until: number) {
  return sealer.index(JSON.stringify([token_digest, until]), 'page-session');
}

const longestUserAgent = 512;

export function visitorOf({ context: { config }, c }: Visit<Opened>): Visitor {
  return {
    ipAddress: clientAddress(c, config.trustedProxies),
    userAgent: (c.req.header('user-agent') ?? '').slice(0, longestUserAgent),
    origin: new URL(config.publicUrl).origin,
  };
}

/** Where the consumer came from, as `shownUrl()` shows it. */
export function returnLinkTo(visit: Visit): WayBack {
  const { application, merchant } = visit.opened;
  const url = application.sponsor_redirect_url ?? merchant.sponsor_redirect_url;
  return { merchantName: merchant.business_name, url: shownUrl(visit, url) };
}

/**
 * A sponsor's address on a page. Its fragment can carry a handle, such as one that resumes the
 * checkout, so it is left out until the visitor has answered this link's question.
 */
export function shownUrl({ isKnown }: Visit<Opened>, url: string | null): string | null {
  return url === null || isKnown ? url : url.replace(/#.*$/s, '');
}
