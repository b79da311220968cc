import { once } from 'node:events';
import { createServer, type Server } from 'node:net';
import { threadId } from 'node:worker_threads';

/**
 * Below those that systems give to outgoing connections, one of which could take a port between
 * the look and the use; above those that browsers refuse.
 */
const lowest = 20_000;
const slices = 60;
const sliceSize = 200;

/** Between the slices of two threads, so that few processes start where one of them does. */
const threadStride = 17;

/**
 * Each thread draws from a slice of its own, one port after the other: a product that is killed
 * finds its ports free when it starts again, whatever other tests look for meanwhile.
 */
const first = lowest + ((process.pid + threadStride * threadId) % slices) * sliceSize;
let drawn = 0;

/** Ports that nobody listens on now, at any address, all different. */
export async function freePorts(count: number): Promise<number[]> {
  const servers = new Map<number, Server>();
  while (servers.size < count) {
    const port = first + (drawn % sliceSize);
    drawn += 1;
    const server = createServer().listen(port);
    if (await isListening(server)) servers.set(port, server);
  }
  await Promise.all([...servers.values()].map((server) => once(server.close(), 'close')));
  return [...servers.keys()];
}

async function isListening(server: Server): Promise<boolean> {
  try {
    await once(server, 'listening');
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EADDRINUSE') return false;
    throw error;
  }
}
