import type { Context } from 'hono';
import { getCookie, setCookie } from 'hono/cookie';
import { equalDigests } from '../../platform/crypto/digest.ts';
import type { LendingContext } from '../context.ts';
import type { LinkRow } from '../store/schema/hosted-pages.ts';

const COOKIE = 'identified';
const LIFETIME_SECONDS = 30 * 60;

type Keys = Pick<LendingContext, 'sealer' | 'clock' | 'config'>;

/** Remembers in this browser, for half an hour and this link alone, that its question was answered. */
export function rememberIdentity(keys: Keys, c: Context, link: LinkRow, path: string): void {
  const until = keys.clock.now(link.sponsor_id) + LIFETIME_SECONDS * 1000;
  setCookie(c, COOKIE, `${until}.${seal(keys, link, until)}`, {
    path,
    httpOnly: true,
    sameSite: 'Lax',
    secure: keys.config.publicUrl.startsWith('https:'),
    maxAge: LIFETIME_SECONDS,
  });
}

/** True if this browser has answered the identity question of this link lately. */
export function isIdentified(keys: Keys, c: Context, link: LinkRow): boolean {
  return identifiedAt(keys, c, link) !== null;
}

/** When this browser answered it, in epoch milliseconds; null where it has to be asked. */
export function identifiedAt(keys: Keys, c: Context, link: LinkRow): number | null {
  const [until = '', mac = ''] = (getCookie(c, COOKIE) ?? '').split('.');
  const isRight = equalDigests(mac, seal(keys, link, Number(until)));
  const isFresh = keys.clock.now(link.sponsor_id) < Number(until);
  return isRight && isFresh ? Number(until) - LIFETIME_SECONDS * 1000 : null;
}

function seal({ sealer }: Keys, { token_digest }: LinkRow, until: number): string {
  return sealer.index(JSON.stringify([token_digest, until]), 'page-session');
}
