import type { Context } from 'hono';
import { clientAddress, type TrustedProxies } from './client-address.ts';
import { isFromThisMachine } from './loopback-only.ts';

export interface CountingConfig {
  /** Whether a developer runs it. */
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
  const [head = '', tail] = address.split('::');
  const groups = head === '' ? [] : head.split(':');
  const missing = tail === undefined ? 0 : 8 - groups.length - tail.split(':').length;
  return [...groups, ...Array<string>(Math.max(0, missing)).fill('0')].slice(0, 4).join(':');
}
