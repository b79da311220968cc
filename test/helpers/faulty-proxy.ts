import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/**
 * What happens to one request on its way.
 * - `pass`: nothing.
 * - `lose_request`: the connection breaks before the lender hears it.
 * - `arrive_late`: the connection breaks, and the lender hears it at `arrive()`.
 * - `lose_answer`: the lender hears and acts, the connection breaks before its answer is through.
 * - `hold`: the lender hears and acts, the answer waits for `release()` or `drop()`.
 * - `refuse_late`: the lender hears nothing, a proxy's page with 429 waits for `release()` or `drop()`.
 * - a number: the lender hears nothing, a proxy's page with that status is the answer.
 * - `garbage`: the lender hears and acts, the answer is not what it said.
 * - `wrong_credentials`: the lender hears somebody it does not know.
 */
export type Fault =
  | 'pass'
  | 'lose_request'
  | 'arrive_late'
  | 'lose_answer'
  | 'hold'
  | 'refuse_late'
  | 'garbage'
  | 'wrong_credentials'
  | number;

export interface FaultyProxy {
  readonly url: string;
  /** Every request that reached the lender, as `POST /path`. */
  readonly passed: readonly string[];
  /** The next requests whose `POST /path` matches meet these faults, one each. */
  fail(pattern: RegExp, ...faults: Fault[]): void;
  /** No request meets a fault any more. */
  heal(): void;
  /** Brings what is late to the lender. */
  arrive(): Promise<void>;
  /** Lets answers that are held go. */
  release(): void;
  /** Breaks the connections whose answers are held. */
  drop(): void;
  /** When `count` answers are held. */
  held(count: number): Promise<void>;
  close(): Promise<void>;
}

/**
 * A network between BFF and lender that fails on demand.
 * @param port from `freePorts` where it is closed while it is still asked: nobody else listens there
 */
export async function startFaultyProxy(target: () => string, port = 0): Promise<FaultyProxy> {
  const plans: { pattern: RegExp; faults: Fault[] }[] = [];
  const passed: string[] = [];
  const late: (() => Promise<unknown>)[] = [];
  let heldCount = 0;
  let onHeld: () => void = () => undefined;
  let gate = Promise.withResolvers<'pass' | 'lose_answer'>();

  const faultOf = (call: string): Fault => {
    const plan = plans.find(({ pattern, faults }) => faults.length > 0 && pattern.test(call));
    return plan?.faults.shift() ?? 'pass';
  };

  const opened = () => {
    heldCount += 1;
    onHeld();
    return gate.promise;
  };

  const openGate = (end: 'pass' | 'lose_answer') => {
    gate.resolve(end);
    gate = Promise.withResolvers();
    heldCount = 0;
  };

  const handle = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const call = `${request.method} ${request.url}`;
    const body = await bodyOf(request);
    const fault = faultOf(call);
    if (fault === 'lose_request') return void request.socket.destroy();
    const refuse = (status: number) =>
      void response.writeHead(status, { 'content-type': 'text/html' }).end('<h1>Proxy</h1>');
    if (typeof fault === 'number') return refuse(fault);
    if (fault === 'refuse_late') {
      if ((await opened()) === 'lose_answer') return void request.socket.destroy();
      return refuse(429);
    }
    const send = () => {
      passed.push(call);
      return fetch(`${target()}${request.url}`, {
        method: request.method ?? 'GET',
        headers: {
          ...headersOf(request),
          ...(fault === 'wrong_credentials' && { authorization: 'Basic eDp5' }),
        },
        ...(body.byteLength > 0 && { body: Buffer.from(body) }),
      });
    };
    if (fault === 'arrive_late') {
      late.push(send);
      return void request.socket.destroy();
    }
    const answer = await send();
    const bytes = Buffer.from(await answer.arrayBuffer());
    const end = fault === 'hold' ? await opened() : fault;
    if (end === 'lose_answer') return void request.socket.destroy();
    const type = { 'content-type': answer.headers.get('content-type') ?? 'application/json' };
    response
      .writeHead(answer.status, type)
      .end(fault === 'garbage' ? '{"decision":"maybe"}' : bytes);
  };

  const server = createServer((request, response) => {
    handle(request, response).catch(() => request.socket.destroy());
  });
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    passed,
    fail: (pattern, ...faults) => void plans.push({ pattern, faults }),
    heal: () => void plans.splice(0),
    arrive: async () => {
      for (const send of late.splice(0)) await send();
    },
    release: () => openGate('pass'),
    drop: () => openGate('lose_answer'),
    held: async (count) => {
      while (heldCount < count) {
        await new Promise<void>((resolve) => {
          onHeld = resolve;
        });
      }
    },
    close: async () => {
      gate.resolve('pass');
      server.closeAllConnections();
      await once(server.close(), 'close');
    },
  };
}

async function bodyOf(request: IncomingMessage): Promise<Uint8Array> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

function headersOf(request: IncomingMessage): Record<string, string> {
  const { authorization = '', 'content-type': type, 'idempotency-key': key } = request.headers;
  return {
    authorization,
    ...(type !== undefined && { 'content-type': type }),
    ...(typeof key === 'string' && { 'idempotency-key': key }),
  };
}
