import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import type { Random } from '../fuzz/random.ts';

/** The head of an answer and a few steps. */
const mostBytes = 1_500;
/** The head, a first comment or step, and more steps. */
const mostChunks = 5;
const streamRequest = /^GET \S+\/events HTTP\//;

export interface CuttingProxy {
  readonly url: string;
  /** Streams that were cut. */
  readonly cuts: number;
  close(): Promise<void>;
}

export interface CuttingProxyOptions {
  /** Where the server listens, as soon as there is a request. */
  port: () => number;
  random: Random;
  /** Streams that are cut; those after them pass. */
  most: number;
  /** Hears of each cut. */
  onCut: () => void;
}

/** Stands before the BFF, and cuts each event stream: in its head, within an event, or between two. */
export async function startCuttingProxy(options: CuttingProxyOptions): Promise<CuttingProxy> {
  const { port, random, most, onCut } = options;
  const sockets = new Set<Socket>();
  let cuts = 0;

  const join = (client: Socket, upstream: Socket) => {
    /** What of the stream still passes; null for an answer that is no stream. */
    let left: { bytes: number; chunks: number } | null = null;
    client.on('data', (chunk: Buffer) => {
      const isStream = streamRequest.test(chunk.toString('latin1', 0, 200));
      left = isStream && cuts < most ? drawLength(random) : null;
      upstream.write(chunk);
    });
    upstream.on('data', (chunk: Buffer) => {
      if (left === null || cuts >= most) return void client.write(chunk);
      const passed = chunk.subarray(0, left.bytes);
      left.bytes -= passed.length;
      left.chunks -= 1;
      if (left.bytes > 0 && left.chunks > 0) return void client.write(passed);
      cuts += 1;
      upstream.destroy();
      if (random.chance(0.5)) client.end(passed);
      else client.write(passed, () => client.resetAndDestroy());
      onCut();
    });
  };

  const server = createServer((client) => {
    const upstream = connect(port(), '127.0.0.1');
    for (const [one, other] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      sockets.add(one);
      one.on('error', () => undefined);
      one.on('end', () => other.end());
      one.on('close', () => {
        sockets.delete(one);
        // What was written to it still leaves.
        if (!other.writableEnded) other.destroy();
      });
    }
    join(client, upstream);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    get cuts() {
      return cuts;
    },
    close: async () => {
      for (const socket of sockets) socket.destroy();
      await once(server.close(), 'close');
    },
  };
}

/** So many bytes, which may end within an event, or as many whole ones. */
function drawLength(random: Random): { bytes: number; chunks: number } {
  return random.chance(0.5)
    ? { bytes: 1 + random.below(mostBytes), chunks: Number.POSITIVE_INFINITY }
    : { bytes: Number.POSITIVE_INFINITY, chunks: 1 + random.below(mostChunks) };
}
