import type { Context } from 'hono';
import { getCookie, setCookie } from 'hono/cookie';
import type { LendingContext } from '../../context.ts';
import { DRAFT_LIFETIME_MS } from '../../operations/invitations/application-draft.ts';

const COOKIE = 'draft';

/** The secret by which this browser's draft is found; empty when it has none. */
export function draftSecret(c: Context): string {
  return getCookie(c, COOKIE) ?? '';
}

/** Lets the browser keep the secret of its draft as long as the draft is kept. */
export function keepDraftSecret(
  { config }: LendingContext,
  c: Context,
  { path, secret }: { path: string; secret: string },
): void {
  setCookie(c, COOKIE, secret, {
    path,
    httpOnly: true,
    sameSite: 'Lax',
    secure: config.publicUrl.startsWith('https:'),
    maxAge: DRAFT_LIFETIME_MS / 1000,
  });
}
