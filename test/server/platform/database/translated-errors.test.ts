import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { it, type TestContext } from 'node:test';
import type { Database } from '../../../../server/platform/database/database.ts';
import { openPostgres, REQUEST_LIMITS } from '../../../../server/platform/database/postgres.ts';
import { backendMessage as message } from '../../../helpers/backend-message.ts';

interface Schema {
  accounts: { id: string };
}

/** A database whose statements with parameters fail of `error`, as its server words it. */
async function databaseThatFails(t: TestContext, error: Buffer): Promise<Database<Schema>> {
  const ready = message('Z', 'I');
  const server = createServer((socket) => {
    socket.on('error', () => undefined);
    socket.once('data', () => {
      socket.write(Buffer.concat([message('R', Buffer.alloc(4)), ready]));
      socket.on('data', ([kind]) => {
        const isSimpleQuery = kind === 'Q'.charCodeAt(0);
        if (isSimpleQuery) socket.write(Buffer.concat([message('C', 'CREATE SCHEMA\0'), ready]));
        else socket.write(Buffer.concat([error, ready]));
      });
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const url = `postgres://postgres@127.0.0.1:${port}/postgres`;
  const database = await openPostgres<Schema>(url, 'bff', REQUEST_LIMITS);
  t.after(async () => {
    await database.close();
    server.close();
  });
  return database;
}

const insert = (database: Database<Schema>) =>
  database.query.insertInto('accounts').values({ id: 'a' }).execute();

it('leaves what is wrong with a statement as it is, in whatever language PostgreSQL says it', async (t) => {
  const duplicate = message('E', 'SFEHLER\0VERROR\0C23505\0Mdoppelter Schlüsselwert\0\0');
  await assert.rejects(insert(await databaseThatFails(t, duplicate)), { code: '23505' });
});

it('knows an end of the connection in whatever language', async (t) => {
  const shutdown = message('E', 'SВАЖНО\0VFATAL\0C57P01\0Mзавершение подключения\0\0');
  await assert.rejects(insert(await databaseThatFails(t, shutdown)), {
    name: 'DatabaseUnavailableError',
    outcome: 'unknown',
  });
});
