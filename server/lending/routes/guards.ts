import type { MiddlewareHandler } from 'hono';
import { minuteMs } from '../../platform/durations.ts';
import { parseBasicAuth, passwordMatches } from '../../platform/http/basic-auth.ts';
import { isFromForeignPage } from '../../platform/http/browser-security.ts';
import { countedNetwork } from '../../platform/http/client-address.ts';
import { NetworkLimiter } from '../../platform/network-limiter.ts';
import type { LendingContext } from '../context.ts';
import type { LendingEnv } from './lending-app.ts';

const controlCharacter = /%(?:[01][0-9a-f]|7f)/i;

/**
 * Refuses an address with control characters, which is no id of ours: PostgreSQL has no text with
 * NUL, and no `Location` takes one.
 */
export const readableAddress: MiddlewareHandler = async function refuseUnreadable(c, next) {
  // A query may have question marks of its own.
  const [path = '', ...query] = c.req.url.split('?');
  if (controlCharacter.test(path)) return c.json({ detail: 'Not found.' }, 404);
  if (controlCharacter.test(query.join('?'))) {
    return c.json({ detail: 'The query cannot be read.' }, 400);
  }
  return next();
};

/**
 * Refuses what another site's page sends: a browser in which somebody has opened a loan's document
 * keeps the sponsor's credentials, and adds them to every form.
 */
export function noForeignPages(publicUrl: string): MiddlewareHandler {
  const own = new URL(publicUrl).origin;
  return async function refuseForeignPages(c, next) {
    const isRead = c.req.method === 'GET' || c.req.method === 'HEAD';
    return isRead || !isFromForeignPage(c, own)
      ? next()
      : c.json({ detail: 'Pages of other sites may not call: call from your server.' }, 403);
  };
}

/** Wrong credentials that one network may send; the right ones count for nothing. */
const guesses = { calls: 20, perMs: minuteMs };

/**
 * Finds the sponsor by its Basic credentials; 401 takes as long for an unknown name as for a wrong
 * password, and 429 looks at neither.
 */
export function sponsorAuth({ config, clock, log }: LendingContext): MiddlewareHandler<LendingEnv> {
  const isSandbox = config.environment === 'sandbox';
  const byName = new Map(config.sponsors.map((sponsor) => [sponsor.id, sponsor]));
  // No sponsor's time: none can be advanced.
  const guessed = new NetworkLimiter(() => clock.now(''), guesses);
  return async function authenticateSponsor(c, next) {
    const network = countedNetwork(c, { isSandbox, trustedProxies: config.trustedProxies });
    const waitMs = network === undefined ? 0 : guessed.waitMs(network);
    if (waitMs > 0) {
      c.header('Retry-After', String(Math.ceil(waitMs / 1000)));
      return c.json({ detail: 'Too many wrong credentials; try again later.' }, 429);
    }
    const credentials = parseBasicAuth(c.req.header('authorization'));
    const sponsor = byName.get(credentials?.username ?? '');
    const isRight = passwordMatches(credentials?.password ?? '', sponsor?.passwordSha256);
    if (sponsor === undefined || !isRight) {
      if (credentials !== undefined) {
        log.warn({ event: 'credentials_refused', sponsor_id: sponsor?.id });
        if (network !== undefined) guessed.take(network);
      }
      c.header('WWW-Authenticate', 'Basic realm="sponsor"');
      return c.json({ detail: 'Missing or wrong credentials.' }, 401);
    }
    c.set('sponsor', sponsor);
    return next();
  };
}
