// The least that a service does which keeps what it is sent: check, insert, commit, answer.
import { serve } from '@hono/node-server';
import BetterSqlite3 from 'better-sqlite3';
import { Hono } from 'hono';
import { softPullRequest } from '../../../server/lending-api/soft-pull.ts';

const [port, file] = process.argv.slice(2) as [string, string];
const database = new BetterSqlite3(file);
database.pragma('journal_mode = WAL');
database.pragma('synchronous = FULL');
database.exec('create table applications (id text primary key, body text not null)');
const insert = database.prepare('insert into applications (id, body) values (?, ?)');
const app = new Hono();

app.post('/api/v1/sponsor/consumers/soft-pull/', async (context) => {
  const request = softPullRequest.parse(await context.req.json());
  const id = crypto.randomUUID();
  insert.run(id, JSON.stringify(request));
  return context.json({ id });
});

serve({ fetch: app.fetch, port: Number(port), hostname: '127.0.0.1' }, () =>
  process.stdout.write('Ready.\n'),
);
