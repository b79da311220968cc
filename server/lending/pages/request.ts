import type { Context } from 'hono';
import type { Locale } from '../../lending-api/contact.ts';
import { clientAddress } from '../../platform/http/client-address.ts';
import { readBody } from '../../platform/http/read-body.ts';
import { readForm } from '../../platform/http/read-form.ts';
import type { LendingContext } from '../context.ts';
import type { HostedLink } from '../operations/identity/hosted-link.ts';
import type { Visitor } from '../operations/identity/visitor.ts';
import type { LinkRow } from '../store/schema/hosted-pages.ts';
import { isIdentified } from './page-session.ts';
import type { WayBack } from './parts.ts';

const MAX_FORM_BYTES = 16 * 1024;
const LONGEST_USER_AGENT = 512;

/** A posted form's fields, trimmed; what is not there is empty. */
export async function formOf(c: Context): Promise<(name: string) => string> {
  const bytes = await readBody(c.req.raw, MAX_FORM_BYTES);
  const fields = await readForm(bytes, c.req.header('content-type') ?? '');
  return (name) => (fields[name] ?? '').trim();
}

/** `' 900 10–0001' => '900100001'`; whatever holds more than digits and separators comes back trimmed. */
export function digitsOf(typed: string): string {
  const text = typed.trim();
  return /^[\d\s.\p{Pd}\p{Cf}]+$/u.test(text) ? text.replaceAll(/\D/g, '') : text;
}

export function visitorOf(c: Context, { config }: LendingContext): Visitor {
  return {
    ipAddress: clientAddress(c, config.trustedProxies),
    userAgent: (c.req.header('user-agent') ?? '').slice(0, LONGEST_USER_AGENT),
    origin: new URL(config.publicUrl).origin,
  };
}

/** The language of a reader about whom nothing else is known. */
export function localeOf(c: Context): Locale {
  return /^\s*es\b/i.test(c.req.header('accept-language') ?? '') ? 'es' : 'en';
}

/** Where the consumer came from, as `shownUrl()` shows it. */
export function wayBackTo(
  context: LendingContext,
  c: Context,
  { application, merchant, link }: Pick<HostedLink, 'application' | 'merchant' | 'link'>,
): WayBack {
  const url = application.sponsor_redirect_url ?? merchant.sponsor_redirect_url;
  return { merchantName: merchant.business_name, url: shownUrl(context, c, link, url) };
}

/**
 * A sponsor's address on a link's page. Its fragment can carry a handle, such as one that resumes the
 * checkout, so it is left out until the visitor has answered this link's question.
 */
export function shownUrl(
  context: LendingContext,
  c: Context,
  link: LinkRow,
  url: string | null,
): string | null {
  return url === null || isIdentified(context, c, link) ? url : url.replace(/#.*$/s, '');
}

/** 'alex@example.test' => 'a•••@example.test' */
export function maskedEmail(email: string): string {
  return email.replace(/^(.)[^@]*/, '$1•••');
}

/** '+16145550170' => '0170' */
export function lastFourDigits(phone: string): string {
  return phone.slice(-4);
}
