// The least that a backend in front of a lender does: check, forward, check, answer. With a file it also
// keeps the least that nobody may forget: who calls, the intent before the call, and after it the answer
// and the event that the merchant's server is told of.
import { createHash } from 'node:crypto';
import { serve } from '@hono/node-server';
import BetterSqlite3 from 'better-sqlite3';
import { Hono } from 'hono';
import { Agent } from 'undici';
import { softPullResponse } from '../../../server/lending-api/soft-pull.ts';
import { applicationSchema } from '../../../widget/contract/applicant.ts';

const [port, lender, file] = process.argv.slice(2) as [string, string, string?];
const credentials = Buffer.from('sponsor@example.test:sandbox-api-password').toString('base64');
const agent = new Agent({ connections: 64, pipelining: 1 });
const kept = file === undefined ? undefined : openStore(file);
const app = new Hono();

app.post('/application', async (context) => {
  const application = applicationSchema.parse(await context.req.json());
  const id = crypto.randomUUID();
  await kept?.begin(id, context.req.header('authorization') ?? '');
  const reply = await agent.request({
    origin: lender,
    path: '/api/v1/sponsor/consumers/soft-pull/',
    method: 'POST',
    headers: { authorization: `Basic ${credentials}`, 'content-type': 'application/json' },
    body: JSON.stringify({
      ...application,
      request_user_id: 'hillside-rep-1',
      external_application_id: id,
      loan_id: id,
      requested_amount: '8400.00',
      locale: 'en',
      consent_ip_address: '127.0.0.1',
      consent_user_agent: context.req.header('user-agent') ?? '',
      consent_session_id: id,
      sponsor_callback_url: 'http://localhost/callbacks/application',
    }),
  });
  const { offers, offers_expire_at } = softPullResponse.parse(await reply.body.json());
  await kept?.end(id, JSON.stringify(offers));
  return context.json({
    step: {
      screen: 'offers',
      requested_amount: '8400.00',
      offers,
      expires_at: offers_expire_at,
      selected_offer_uuid: null,
    },
  });
});

/** Resolves when it is on disk. What comes at the same time is committed together, as in the product. */
function openStore(path: string): {
  begin(id: string, authorization: string): Promise<void>;
  end(id: string, offers: string): Promise<void>;
} {
  const database = new BetterSqlite3(path);
  database.pragma('journal_mode = WAL');
  database.pragma('synchronous = FULL');
  database.exec(`
    create table sessions (digest text primary key, checkout_id text not null) without rowid;
    create table checkouts (id text primary key, state text not null, offers text) without rowid;
    create table events (id integer primary key, checkout_id text not null, type text not null);`);
  const session = database.prepare('select checkout_id from sessions where digest = ?');
  const intend = database.prepare(`insert into checkouts (id, state) values (?, 'asked')`);
  const decide = database.prepare(`update checkouts set state = 'offers', offers = ? where id = ?`);
  const tell = database.prepare('insert into events (checkout_id, type) values (?, ?)');

  let group: (() => void)[] = [];
  let committed = Promise.resolve();
  const runAll = database.transaction((works: readonly (() => void)[]) => {
    for (const work of works) work();
  });
  const write = (work: () => void): Promise<void> => {
    group.push(work);
    if (group.length === 1) {
      const { promise, resolve } = Promise.withResolvers<void>();
      committed = promise;
      setImmediate(() => {
        const works = group;
        group = [];
        runAll(works);
        resolve();
      });
    }
    return committed;
  };
  return {
    begin: (id, authorization) => {
      session.get(createHash('sha256').update(authorization).digest('hex'));
      return write(() => intend.run(id));
    },
    end: (id, offers) =>
      write(() => {
        decide.run(offers, id);
        tell.run(id, 'checkout.offers');
      }),
  };
}

serve({ fetch: app.fetch, port: Number(port), hostname: '127.0.0.1' }, () =>
  process.stdout.write('Ready.\n'),
);
