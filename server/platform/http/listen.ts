import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import {
  type AddressInfo,
  connect,
  createServer as createSocketServer,
  isIPv6,
  type Socket,
  type Server as SocketServer,
} from 'node:net';
import { getRequestListener } from '@hono/node-server';
import { type StopDeadline, stopDeadline } from '../stopping.ts';
import { securityHeaders } from './browser-security.ts';
import { hostInUrl, isEveryAddress, isLoopbackAddress, plainAddress } from './ip-address.ts';

// Node's own 60 s and 300 s let a client hold a socket by sending a byte now and then. It counts the
// time in which this process stood still, too: a request that came meanwhile is cut unread, so that
// shorter ones would refuse what a busy machine is only late for.
const serverOptions = {
  headersTimeout: 10_000,
  requestTimeout: 10_000,
  connectionsCheckingInterval: 500,
};
const sweepMs = 50;
/** A client sends its request right after it has connected; a browser also connects ahead of any. */
const silentMs = 1_000;
/**
 * Connections that wait to be taken. Of more the system drops the first packet, and they come a second
 * or more later.
 */
const backlog = 4_096;
/**
 * Node takes one connection of a socket in each turn of its event loop (libuv), and under load a turn
 * lasts as long as a commit: thirty new consumers a second would be all. Linux shares new connections
 * out among sockets on one port.
 */
const socketsOfPort = process.platform === 'linux' ? 16 : 1;

export interface Listening {
  /** `http://localhost:8787`, without a slash at the end. */
  url: string;
  port: number;
  /**
   * Takes no new connection, lets running requests end until the deadline, then cuts them. Answers
   * say from then on that they are the last of their connection.
   */
  close(deadline?: StopDeadline): Promise<void>;
}

/**
 * Answers a request before the app does, at a fraction of its cost, and returns true; or returns false.
 * Node drops the body.
 */
export type EarlyAnswer = (request: IncomingMessage, response: ServerResponse) => boolean;

export interface ListenOptions {
  /** 0 picks a free port. */
  port: number;
  /** The IP address to listen on; every address of this machine when absent. */
  address?: string | undefined;
  /** Requests for any other host are refused with 421; absent, every host is served. */
  hosts?: OwnHosts | undefined;
  answerEarly?: EarlyAnswer | undefined;
}

/** Serves a Hono app. Rejects when the port is taken or the address is not of this machine. */
export async function listen(
  app: { fetch(request: Request, env: unknown): Response | Promise<Response> },
  { port, address, hosts, answerEarly }: ListenOptions,
): Promise<Listening> {
  const answer = getRequestListener((request, env) => app.fetch(request, env), {
    // A request that names no host gets this one: its address has to be whole.
    ...(hosts && { hostname: new URL(hosts.publicUrl).host }),
  });
  const isForUs = hosts && ownHostCheck(hosts, address);
  const server: Server = createServer(serverOptions, (request, response) => {
    if (!server.listening) endConnectionAfter(response);
    if (isForUs && !isForUs(request)) return refuseHost(response, hosts.publicUrl);
    if (dotSegment.test(request.url ?? '')) return refusePath(response, hosts?.publicUrl);
    if (!answerEarly?.(request, response)) void answer(request, response);
  });
  const connectedAt = new Map<Socket, number>();
  server.on('connection', (connection) => {
    connectedAt.set(connection, performance.now());
    connection.once('close', () => connectedAt.delete(connection));
  });
  if (port !== 0 && socketsOfPort > 1) await assertFree(port, address);
  const actualPort = await openSocket(server, { port, address });
  const others: SocketServer[] = [];
  for (let socket = 1; socket < socketsOfPort; socket += 1) {
    const other = createSocketServer({ allowHalfOpen: true, noDelay: true }, (connection) => {
      server.emit('connection', connection);
    });
    await openSocket(other, { port: actualPort, address });
    others.push(other);
  }
  return {
    url: `http://${hostInUrl(address)}:${actualPort}`,
    port: actualPort,
    close: (deadline = stopDeadline()) => drain([server, ...others], connectedAt, deadline),
  };
}

interface Place {
  port: number;
  address: string | undefined;
}

/** @returns the port */
async function openSocket(server: SocketServer, { port, address }: Place): Promise<number> {
  const listening = once(server, 'listening');
  server.listen({ port, host: address, backlog, reusePort: socketsOfPort > 1 });
  await listening;
  return (server.address() as AddressInfo).port;
}

/** Another process of ours would share the port without a word, and get half of the requests. */
async function assertFree(port: number, address: string | undefined): Promise<void> {
  const host = address === undefined || isEveryAddress(address) ? 'localhost' : address;
  const connection = connect({ port, host });
  try {
    await once(connection, 'connect');
  } catch {
    return;
  } finally {
    connection.destroy();
  }
  const reason = `listen EADDRINUSE: address already in use ${hostInUrl(address)}:${port}`;
  throw Object.assign(new Error(reason), { code: 'EADDRINUSE', port });
}

async function drain(
  [server, ...others]: readonly [Server, ...SocketServer[]],
  connectedAt: ReadonlyMap<Socket, number>,
  deadline: StopDeadline,
): Promise<void> {
  const closed = Promise.all(
    [server, ...others].map((each) => new Promise<void>((resolve) => each.close(() => resolve()))),
  );
  for (const connection of connectedAt.keys()) {
    const response = runningResponse(connection);
    if (response) endConnectionAfter(response);
  }
  // A connection that is kept alive becomes idle only when its running request has ended.
  const sweep = setInterval(() => {
    server.closeIdleConnections();
    // If this process stood still, what was sent meanwhile is read before this runs.
    setImmediate(() => closeSilent(connectedAt));
  }, sweepMs);
  void deadline.then(() => server.closeAllConnections());
  server.closeIdleConnections();
  await closed;
  clearInterval(sweep);
}

/** Node keeps it with the connection until it is sent, and has no public name for it. */
function runningResponse(connection: Socket): ServerResponse | null | undefined {
  return (connection as Socket & { _httpMessage?: ServerResponse | null })._httpMessage;
}

/**
 * A client that is not told (RFC 9112, section 9.6) sends its next request on a connection that is
 * about to be closed, and a proxy does not repeat a POST.
 */
function endConnectionAfter(response: ServerResponse): void {
  if (!response.headersSent) response.setHeader('connection', 'close');
  else response.once('finish', () => response.req.socket.destroySoon());
}

/** Node counts a connection as busy from the start, also one on which no request ever comes. */
function closeSilent(connectedAt: ReadonlyMap<Socket, number>): void {
  const latest = performance.now() - silentMs;
  for (const [connection, at] of connectedAt) {
    if (connection.bytesRead === 0 && at <= latest) connection.destroy();
  }
}

interface OwnHosts {
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
function ownHostCheck(
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
function refuseHost(response: ServerResponse, publicUrl: string): void {
  const text = `This service is at ${publicUrl} and answers there only.`;
  refuse(response, { status: 421, text, publicUrl });
}

/**
 * A path with `.` or `..` in it. A proxy may take `/v1/a%2Fb/../../metrics` for one below `/v1/` and pass
 * it on as it came, while a URL's reader finds `/metrics` in it. Browsers send no such path.
 */
const dotSegment = /^[^?#]*\/(?:\.|%2e){1,2}(?:[/?#]|$)/i;

function refusePath(response: ServerResponse, publicUrl = ''): void {
  refuse(response, { status: 400, text: 'The path must be without dot segments.', publicUrl });
}

interface Refusal {
  status: number;
  text: string;
  publicUrl: string;
}

function refuse(response: ServerResponse, { status, text, publicUrl }: Refusal): void {
  response.writeHead(status, {
    ...securityHeaders(publicUrl),
    'content-type': 'text/plain; charset=utf-8',
    // The body was not read.
    connection: 'close',
  });
  response.end(`${text}\n`);
}
