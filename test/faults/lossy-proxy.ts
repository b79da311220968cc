import { once } from 'node:events';
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';

/**
 * What becomes of one request: `pass` it on; `lose_request` before it arrives; `lose_answer` after
 * the server has done what was asked; `cut_answer` in the middle of its body.
 */
export type Fate = 'pass' | 'lose_request' | 'lose_answer' | 'cut_answer';

export interface ProxiedRequest {
  method: string;
  path: string;
}

export interface LossyProxy {
  url: string;
  close(): Promise<void>;
}

/** Stands between two of our services and lets requests or answers be lost. */
export async function startLossyProxy(
  target: string,
  fateOf: (request: ProxiedRequest) => Fate,
): Promise<LossyProxy> {
  const server = createServer((incoming, outgoing) => {
    const { method = 'GET', url: path = '/' } = incoming;
    forward(target, incoming, outgoing, fateOf({ method, path })).catch(() => outgoing.destroy());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: async () => {
      server.closeAllConnections();
      await once(server.close(), 'close');
    },
  };
}

async function forward(
  target: string,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  fate: Fate,
): Promise<void> {
  const body = await buffer(incoming);
  if (fate === 'lose_request') return void outgoing.destroy();
  const { method, url: path = '/', headers } = incoming;
  const onward = request(new URL(path, target), {
    method,
    headers: { ...headers, host: new URL(target).host },
  });
  onward.end(body);
  const [reply] = (await once(onward, 'response')) as [IncomingMessage];
  const answer = await buffer(reply);
  if (fate === 'lose_answer') return void outgoing.destroy();
  outgoing.writeHead(reply.statusCode ?? 502, reply.headers);
  if (fate === 'pass') return void outgoing.end(answer);
  outgoing.write(answer.subarray(0, Math.floor(answer.length / 2)), () => outgoing.destroy());
}
