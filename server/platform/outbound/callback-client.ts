import { type LookupAddress, lookup as systemLookup } from 'node:dns';
import { isIP, type LookupFunction } from 'node:net';
import { Agent, buildConnector } from 'undici';
import { bareHost, isAllowedHost, isPublicAddress, refusalOfUrl } from './callback-url.ts';
import { ConnectionFailedError, exchange } from './exchange.ts';
import { createNameLookup } from './name-lookup.ts';

const connectMs = 3_000;
const totalMs = 10_000;
const keptReplyBytes = 65_536;

export interface Callback {
  url: string;
  /** JSON. */
  body: string;
  /** In lower case, beside those of its body. */
  headers: Readonly<Record<string, string>>;
}

/** What became of a delivery; an answer counts whatever happens to its body. */
export type CallbackResult =
  | { kind: 'answered'; status: number; reply: string }
  | { kind: 'failed'; error: string };

export interface CallbackClient {
  post(callback: Callback): Promise<CallbackResult>;
  close(): Promise<void>;
}

export interface CallbackClientOptions {
  /** Hosts of a development machine that may be called although they are not public. */
  allowedHosts: readonly string[];
  totalMs?: number;
  /** The resolver, for tests of names that change their address. */
  lookup?: LookupFunction;
  /** `address:port` of the DNS servers to ask in place of the system's. */
  nameServers?: readonly string[];
}

/**
 * Posts to URLs that others gave: guarded against addresses of inner networks, no redirect
 * followed, 10 s in all, the first 64 KiB of the reply kept.
 */
export function createCallbackClient(options: CallbackClientOptions): CallbackClient {
  const { allowedHosts } = options;
  const names = createNameLookup(options.nameServers);
  const guard = {
    allowedHosts,
    connectMs,
    lookup: options.lookup ?? names.lookup,
    // Names of a development machine may stand in its own files alone.
    openLookup: options.lookup ?? (systemLookup as LookupFunction),
  };
  const agent = new Agent({ allowH2: false, connect: guardedConnector(guard) });
  return {
    async post(callback) {
      const refusal = refusalOfUrl(callback.url, allowedHosts);
      if (refusal) return { kind: 'failed', error: refusal };
      const signal = AbortSignal.timeout(options.totalMs ?? totalMs);
      try {
        return await send(agent, callback, signal);
      } catch (error) {
        return { kind: 'failed', error: signal.aborted ? 'timeout' : failureCode(error) };
      }
    },
    close: async () => {
      names.close();
      await agent.destroy();
    },
  };
}

async function send(
  agent: Agent,
  callback: Callback,
  signal: AbortSignal,
): Promise<CallbackResult> {
  const { origin, pathname, search } = new URL(callback.url);
  const request = {
    origin,
    path: pathname + search,
    method: 'POST' as const,
    body: callback.body,
    headers: { 'content-type': 'application/json', ...callback.headers },
  };
  const { status, bytes } = await exchange(agent, request, { maxBytes: keptReplyBytes, signal });
  return { kind: 'answered', status, reply: bytes.toString('utf8') };
}

function failureCode(error: unknown): string {
  const cause = error instanceof ConnectionFailedError ? error.cause : error;
  if (!(cause instanceof Error)) return 'failed';
  return 'code' in cause && typeof cause.code === 'string' ? cause.code : cause.name;
}

/** The connection would have gone to an address that is not public. */
class BlockedAddressError extends Error {
  override readonly name = 'BlockedAddressError';
  readonly code = 'ERR_BLOCKED_ADDRESS';
}

interface GuardOptions {
  allowedHosts: readonly string[];
  connectMs: number;
  /** Its answers are checked. */
  lookup: LookupFunction;
  openLookup: LookupFunction;
}

/**
 * Connects to public addresses only. The socket goes to the very addresses that were checked, so a
 * name that resolves differently a moment later leads nowhere else. undici calls no `lookup` for
 * IP literals: they are checked before.
 */
function guardedConnector({
  allowedHosts,
  connectMs,
  lookup,
  openLookup,
}: GuardOptions): buildConnector.connector {
  const connect = (checked: LookupFunction) =>
    buildConnector({
      timeout: connectMs,
      // As in createHttpClient().
      allowH2: false,
      lookup: checked,
    } as buildConnector.BuildOptions);
  const openConnect = connect(openLookup);
  const guardedConnect = connect(checkedLookup(lookup));
  return (options, callback) => {
    const host = bareHost(options.hostname);
    if (isAllowedHost(host, allowedHosts)) return openConnect(options, callback);
    if (isIP(host) !== 0 && !isPublicAddress(host))
      return callback(new BlockedAddressError(), null);
    return guardedConnect(options, callback);
  };
}

function checkedLookup(lookup: LookupFunction): LookupFunction {
  return (hostname, options, callback) =>
    lookup(hostname, options, (error, address, family) => {
      if (error) return callback(error, address, family);
      const isBlocked = addressesOf(address).some((each) => !isPublicAddress(each));
      return isBlocked
        ? callback(new BlockedAddressError(), address, family)
        : callback(null, address, family);
    });
}

function addressesOf(found: string | LookupAddress[]): string[] {
  return typeof found === 'string' ? [found] : found.map(({ address }) => address);
}
