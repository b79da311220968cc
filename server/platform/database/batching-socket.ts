import { Socket } from 'node:net';

/**
 * A socket that sends what is written in one turn of the event loop at once, which saves a system
 * call for each.
 */
export function batchingSocket(): Socket {
  const socket = new Socket();
  const write = socket.write.bind(socket);
  let isBatching = false;
  const writeWithOthers = (...parameters: Parameters<typeof write>) => {
    if (!isBatching) {
      isBatching = true;
      socket.cork();
      process.nextTick(() => {
        isBatching = false;
        socket.uncork();
      });
    }
    return write(...parameters);
  };
  // Not before: connect() puts a socket's own write() back.
  return socket.once('connect', () => Object.assign(socket, { write: writeWithOthers }));
}
