import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { it } from 'node:test';
import { batchingSocket } from '../../../../server/platform/database/batching-socket.ts';

it('keeps what is written in one turn of the event loop together', async (t) => {
  const server = createServer().listen(0, '127.0.0.1');
  t.after(() => server.close());
  await once(server, 'listening');
  const arrived = once(server, 'connection').then(([peer]) => once(peer, 'data'));
  const socket = batchingSocket();
  t.after(() => socket.destroy());
  const { port, address } = server.address() as AddressInfo;
  await once(socket.connect(port, address), 'connect');

  socket.write('begin;');
  // As pg does for the messages of each statement.
  socket.cork();
  socket.write('insert;');
  socket.uncork();
  await Promise.resolve();
  socket.write('select;');

  assert.equal(socket.writableLength, 'begin;insert;select;'.length);
  assert.equal(String((await arrived)[0]), 'begin;insert;select;');
});
