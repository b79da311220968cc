import type { IncomingMessage, ServerResponse } from 'node:http';
import { isIPv6, type Socket } from 'node:net';
import { isEveryAddress, isLoopbackAddress, plainAddress } from './ip-address.ts';
import { securityHeaders } from './secure-answers.ts';

export interface OwnHosts {
  /** Where the service says that it is reached, without a slash at the end. */
  publicUrl: string;
  /** Paths that are served under any host or none, such as those that probes ask for. */
  openPaths?: readonly string[] | undefined;
}

const defaultPorts: Readonly<Record<string, string>> = { 'http:': '80', 'https:': '443' };

/**
 * Tells which requests name a host of this service: that of its public URL, or the address that it
 * listens at. A page of another name that is made to point here (DNS rebinding) has its own name in
 * `Host`. A request without a host, or with two, is for none (RFC 9110, section 7.4), but probes that
 * speak HTTP/1.0 may send none to an open path.
 */
export function ownHostCheck(
  { publicUrl, openPaths = [] }: OwnHosts,
  listenAddress: string | undefined,
): (request: IncomingMessage) => boolean {
  const { protocol, host, hostname, port } = new URL(publicUrl);
  const publicHosts = [host, `${hostname}:${port || defaultPorts[protocol]}`];
  const isOnLoopback = isEveryAddress(listenAddress) || isLoopbackAddress(listenAddress);
  const localNames = isOnLoopback ? ['localhost', '127.0.0.1', '[::1]'] : [];
  return (request) => {
    const { url = '', rawHeaders, socket } = request;
    const hosts = rawHeaders.filter(
      (_, at) => at % 2 === 1 && rawHeaders[at - 1]?.toLowerCase() === 'host',
    );
    if (hosts.length > 1) return false;
    if (openPaths.includes(url.split('?')[0] ?? '')) return true;
    if (hosts.length === 0) return false;
    const isOwn = (host: string) =>
      publicHosts.includes(host) || hostsAt(socket, localNames).includes(host);
    // The host of an absolute target rules over the header (RFC 9112, section 3.2.2).
    const inTarget = /^[a-z][a-z\d+.-]*:\/\/([^/?#]*)/i.exec(url)?.[1];
    return [hosts[0], inTarget].every((each) => each === undefined || isOwn(each.toLowerCase()));
  };
}

/** The names of the connection's own end; without the port where that is http's. */
function hostsAt({ localAddress, localPort }: Socket, names: readonly string[]): string[] {
  const address = plainAddress(localAddress ?? '');
  const hosts = [...names, isIPv6(address) ? `[${address}]` : address];
  const withPort = hosts.map((host) => `${host}:${localPort}`);
  return localPort === 80 ? [...hosts, ...withPort] : withPort;
}

/** 421 Misdirected Request (RFC 9110, section 15.5.20); repeats nothing of what was sent. */
export function refuseHost(response: ServerResponse, publicUrl: string): void {
  response.writeHead(421, {
    ...securityHeaders(publicUrl),
    'content-type': 'text/plain; charset=utf-8',
    // The body was not read.
    connection: 'close',
  });
  response.end(`This service is at ${publicUrl} and answers there only.\n`);
}
