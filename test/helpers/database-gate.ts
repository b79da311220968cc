import { connect, createServer, type Server, type Socket } from 'node:net';
import { freePort } from './free-ports.ts';

/** A way to a PostgreSQL database that fails on demand. */
export interface DatabaseGate {
  readonly url: string;
  /** How often a client has sent something after the server's last word: its waits for an answer. */
  readonly turns: number;
  /** Ends every connection and refuses new ones. */
  shut(): Promise<void>;
  reopen(): Promise<void>;
  /** Nothing comes through any more, and nobody is told: connections stay as they are. */
  goDark(): void;
  /** New connections come through again; those from before stay dark. */
  lightUp(): void;
}

export async function openDatabaseGate(databaseUrl: string): Promise<DatabaseGate> {
  const url = new URL(databaseUrl);
  const target = targetOf(url);
  const sockets = new Set<Socket>();
  let isDark = false;
  let turns = 0;
  const pass = (socket: Socket) => {
    const upstream = connect(target);
    for (const each of [socket, upstream]) {
      sockets.add(each);
      each.on('error', () => undefined).on('close', () => sockets.delete(each));
    }
    if (isDark) return;
    let isAnswered = true;
    socket.on('data', () => {
      if (isAnswered) turns += 1;
      isAnswered = false;
    });
    upstream.on('data', () => {
      isAnswered = true;
    });
    socket.pipe(upstream).pipe(socket);
  };
  // Nobody else takes it while the gate is shut.
  const port = await freePort();
  const open = () =>
    new Promise<Server>((resolve, reject) => {
      const opening = createServer(pass).once('error', reject);
      opening.listen(port, '127.0.0.1', () => resolve(opening));
    });
  let server = await open();
  url.searchParams.delete('host');
  url.hostname = '127.0.0.1';
  url.port = String(port);
  return {
    url: url.href,
    get turns() {
      return turns;
    },
    shut: async () => {
      const closed = new Promise((resolve) => server.close(resolve));
      for (const socket of sockets) socket.destroy();
      await closed;
    },
    reopen: async () => {
      server = await open();
    },
    goDark: () => {
      isDark = true;
      for (const socket of sockets) socket.unpipe().pause();
    },
    lightUp: () => {
      isDark = false;
    },
  };
}

function targetOf(url: URL): { path: string } | { host: string; port: number } {
  const folder = url.searchParams.get('host');
  const port = url.port || '5432';
  return folder
    ? { path: `${folder}/.s.PGSQL.${port}` }
    : { host: url.hostname, port: Number(port) };
}
