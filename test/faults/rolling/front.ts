import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { Agent, request as send } from 'undici';

/**
 * A proxy before nodes of a service, which passes over those that take no connection, and in it a client
 * that asks once more where it got no answer or a status of 500 and above: after `Retry-After`.
 */
export interface Front {
  readonly url: string;
  /** Origins of the nodes that are asked, in turns. A node that is being ended stays among them. */
  nodes: readonly string[];
  readonly counts: FrontCounts;
  close(): Promise<void>;
}

export interface FrontCounts {
  requests: number;
  /** Asked once more. */
  repeated: number;
  /** Asked once more because their connection broke; nginx repeats no POST. */
  brokenPosts: number;
  slowestMs: number;
  /** What was not answered the second time either, or with a status of 500 and above. */
  failed: string[];
  /** What a node had taken and worked at when it broke the connection. */
  cut: string[];
}

/** A connection that breaks sooner was closed while the request was on its way. */
const workedAtMs = 500;
const answerMs = 30_000;

interface Answer {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  body: Buffer;
}

/** @param port on which it listens; its URL is what the nodes take for their own */
export async function startFront(port: number): Promise<Front> {
  const agent = new Agent({ connections: 64, pipelining: 1 });
  const counts: FrontCounts = {
    requests: 0,
    repeated: 0,
    brokenPosts: 0,
    slowestMs: 0,
    failed: [],
    cut: [],
  };
  const front: { nodes: readonly string[] } = { nodes: [] };

  const ask = async (node: string, incoming: IncomingMessage, body: Buffer): Promise<Answer> => {
    const { method = 'GET', url = '/', headers } = incoming;
    const { connection: _hop, 'transfer-encoding': _length, ...passed } = headers;
    const began = performance.now();
    try {
      const answer = await send(`${node}${url}`, {
        method: method as 'GET',
        headers: passed as Record<string, string>,
        body: body.length > 0 ? body : null,
        dispatcher: agent,
        headersTimeout: answerMs,
        bodyTimeout: answerMs,
      });
      const read = Buffer.from(await answer.body.arrayBuffer());
      return { status: answer.statusCode, headers: answer.headers, body: read };
    } catch (error) {
      const tookMs = performance.now() - began;
      if (!isRefused(error) && method === 'POST') counts.brokenPosts += 1;
      if (!isRefused(error) && tookMs > workedAtMs) {
        counts.cut.push(`${method} ${routeOf(url)} after ${Math.round(tookMs)} ms: ${error}`);
      }
      throw error;
    }
  };

  let turn = 0;
  const askOne = async (incoming: IncomingMessage, body: Buffer): Promise<Answer | Error> => {
    const { nodes } = front;
    turn += 1;
    const first = turn;
    for (let passed = 0; ; passed += 1) {
      const node = nodes[(first + passed) % nodes.length] ?? '';
      const answer = await ask(node, incoming, body).catch((error: Error) => error);
      if (!isRefused(answer) || passed + 1 === nodes.length) return answer;
    }
  };

  const handle = async (incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> => {
    const began = performance.now();
    const body = Buffer.concat(await incoming.toArray());
    counts.requests += 1;
    let answer = await askOne(incoming, body);
    if (answer instanceof Error || answer.status >= 500) {
      counts.repeated += 1;
      const later = answer instanceof Error ? 0 : Number(answer.headers['retry-after'] ?? 0);
      await sleep(later * 1_000);
      answer = await askOne(incoming, body);
    }
    counts.slowestMs = Math.max(counts.slowestMs, performance.now() - began);
    if (answer instanceof Error || answer.status >= 500) {
      const what = answer instanceof Error ? String(answer) : `${answer.status} ${answer.body}`;
      counts.failed.push(`${incoming.method} ${routeOf(incoming.url ?? '')}: ${what}`);
    }
    if (answer instanceof Error) {
      outgoing.writeHead(502).end();
      return;
    }
    const { 'transfer-encoding': _length, connection: _hop, ...headers } = answer.headers;
    outgoing.writeHead(answer.status, headers).end(answer.body);
  };

  const server = createServer((incoming, outgoing) => {
    // The consumer has gone.
    handle(incoming, outgoing).catch(() => outgoing.destroy());
  });
  server.listen(port);
  await once(server, 'listening');
  return Object.assign(front, {
    url: `http://localhost:${port}`,
    counts,
    close: async () => {
      server.closeAllConnections();
      server.close();
      await agent.destroy();
    },
  });
}

function isRefused(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ECONNREFUSED';
}

/** Without what names a checkout, or a person's link. */
function routeOf(path: string): string {
  return (path.split('?')[0] ?? '').replaceAll(/\/[\w-]{20,}/g, '/:id');
}
