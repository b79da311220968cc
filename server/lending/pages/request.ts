import type { Context } from 'hono';
import type { Locale } from '../../lending-api/contact.ts';
import { clientAddress } from '../../platform/http/client-address.ts';
import { readBody, readForm } from '../../platform/http/request-body.ts';
import type { LendingContext } from '../context.ts';
import type { HostedLink } from '../operations/identity/hosted-link.ts';
import type { Visitor } from '../operations/identity/visitor.ts';
import type { ApplicationRow } from '../store/schema/applications.ts';
import type { LinkRow } from '../store/schema/hosted-pages.ts';
import type { MerchantRow } from '../store/schema/merchants.ts';
import type { PageContext } from './page-context.ts';
import type { ReturnLink } from './parts.ts';

const maxFormBytes = 16 * 1024;

/** A posted form's fields, trimmed; what is not there is empty. */
export async function formOf(c: Context): Promise<(name: string) => string> {
  const bytes = await readBody(c.req.raw, maxFormBytes);
  const fields = await readForm(bytes, c.req.header('content-type') ?? '');
  return (name) => (fields[name] ?? '').trim();
}

/** The language of a reader about whom nothing else is known. */
export function localeOf(c: Context): Locale {
  return /^\s*es\b/i.test(c.req.header('accept-language') ?? '') ? 'es' : 'en';
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
}

/** A request from a browser that has proved who it is. */
export interface KnownRequest<Link extends Opened = HostedLink> extends PageRequest<Link> {
  readonly identifiedAt: number;
}

export function isKnown<Link extends Opened>(
  request: PageRequest<Link>,
): request is KnownRequest<Link> {
  return request.identifiedAt !== null;
}

/** The answer to a form: the page itself, which shows what holds now. */
export function showAgain({ c, path }: Pick<PageRequest, 'c' | 'path'>): Response {
  return c.redirect(path, 303);
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
  request: PageRequest<Opened>,
  url: string | null,
  secretPart: RegExp,
): string | null {
  return url === null || isKnown(request) ? url : url.replace(secretPart, '');
}
