import type { Context, MiddlewareHandler } from 'hono';
import { minuteMs } from '../server/platform/durations.ts';
import { countedNetwork, type TrustedProxies } from '../server/platform/http/client-address.ts';
import { NetworkLimiter } from '../server/platform/network-limiter.ts';
import type { Rate } from '../server/platform/rate-limiter.ts';

/** Of what the shop's server asks the BFF and the sandbox for, which see no network but its own. */
export const visitorCalls: Rate = { calls: 120, perMs: minuteMs };

/** Of what the panel shows: each open one reads it 24 times a minute. */
export const visitorReads: Rate = { calls: 600, perMs: minuteMs };

/** Takes a call of the visitor's network. @returns 0, or the milliseconds until there is one */
export type TakeVisitorCall = (c: Context) => number;

/** A limit of a shop that strangers share. */
export function visitorLimit(
  rate: Rate,
  trustedProxies: TrustedProxies,
  now: () => number,
): TakeVisitorCall {
  const limiter = new NetworkLimiter(now, rate);
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
