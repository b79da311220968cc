import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { sql } from 'kysely';
import { recordEvent } from '../../../server/lending/operations/callbacks.ts';
import { startTestLending, type TestLending } from '../../helpers/lending.ts';
import { rawHttpServer } from '../../helpers/raw-server.ts';
import { aNewPersonsSoftPull, softPullPath } from '../../helpers/soft-pull.ts';
import { until } from '../../helpers/until.ts';
import { aCancellation } from './operations/events/a-cancellation.ts';

const sponsor_id = 'sponsor@example.test';
const loans = '/api/v1/sponsor/merchants/loan-applications';

async function metricsOf({ app }: TestLending): Promise<string> {
  const answer = await app.request('/metrics');
  assert.equal(answer.status, 200);
  assert.match(answer.headers.get('content-type') ?? '', /^text\/plain/);
  return answer.text();
}

/** Of the line that begins so. */
async function metric(lending: TestLending, name: string): Promise<number> {
  const line = (await metricsOf(lending)).split('\n').find((each) => each.startsWith(`${name} `));
  assert.ok(line, name);
  return Number(line.slice(name.length));
}

/** Has a callback sent there. */
function send({ context }: TestLending, target_url: string): Promise<unknown> {
  const cause = { sponsor_id, application_id: null, merchant_id: null, target_url };
  return context.database.transaction((tx) => recordEvent(context, tx, cause, aCancellation));
}

describe('for those who run the lending service', () => {
  let lending: TestLending;
  before(async () => {
    lending = await startTestLending();
  });
  after(() => lending.close());

  it('it says that it lives and is ready, without a login', async () => {
    for (const [path, status] of [
      ['/healthz', 'ok'],
      ['/readyz', 'ready'],
    ] as const) {
      const answer = await lending.app.request(path);
      assert.equal(answer.status, 200);
      assert.deepEqual(await answer.json(), { status });
    }
  });

  it('it counts by route and status, never by path, person or sponsor', async () => {
    const body = aNewPersonsSoftPull({ ssn: '900-10-0001', loan_id: 'loan-of-ada' });
    assert.equal((await lending.call('POST', softPullPath, { body })).status, 200);
    const { request_user_id, loan_id } = body;
    const loan = `${loans}/${request_user_id}/loan/${loan_id}/`;
    assert.equal((await lending.call('GET', loan)).status, 200);
    assert.equal((await lending.app.request(loan)).status, 401);
    const text = await metricsOf(lending);
    for (const status of [200, 401]) {
      const route = `${loans}/:request_user_id/loan/:loan_id/`;
      const count = `lending_request_duration_seconds_count{route="${route}",status="${status}"} 1`;
      assert.ok(text.includes(count), text);
    }
    const given = [...Object.values(body), sponsor_id].filter((each) => String(each).length > 5);
    assert.deepEqual(
      given.filter((each) => text.includes(String(each))),
      [],
    );
  });

  it('it counts the callbacks that were delivered, failed and were given up', async (t) => {
    const statuses = { '/good': 200, '/bad': 500, '/gone': 410 };
    const { url } = await rawHttpServer(t, ({ url: path }, response) => {
      response.writeHead(statuses[path as keyof typeof statuses]).end();
    });
    const counted = (outcome: string) =>
      metric(lending, `lending_callbacks_total{outcome="${outcome}"}`);
    for (const [path, outcome] of [
      ['/good', 'delivered'],
      ['/bad', 'failed'],
      ['/gone', 'exhausted'],
    ] as const) {
      const countBefore = await counted(outcome);
      await send(lending, `${url}${path}`);
      await until(outcome, async () => (await counted(outcome)) === countBefore + 1 || undefined);
    }
  });

  it('it counts the messages that have left', async () => {
    const sent = () => metric(lending, 'lending_messages_total{channel="email",outcome="sent"}');
    const countBefore = await sent();
    const body = aNewPersonsSoftPull({ ssn: '900-10-0102' });
    assert.equal((await lending.call('POST', softPullPath, { body })).status, 200);
    await until('the notice', async () => (await sent()) > countBefore || undefined);
  });
});

describe('when the lending service stands still', () => {
  it('it says how late its work is', async (t) => {
    const lending = await startTestLending();
    t.after(() => lending.close());
    assert.equal(await metric(lending, 'lending_overdue_work_seconds'), 0);
    await lending.stop();
    await send(lending, 'http://localhost:1/');
    lending.tick(90_000);
    assert.equal(await metric(lending, 'lending_overdue_work_seconds'), 90);
  });

  it('it says that it is not ready without its database, and lives', async (t) => {
    const lending = await startTestLending();
    t.after(() => lending.close().catch(() => undefined));
    await lending.stop();
    await lending.context.database.close();
    const ready = await lending.app.request('/readyz');
    assert.equal(ready.status, 503);
    const cause = 'database_does_not_answer';
    assert.deepEqual(await ready.json(), { status: 'not_ready', cause });
    assert.equal((await lending.app.request('/healthz')).status, 200);
    assert.match(await metricsOf(lending), /^lending_overdue_work_seconds nan$/im);
  });

  it('it says that it is not ready while PostgreSQL only reads, and leaves that server', {
    skip: process.env.TEST_DATABASE_URL ? false : 'SQLite always writes',
  }, async (t) => {
    const lending = await startTestLending();
    t.after(() => lending.close());
    await lending.stop();
    const { query } = lending.context.database;
    await sql`set default_transaction_read_only = on`.execute(query);
    const ready = await lending.app.request('/readyz');
    assert.equal(ready.status, 503);
    assert.deepEqual(await ready.json(), { status: 'not_ready', cause: 'database_only_reads' });
    assert.equal((await lending.app.request('/readyz')).status, 200);
  });
});
