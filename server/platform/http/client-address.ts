import { BlockList, isIP, isIPv6 } from 'node:net';
import type { Context, MiddlewareHandler } from 'hono';
import { isLoopbackAddress, plainAddress } from './ip-address.ts';

/** Which proxies stand in front, each of which appends its caller's address to `X-Forwarded-For`. */
export interface TrustedProxies {
  /** How many entries at the end of the header are theirs; with 0 it is never read. */
  readonly hops: number;
  /** Addresses and ranges of all of them, such as `10.0.0.0/8`: only what one of them wrote is believed. */
  readonly addresses: BlockList;
}

export const noProxies: TrustedProxies = { hops: 0, addresses: new BlockList() };

/**
 * Adds an address or a range in CIDR notation to a list.
 * @returns false for anything else
 */
export function addAddressOrRange(list: BlockList, text: string): boolean {
  const [, address = '', prefix] = /^([^/]+)(?:\/(\d{1,3}))?$/.exec(text) ?? [];
  if (isIP(address) === 0) return false;
  const family = isIPv6(address) ? 'ipv6' : 'ipv4';
  const bits = family === 'ipv6' ? 128 : 32;
  if (Number(prefix ?? bits) > bits) return false;
  list.addSubnet(address, Number(prefix ?? bits), family);
  return true;
}

/** Whose connection it is: the client's, or the nearest proxy's. Without one, as in tests, `127.0.0.1`. */
function socketAddress(c: Context): string {
  const env = c.env as { incoming?: { socket?: { remoteAddress?: string } } } | undefined;
  return plainAddress(env?.incoming?.socket?.remoteAddress ?? '127.0.0.1');
}

/**
 * The client's address of a request. Behind trusted proxies it is the entry of `X-Forwarded-For`
 * that the outermost of them wrote; entries further left were written by the client. Each entry
 * is believed only if the one to its right, for the last one the connection's address, is a listed
 * proxy: a client that calls an inner proxy directly writes the other entries by itself. An entry
 * that is no address ends the reading, too: the nearest address so far is the answer, so that no two
 * networks ever share one that is made up.
 *
 * @example
 * '203.0.113.9:4711' from one trusted proxy => '203.0.113.9'
 */
export function clientAddress(c: Context, { hops, addresses }: TrustedProxies): string {
  const entries = (c.req.header('x-forwarded-for') ?? '')
    .split(',')
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '');
  let nearest = socketAddress(c);
  for (const entry of entries.reverse().slice(0, hops)) {
    if (!addresses.check(nearest, isIPv6(nearest) ? 'ipv6' : 'ipv4')) break;
    const address = addressInEntry(entry);
    if (address === undefined) break;
    nearest = address;
  }
  return nearest;
}

/** Reads `1.2.3.4`, `2001:db8::1` and `[2001:db8::1]`, the first and the last also with a port. */
function addressInEntry(entry: string): string | undefined {
  const bracketed = /^\[([^\]]+)\](?::\d{1,5})?$/.exec(entry)?.[1];
  const withPort = /^(\d+\.\d+\.\d+\.\d+):\d{1,5}$/.exec(entry)?.[1];
  const address = bracketed ?? withPort ?? entry;
  const isAddress = bracketed === undefined ? isIP(address) !== 0 : isIPv6(address);
  return isAddress ? plainAddress(address) : undefined;
}

/** What proxies write on a request that they pass on. */
const forwardingHeaders = ['x-forwarded-for', 'x-forwarded-host', 'x-real-ip', 'forwarded', 'via'];

/**
 * True if a request was made on this machine. A proxy that stands here has a loopback address too:
 * what was forwarded is from elsewhere, however many proxies are trusted and whatever they say.
 */
function isFromThisMachine(c: Context): boolean {
  const isForwarded = forwardingHeaders.some((name) => c.req.header(name) !== undefined);
  return !isForwarded && isLoopbackAddress(socketAddress(c));
}

/** As if there were nothing for whoever calls from another machine. */
export const loopbackOnly: MiddlewareHandler = async function admitThisMachine(c, next) {
  return isFromThisMachine(c) ? next() : c.json({ detail: 'Not found.' }, 404);
};

export interface CountingConfig {
  /** True if a developer runs it. */
  isSandbox: boolean;
  trustedProxies: TrustedProxies;
}

/**
 * The network whose calls limits count; undefined for a developer's call on this machine. In front
 * of consumers a proxy that forwards no address looks like that too: there all count as one.
 */
export function countedNetwork(
  c: Context,
  { isSandbox, trustedProxies }: CountingConfig,
): string | undefined {
  const isDevelopers = isSandbox && trustedProxies.hops === 0 && isFromThisMachine(c);
  return isDevelopers ? undefined : clientNetwork(c, trustedProxies);
}

/** The network of a request's client: whoever has one IPv6 address has its whole /64. */
export function clientNetwork(c: Context, trustedProxies: TrustedProxies): string {
  const address = clientAddress(c, trustedProxies);
  if (!address.includes(':')) return address;
  const [before = [], after = []] = address.split('::').map(groupsOf);
  const left = 8 - before.length - after.length;
  return [...before, ...Array<string>(left).fill('0'), ...after].slice(0, 4).join(':');
}

function groupsOf(part: string): string[] {
  return part === '' ? [] : part.split(':');
}
