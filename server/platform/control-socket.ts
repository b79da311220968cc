import { once } from 'node:events';
import { chmod, rm } from 'node:fs/promises';
import { connect, createServer, type Socket } from 'node:net';
import { relative } from 'node:path';

/** What Linux takes, without the zero at its end. */
const maxPathBytes = 107;
const maxLineCharacters = 64 * 1_024;

/** A socket cannot be opened or asked; the message is for whoever runs the service. */
export class ControlSocketError extends Error {
  override readonly name = 'ControlSocketError';
}

export interface ControlSocket {
  /** Answers no more, and removes the file. Questions under way are cut off. */
  close(): Promise<void>;
}

/**
 * Answers commands of this machine's own user: a Unix socket of mode 0600, one question a
 * connection, a line of JSON each way. A file that was left by a process that is gone is replaced.
 *
 * @param path of the socket, whose folder is there
 * @throws ControlSocketError when another process answers on it, or the path is too long
 */
export async function openControlSocket(
  path: string,
  answer: (question: unknown) => Promise<unknown>,
): Promise<ControlSocket> {
  const address = addressOf(path);
  const other = await connected(address);
  if (other !== null) {
    other.destroy();
    throw new ControlSocketError(`another process answers on ${path}`);
  }
  await rm(address, { force: true });
  const open = new Set<Socket>();
  const server = createServer((socket) => {
    open.add(socket);
    socket.once('close', () => open.delete(socket));
    // Who asked may be gone; there is nobody to tell.
    socket.on('error', () => socket.destroy());
    void answerOn(socket, answer);
  });
  server.listen(address);
  await once(server, 'listening');
  await chmod(address, 0o600);
  return {
    close: async () => {
      // Node removes the file, too.
      server.close();
      for (const socket of open) socket.destroy();
      await once(server, 'close');
    },
  };
}

async function answerOn(
  socket: Socket,
  answer: (question: unknown) => Promise<unknown>,
): Promise<void> {
  try {
    const line = await readLine(socket);
    if (line === null) socket.destroy();
    else socket.end(`${JSON.stringify(await answer(JSON.parse(line)))}\n`);
  } catch {
    // Not a question of ours, or nobody who waits for an answer.
    socket.destroy();
  }
}

/**
 * Asks the process that answers on a socket.
 *
 * @returns its answer, as JSON reads it; `undefined` when nobody answers on that path
 * @throws ControlSocketError when the process ended before it had answered, or may not be asked
 */
export async function askControlSocket(path: string, question: unknown): Promise<unknown> {
  const socket = await connected(addressOf(path));
  if (socket === null) return undefined;
  try {
    socket.write(`${JSON.stringify(question)}\n`);
    const line = await readLine(socket);
    if (line !== null) return JSON.parse(line) as unknown;
  } catch (cause) {
    throw new ControlSocketError(unanswered(path), { cause });
  } finally {
    socket.destroy();
  }
  throw new ControlSocketError(unanswered(path));
}

function unanswered(path: string): string {
  return `the process that listens on ${path} ended before it had answered: try again`;
}

/** The path, or a shorter one from the current folder. */
function addressOf(path: string): string {
  const [address] = [path, relative(process.cwd(), path)].filter(
    (each) => Buffer.byteLength(each) <= maxPathBytes,
  );
  if (address !== undefined) return address;
  throw new ControlSocketError(
    `${path} is longer than ${maxPathBytes} bytes, which no socket can be: set DATA_DIR to a shorter path`,
  );
}

/** Null when there is no file, or nobody behind it. */
async function connected(address: string): Promise<Socket | null> {
  const socket = connect(address);
  try {
    await once(socket, 'connect');
    return socket;
  } catch (error) {
    socket.destroy();
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code === 'ECONNREFUSED') return null;
    throw new ControlSocketError(`${address} cannot be used: ${(error as Error).message}`, {
      cause: error,
    });
  }
}

/** Null when the other side ended without a whole line. */
function readLine(socket: Socket): Promise<string | null> {
  const { promise, resolve, reject } = Promise.withResolvers<string | null>();
  let text = '';
  socket.setEncoding('utf8');
  socket.on('data', (chunk) => {
    text += String(chunk);
    const end = text.indexOf('\n');
    if (end !== -1) resolve(text.slice(0, end));
    else if (text.length > maxLineCharacters) resolve(null);
  });
  socket.once('error', reject);
  socket.once('close', () => resolve(null));
  return promise;
}
