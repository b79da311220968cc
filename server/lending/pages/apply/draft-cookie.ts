import type { Context } from 'hono';
import { getCookie, setCookie } from 'hono/cookie';
import { randomIds } from '../../../platform/ids.ts';
import type { LendingContext } from '../../context.ts';
import { DRAFT_LIFETIME_MS } from '../../operations/invitations/application-draft.ts';

const COOKIE = 'draft';

/** The secret by which this browser's draft is found; empty when it has none. */
export function draftSecret(c: Context): string {
  return getCookie(c, COOKIE) ?? '';
}

/**
 * Gives the browser a secret of its own, or the same one for longer. It is drawn from the operating
 * system, in the sandbox too, whose other ids can be foretold.
 */
export function keepDraftSecret({ config }: LendingContext, c: Context, path: string): string {
  const secret = draftSecret(c) || randomIds.token();
  setCookie(c, COOKIE, secret, {
    path,
    httpOnly: true,
    sameSite: 'Lax',
    secure: config.publicUrl.startsWith('https:'),
    maxAge: DRAFT_LIFETIME_MS / 1000,
  });
  return secret;
}
