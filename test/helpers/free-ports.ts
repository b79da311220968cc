import { createSocket, type Socket } from 'node:dgram';
import { once } from 'node:events';
import { createServer, type Server } from 'node:net';

/**
 * Below those that systems give to outgoing connections, one of which could take a port between
 * the look and the use; above those that browsers refuse.
 */
const lowest = 11_000;
const count = 21_000;

/** Where this process begins, so that few look at the ports that another has. */
const first = (process.pid * 199) % count;
let drawn = 0;

/**
 * Ports that nobody listens on now, at any address, all different. They are this process's until it
 * ends: a product that is killed finds them free when it starts again, whatever other tests, of
 * another process or another copy of the repository, look for meanwhile.
 * @throws Error when all were looked at
 */
export async function freePorts(wanted: number): Promise<number[]> {
  const servers = new Map<number, Server>();
  const end = drawn + count;
  while (servers.size < wanted) {
    if (drawn === end) throw new Error('no port is free');
    const port = lowest + ((first + drawn) % count);
    drawn += 1;
    if (!(await claim(port))) continue;
    const server = createServer().listen(port);
    if (await isListening(server)) servers.set(port, server);
  }
  await Promise.all([...servers.values()].map((server) => once(server.close(), 'close')));
  return [...servers.keys()];
}

/** One of these. */
export async function freePort(): Promise<number> {
  const [port] = await freePorts(1);
  if (port === undefined) throw new Error('no port is free');
  return port;
}

/** Holds the number by UDP, by which nothing of ours listens: the system lets go of it with the process. */
async function claim(port: number): Promise<boolean> {
  const socket = createSocket('udp4');
  socket.bind({ port, exclusive: true });
  const isOurs = await isListening(socket);
  socket.unref();
  return isOurs;
}

async function isListening(socket: Server | Socket): Promise<boolean> {
  try {
    await once(socket, 'listening');
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EADDRINUSE') return false;
    throw error;
  }
}
