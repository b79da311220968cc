import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { getRequestListener } from '@hono/node-server';
import { type StopDeadline, stopDeadline } from '../stopping.ts';
import { hostInUrl } from './ip-address.ts';
import { type OwnHosts, ownHostCheck, refuseHost } from './own-host.ts';

// Node's own 60 s and 300 s let a client hold a socket by sending a byte now and then. It counts the
// time in which this process stood still, too: a request that came meanwhile is cut unread, so that
// shorter ones would refuse what a busy machine is only late for.
const serverOptions = {
  headersTimeout: 10_000,
  requestTimeout: 10_000,
  connectionsCheckingInterval: 500,
};
const sweepMs = 50;

export interface Listening {
  /** `http://localhost:8787`, without a slash at the end. */
  url: string;
  port: number;
  /** Takes no new connection, lets running requests end until the deadline, then cuts them. */
  close(deadline?: StopDeadline): Promise<void>;
}

export interface ListenOptions {
  /** 0 picks a free port. */
  port: number;
  /** The IP address to listen on; every address of this machine when absent. */
  address?: string | undefined;
  /** Requests for any other host are refused with 421; absent, every host is served. */
  hosts?: OwnHosts | undefined;
}

/** Serves a Hono app. Rejects when the port is taken or the address is not of this machine. */
export async function listen(
  app: { fetch(request: Request, env: unknown): Response | Promise<Response> },
  { port, address, hosts }: ListenOptions,
): Promise<Listening> {
  const answer = getRequestListener((request, env) => app.fetch(request, env), {
    // A request that names no host gets this one: its address has to be whole.
    ...(hosts && { hostname: new URL(hosts.publicUrl).host }),
  });
  const isForUs = hosts && ownHostCheck(hosts, address);
  const server = createServer(serverOptions, (request, response) => {
    if (isForUs && !isForUs(request)) return refuseHost(response, hosts.publicUrl);
    void answer(request, response);
  });
  const listening = once(server, 'listening');
  server.listen(port, address);
  await listening;
  const { port: actualPort } = server.address() as AddressInfo;
  return {
    url: `http://${hostInUrl(address)}:${actualPort}`,
    port: actualPort,
    close: (deadline = stopDeadline()) => drain(server, deadline),
  };
}

async function drain(server: Server, deadline: StopDeadline): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  // A connection that is kept alive becomes idle only when its running request has ended.
  const sweep = setInterval(() => server.closeIdleConnections(), sweepMs);
  void deadline.then(() => server.closeAllConnections());
  server.closeIdleConnections();
  await closed;
  clearInterval(sweep);
}
