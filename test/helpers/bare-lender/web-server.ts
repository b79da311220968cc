import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Answer } from './rest-framework.ts';

export interface WebServer {
  readonly port: number;
  close(): Promise<void>;
}

export interface WebRequest {
  readonly method: string;
  readonly url: URL;
  readonly headers: IncomingMessage['headers'];
  readonly bytes: Buffer;
}

/** Serves answers on this machine, where port 0 is a free one; null breaks the connection. */
export async function serveAnswers(
  handle: (request: WebRequest) => Promise<Answer | null>,
  port: number,
): Promise<WebServer> {
  const server = createServer((request, response) => {
    answerTo(request, response, handle).catch(() => request.socket.destroy());
  });
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    close: async () => {
      server.closeAllConnections();
      await once(server.close(), 'close');
    },
  };
}

async function answerTo(
  request: IncomingMessage,
  response: ServerResponse,
  handle: (request: WebRequest) => Promise<Answer | null>,
): Promise<void> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const answer = await handle({
    method: request.method ?? 'GET',
    url: new URL(request.url ?? '/', 'http://localhost'),
    headers: request.headers,
    bytes: Buffer.concat(chunks),
  });
  if (answer === null) return void request.socket.destroy();
  const isPage = typeof answer.body === 'string';
  response.writeHead(answer.status, {
    'content-type': isPage ? 'text/html; charset=utf-8' : 'application/json',
    vary: 'Accept',
    ...answer.headers,
  });
  response.end(isPage ? answer.body : JSON.stringify(answer.body));
}
