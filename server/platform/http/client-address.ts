import { isIP } from 'node:net';
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

const MAPPED_IPV4 = /^::ffff:(?=\d+\.)/i;
const NO_ADDRESS = '0.0.0.0';

/** The client's address of a request: IPv4 in its own form, `0.0.0.0` where what stands there is none. */
export function clientAddress(c: Context, trustedHops: number): string {
  const forwardedFor = c.req.header('x-forwarded-for');
  const address = forwardedAddress(socketAddress(c), forwardedFor, trustedHops);
  const plain = address.replace(MAPPED_IPV4, '');
  return isIP(plain) === 0 ? NO_ADDRESS : plain;
}
