import type { Context } from 'hono';

/**
 * The client's address behind `trustedHops` proxies of ours, each of which appends the address it
 * was called from to `X-Forwarded-For`. What stands further left was written by the client.
 *
 * @example
 * forwardedAddress('10.0.0.2', 'spoofed, 203.0.113.9', 1) => '203.0.113.9'
 */
export function forwardedAddress(
  socketAddress: string,
  forwardedFor: string | undefined,
  trustedHops: number,
): string {
  const chain = (forwardedFor ?? '').split(',').map((part) => part.trim());
  const addresses = [...chain.filter((part) => part !== ''), socketAddress];
  return addresses.at(-1 - trustedHops) ?? addresses[0] ?? socketAddress;
}

/** Whose connection it is: the client's, or the nearest proxy's. Without one, as in tests, `127.0.0.1`. */
export function socketAddress(c: Context): string {
  const env = c.env as { incoming?: { socket?: { remoteAddress?: string } } } | undefined;
  return env?.incoming?.socket?.remoteAddress ?? '127.0.0.1';
}

/** The client's address of a request. */
export function clientAddress(c: Context, trustedHops: number): string {
  return forwardedAddress(socketAddress(c), c.req.header('x-forwarded-for'), trustedHops);
}
