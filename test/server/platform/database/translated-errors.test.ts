import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { it, type TestContext } from 'node:test';
import { sql } from 'kysely';
import type { Database } from '../../../../server/platform/database/database.ts';
import { openPostgres, REQUEST_LIMITS } from '../../../../server/platform/database/postgres.ts';
import { backendMessage as message } from '../../../helpers/backend-message.ts';

interface Schema {
  accounts: { id: string };
}

/** A database whose statements with parameters, or all of one text, fail of `error` as its server words it. */
async function databaseThatFails(
  t: TestContext,
  error: Buffer,
  { at }: { at?: string } = {},
): Promise<Database<Schema>> {
  const ready = message('Z', 'I');
  const server = createServer((socket) => {
    socket.on('error', () => undefined);
    socket.once('data', () => {
      socket.write(Buffer.concat([message('R', Buffer.alloc(4)), ready]));
      socket.on('data', (data) => {
        for (const { kind, text } of queriesIn(data)) {
          const isDone = kind === 'Q' && text !== at;
          const answer = isDone ? message('C', 'CREATE SCHEMA\0') : error;
          socket.write(Buffer.concat([answer, ready]));
        }
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

/** Those of the simple protocol, with their texts; of the other one, what is sent with a statement. */
function queriesIn(data: Buffer): { kind: string; text: string }[] {
  const kind = data.toString('latin1', 0, 1);
  if (kind !== 'Q') return [{ kind, text: '' }];
  const length = 1 + data.readInt32BE(1);
  const query = { kind, text: data.toString('utf8', 5, length - 1) };
  return length < data.length ? [query, ...queriesIn(data.subarray(length))] : [query];
}

const insert = (database: Database<Schema>) =>
  database.query.insertInto('accounts').values({ id: 'a' }).execute();

it('leaves what is wrong with a statement as it is, in whatever language PostgreSQL says it', async (t) => {
  const duplicate = message('E', 'SFEHLER\0VERROR\0C23505\0Mdoppelter Schlüsselwert\0\0');
  await assert.rejects(insert(await databaseThatFails(t, duplicate)), { code: '23505' });
});

for (const [what, code] of [
  ['has no room on its disk', '53100'],
  ['ended it for an operator', '57014'],
  ['took it back for another', '40001'],
  ['found a deadlock', '40P01'],
  ['waited for a lock for too long', '55P03'],
] as const) {
  it(`knows that nothing was done, and that it may be asked later, where the server ${what}`, async (t) => {
    const failed = message('E', `SFEHLER\0VERROR\0C${code}\0Metwas anderes\0\0`);
    await assert.rejects(insert(await databaseThatFails(t, failed)), {
      name: 'DatabaseUnavailableError',
      outcome: 'nothing_done',
    });
  });
}

it('knows an end of the connection in whatever language', async (t) => {
  const shutdown = message('E', 'SВАЖНО\0VFATAL\0C57P01\0Mзавершение подключения\0\0');
  await assert.rejects(insert(await databaseThatFails(t, shutdown)), {
    name: 'DatabaseUnavailableError',
    outcome: 'unknown',
  });
});

it('knows that nothing was done when the server ended an idle transaction before its commit', async (t) => {
  const late = 'idle-in-transaction timeout';
  const ended = message('E', `SFATAL\0VFATAL\0C25P03\0Mterminating connection due to ${late}\0\0`);
  const database = await databaseThatFails(t, ended, { at: 'commit' });
  const nothing = database.transaction((tx) => sql`select 1`.execute(tx));
  await assert.rejects(nothing, { name: 'DatabaseUnavailableError', outcome: 'nothing_done' });
});

it('runs a transaction no second time whose connection ended with its commit', async (t) => {
  const shutdown = message('E', 'SFATAL\0VFATAL\0C57P01\0Mterminating connection\0\0');
  const database = await databaseThatFails(t, shutdown, { at: 'commit' });
  let runs = 0;
  const unknown = database.transaction(async (tx) => {
    runs += 1;
    await sql`select 1`.execute(tx);
  });
  await assert.rejects(unknown, { name: 'DatabaseUnavailableError', outcome: 'unknown' });
  assert.equal(runs, 1);
});
