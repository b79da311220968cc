import type { Context, MiddlewareHandler } from 'hono';
import { socketAddress } from './client-address.ts';
import { isLoopbackAddress } from './ip-address.ts';

/** What proxies write on a request that they pass on. */
const forwardingHeaders = ['x-forwarded-for', 'x-forwarded-host', 'x-real-ip', 'forwarded', 'via'];

/**
 * Whether a request was made on this machine. A proxy that stands here has a loopback address too:
 * what was forwarded is from elsewhere, however many proxies are trusted and whatever they say.
 */
export function isFromThisMachine(c: Context): boolean {
  const isForwarded = forwardingHeaders.some((name) => c.req.header(name) !== undefined);
  return !isForwarded && isLoopbackAddress(socketAddress(c));
}

/** As if there were nothing for whoever calls from another machine. */
export const loopbackOnly: MiddlewareHandler = async function admitThisMachine(c, next) {
  return isFromThisMachine(c) ? next() : c.json({ detail: 'Not found.' }, 404);
};
