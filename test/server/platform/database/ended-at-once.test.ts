import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { it } from 'node:test';
import { openPostgres, REQUEST_LIMITS } from '../../../../server/platform/database/postgres.ts';
import { backendMessage as message } from '../../../helpers/backend-message.ts';

const opened = [message('R', Buffer.alloc(4)), message('Z', 'I')];
const shutdown = message('E', 'SFATAL\0VFATAL\0C57P01\0Mterminating connection\0\0');

it('is told of a connection that PostgreSQL ends in the packet that opens it', async (t) => {
  const server = createServer((socket) => {
    socket.on('error', () => undefined);
    socket.once('data', () => socket.end(Buffer.concat([...opened, shutdown])));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.after(() => server.close());
  const { port } = server.address() as AddressInfo;
  const url = `postgres://postgres@127.0.0.1:${port}/postgres`;
  await assert.rejects(openPostgres(url, 'bff', REQUEST_LIMITS), {
    name: 'DatabaseUnavailableError',
  });
});
