import type { MiddlewareHandler } from 'hono';
import { parseBasicAuth, passwordMatches } from '../../platform/http/basic-auth.ts';
import type { Sponsor } from '../context.ts';
import type { LendingEnv } from './lending-app.ts';

/** Finds the sponsor by its Basic credentials; 401 takes as long for an unknown name as for a wrong password. */
export function sponsorAuth(sponsors: readonly Sponsor[]): MiddlewareHandler<LendingEnv> {
  const byName = new Map(sponsors.map((sponsor) => [sponsor.id, sponsor]));
  return async function authenticateSponsor(c, next) {
    const credentials = parseBasicAuth(c.req.header('authorization'));
    const sponsor = byName.get(credentials?.username ?? '');
    const isRight = passwordMatches(credentials?.password ?? '', sponsor?.passwordSha256);
    if (sponsor === undefined || !isRight) {
      c.header('WWW-Authenticate', 'Basic realm="sponsor"');
      return c.json({ detail: 'Missing or wrong credentials.' }, 401);
    }
    c.set('sponsor', sponsor);
    return next();
  };
}
