import { type LookupAddress, lookup as systemLookup } from 'node:dns';
import { Resolver } from 'node:dns/promises';
import type { LookupFunction } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

const resolutionDelayMs = 50;
/** A second try takes twice as long. */
const firstTryMs = 1_000;

export interface NameLookup {
  lookup: LookupFunction;
  /** Gives up what is being looked up. */
  close(): void;
}

/**
 * Looks up names that others gave, by DNS alone. The system's resolver has two of Node's threads for
 * the whole process, and nothing cancels it: a few names whose servers do not answer would keep it
 * from all other names, the lender's and the database's among them, for a minute.
 *
 * @param servers those of the system when absent
 */
export function createNameLookup(servers?: readonly string[]): NameLookup {
  const resolver = new Resolver({ timeout: firstTryMs, tries: 2 });
  if (servers) resolver.setServers(servers);
  const lookup: LookupFunction = (hostname, options, callback) => {
    void addressesOf(resolver, hostname).then(
      (found) => {
        const [first] = found;
        if (options.all === true) callback(null, found);
        else callback(null, first.address, first.family);
      },
      (error: NodeJS.ErrnoException) => callback(error, ''),
    );
  };
  return { lookup, close: () => resolver.cancel() };
}

/**
 * The system's resolver, asked for a name once at a time, whoever waits for it: a service that is called
 * often, and whose name server says nothing, would keep it from all other names.
 */
export function createSharedLookup(
  lookup: LookupFunction = systemLookup as LookupFunction,
): LookupFunction {
  const waiting = new Map<string, Parameters<LookupFunction>[2][]>();
  return (hostname, options, callback) => {
    const key = JSON.stringify([hostname, options]);
    const callbacks = waiting.get(key);
    if (callbacks !== undefined) {
      callbacks.push(callback);
      return;
    }
    const all = [callback];
    waiting.set(key, all);
    lookup(hostname, options, (...found) => {
      waiting.delete(key);
      for (const each of all) each(...found);
    });
  };
}

/**
 * Those of IPv4 first; those of IPv6 are not waited for where a server does not answer to them (RFC
 * 8305, section 3).
 */
async function addressesOf(
  resolver: Resolver,
  hostname: string,
): Promise<[LookupAddress, ...LookupAddress[]]> {
  const asked = resolver.resolve6(hostname).catch(() => []);
  const four = await resolver.resolve4(hostname).catch((error: Error) => error);
  const later = four instanceof Error ? asked : Promise.race([asked, sleep(resolutionDelayMs, [])]);
  const six = await later;
  const found = [
    ...(four instanceof Error ? [] : four).map((address) => ({ address, family: 4 })),
    ...six.map((address) => ({ address, family: 6 })),
  ];
  const [first, ...others] = found;
  if (first !== undefined) return [first, ...others];
  throw four instanceof Error ? four : new Error('no address');
}
