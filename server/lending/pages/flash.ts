import type { Context } from 'hono';
import { getCookie, setCookie } from 'hono/cookie';
import { SealedFieldError } from '../../platform/crypto/sealed-fields.ts';
import type { LendingContext } from '../context.ts';
import type { LinkRow } from '../store/schema/hosted-pages.ts';
import type { FieldError } from './parts.ts';

const COOKIE = 'flash';
const LIFETIME_SECONDS = 60;
/** Browsers keep 4096 bytes of a cookie; its name and attributes are some of them. */
const LONGEST_SEALED = 3800;

/** What a page says, once, of its form that was refused. */
export interface Flash {
  readonly errors: readonly FieldError[];
  /** What stands in the way, where no field is wrong. */
  readonly problem: string | null;
  /**
   * What is given back of what was typed, by field, as far as a cookie has room for it; digits that
   * prove who somebody is never are.
   */
  readonly typed: Readonly<Record<string, string>>;
}

/** A form of a link's page. */
export interface LinkForm {
  readonly link: LinkRow;
  /** Where the page is that shows it. */
  readonly path: string;
  /** Which of the page's forms it is. */
  readonly form: string;
}

type Keys = Pick<LendingContext, 'sealer' | 'clock' | 'config'>;

const nothing: Flash = { errors: [], problem: null, typed: {} };

/**
 * Refuses a form: its page is asked for anew and says why. Were the POST itself answered by the
 * page, loading it again would count another try, and going back to it would be an error.
 */
export function sendBack(keys: Keys, c: Context, at: LinkForm, flash: Partial<Flash>): Response {
  const until = nowOf(keys, at) + LIFETIME_SECONDS * 1000;
  const kept: Kept = { ...nothing, ...flash, until };
  const whole = sealed(keys, at, kept);
  const fits = whole.length <= LONGEST_SEALED;
  const value = fits ? whole : sealed(keys, at, { ...kept, typed: {} });
  writeCookie(keys, c, at, value, LIFETIME_SECONDS);
  return c.redirect(at.path, 303);
}

/** What is to be said of this form now. It is taken out of the browser, whatever form it was of. */
export function takeFlash(keys: Keys, c: Context, at: LinkForm): Flash {
  const cookie = getCookie(c, COOKIE);
  if (cookie === undefined) return nothing;
  writeCookie(keys, c, at, '', 0);
  const kept = opened(keys, at, cookie);
  return kept && nowOf(keys, at) < kept.until ? kept : nothing;
}

interface Kept extends Flash {
  readonly until: number;
}

function sealed({ sealer }: Keys, at: LinkForm, kept: Kept): string {
  return sealer.seal(JSON.stringify(kept), aadOf(at));
}

/** Undefined when it is of another form or link, or was not made here. */
function opened({ sealer }: Keys, at: LinkForm, cookie: string): Kept | undefined {
  try {
    // What is opened was sealed by sendBack(): the authentication tag vouches for it.
    return JSON.parse(sealer.open(cookie, aadOf(at))) as Kept;
  } catch (error) {
    if (error instanceof SealedFieldError) return undefined;
    throw error;
  }
}

function writeCookie(
  { config }: Keys,
  c: Context,
  { path }: LinkForm,
  value: string,
  maxAge: number,
): void {
  setCookie(c, COOKIE, value, {
    path,
    httpOnly: true,
    sameSite: 'Strict',
    secure: config.publicUrl.startsWith('https:'),
    maxAge,
  });
}

function nowOf({ clock }: Keys, { link }: LinkForm): number {
  return clock.now(link.sponsor_id);
}

function aadOf({ link, form }: LinkForm): string {
  return `${link.sponsor_id}|pages|flash|${link.token_digest}|${form}`;
}
