import type { Context, MiddlewareHandler } from 'hono';
import { minuteMs } from '../server/platform/durations.ts';
import { countedNetwork, type TrustedProxies } from '../server/platform/http/client-address.ts';
import { NetworkLimiter } from '../server/platform/network-limiter.ts';

/** Of what the shop's server asks the BFF and the sandbox for, which see no network but its own. */
const visitorCalls = { calls: 120, perMs: minuteMs };

/** Takes a call of the visitor's network. @returns 0, or the milliseconds until there is one */
export type TakeVisitorCall = (c: Context) => number;

/** The limit of a shop that strangers share. */
export function visitorLimit(trustedProxies: TrustedProxies, now: () => number): TakeVisitorCall {
  const limiter = new NetworkLimiter(now, visitorCalls);
  return (c) => {
    const network = countedNetwork(c, { isSandbox: true, trustedProxies });
    return network === undefined ? 0 : limiter.take(network);
  };
}

/** Answers 429 where the network has no call left. */
export function limited(take: TakeVisitorCall): MiddlewareHandler {
  return async function limitVisitorCalls(c, next) {
    const waitMs = take(c);
    if (waitMs === 0) return next();
    c.header('retry-after', String(Math.ceil(waitMs / 1000)));
    return c.json({ error: 'Too many calls from your network' }, 429);
  };
}
