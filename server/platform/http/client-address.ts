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

/** The client's address of a request; without a socket, as in tests, it is `127.0.0.1`. */
export function clientAddress(c: Context, trustedHops: number): string {
  const env = c.env as { incoming?: { socket?: { remoteAddress?: string } } } | undefined;
  const socketAddress = env?.incoming?.socket?.remoteAddress ?? '127.0.0.1';
  return forwardedAddress(socketAddress, c.req.header('x-forwarded-for'), trustedHops);
}
