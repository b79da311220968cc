import assert from 'node:assert/strict';
import { after, before, describe, it, type TestContext } from 'node:test';
import { anAcceptedLoan } from '../../../helpers/accepted-loan.ts';
import { startTestLending, type TestLending } from '../../../helpers/lending.ts';
import { openPostgresFaults } from '../../../helpers/postgres-faults.ts';
import { rawHttpServer } from '../../../helpers/raw-server.ts';
import { until } from '../../../helpers/until.ts';
import { type FundingFlow, fundingFlow, startFunding } from '../funding-flow.ts';

interface EventRecord {
  event_id: string;
  status: string;
  payload: Record<string, unknown>;
  attempts: { status_code: number | null }[];
  next_attempt_at: string | null;
}

let lending: TestLending;
let flow: FundingFlow;
before(async () => {
  ({ lending, flow } = await startFunding());
});
after(() => lending.close());

const get = async (path: string, as?: 'sponsor-two@example.test') => {
  const response = await lending.call('GET', `/sandbox/v1${path}`, as ? { as } : {});
  assert.equal(response.status, 200);
  return response.json();
};

const eventsOf = (loan: { external_application_id: string }) =>
  get(`/events?external_application_id=${loan.external_application_id}`) as Promise<EventRecord[]>;

/** Deliveries are started, not awaited: they happen in the background. */
const happens = (check: () => Promise<boolean>) =>
  until('a delivery', async () => (await check()) || undefined, { everyMs: 5 });

/** A receiver that keeps the ids it was sent, in their order. */
async function receiver(t: TestContext, status: () => number) {
  const received: string[] = [];
  const { url } = await rawHttpServer(t, (request, response) => {
    let text = '';
    request.setEncoding('utf8').on('data', (part: string) => {
      text += part;
    });
    request.on('end', () => {
      received.push(String((JSON.parse(text) as { event_id: string }).event_id));
      response.writeHead(status()).end('noted');
    });
  });
  return { url, received };
}

describe('sandbox clock', () => {
  it('is each sponsor’s own and only moves forward', async () => {
    const before = (await get('/clock')) as { now: string };
    const moved = await flow.sandbox('/clock/advance', { seconds: 3_600 });
    assert.equal(Date.parse(String(moved.now)) - Date.parse(before.now), 3_600_000);
    assert.deepEqual(await get('/clock'), moved);
    const other = (await get('/clock', 'sponsor-two@example.test')) as { now: string };
    assert.equal(other.now, '2026-03-02T15:00:00Z');
    for (const seconds of [-1, 1.5, '60', 400 * 86_400 + 1]) {
      await flow.sandbox('/clock/advance', { seconds }, 400);
    }
  });

  it('asks for the sponsor’s credentials', async () => {
    const response = await lending.app.request('/sandbox/v1/clock');
    assert.equal(response.status, 401);
  });
});

describe('sandbox messages', () => {
  it('shows what was sent to whom, of the sponsor’s own applications', async () => {
    const loan = await anAcceptedLoan(lending, { email: 'message@example.test' });
    await flow.charge(loan);
    const byAddress = (await get('/messages?to=message@example.test')) as Record<string, unknown>[];
    assert.equal(byAddress.length, 1);
    assert.partialDeepStrictEqual(byAddress[0], {
      external_application_id: loan.external_application_id,
      channel: 'email',
    });
    const query = `/messages?external_application_id=${loan.external_application_id}`;
    assert.equal(((await get(query)) as unknown[]).length, 2);
    assert.deepEqual(await get(query, 'sponsor-two@example.test'), []);
  });
});

describe('sandbox events', () => {
  it('delivers by the schedule until the receiver acknowledges', async (t) => {
    let fails = 2;
    const { url, received } = await receiver(t, () => {
      fails -= 1;
      return fails >= 0 ? 500 : 200;
    });
    const loan = await anAcceptedLoan(lending);
    await flow.approvedCharge(loan, { transaction_callback_url: url });
    const event = async () => (await eventsOf(loan))[0];
    await happens(async () => (await event())?.attempts.length === 1);
    assert.equal((await event())?.status, 'Retrying');
    await flow.sandbox('/clock/advance', { seconds: 6 });
    await happens(async () => (await event())?.attempts.length === 2);
    await flow.sandbox('/clock/advance', { seconds: 36 });
    await happens(async () => (await event())?.status === 'Delivered');
    assert.deepEqual(
      (await event())?.attempts.map(({ status_code }) => status_code),
      [500, 500, 200],
    );
    assert.equal(new Set(received).size, 1);
  });

  it('holds callbacks back and releases them late, reordered and twice', async (t) => {
    const { url, received } = await receiver(t, () => 200);
    const loan = await anAcceptedLoan(lending);
    await flow.sandbox('/events/hold');
    for (let count = 0; count < 3; count += 1) {
      await flow.approvedCharge(loan, { transaction_callback_url: url });
      lending.tick(1_000);
    }
    const held = (await eventsOf(loan)).map(({ event_id }) => event_id);
    assert.equal(held.length, 3);
    assert.deepEqual(received, []);
    const newest = (await get('/events?limit=2')) as EventRecord[];
    assert.deepEqual(
      newest.map(({ event_id }) => event_id),
      held.slice(1),
    );
    for (const limit of ['0', '1001', 'all']) {
      const { status } = await lending.call('GET', `/sandbox/v1/events?limit=${limit}`);
      assert.equal(status, 400);
    }
    const answer = await flow.sandbox('/events/release', { order: 'newest_first', copies: 2 });
    assert.deepEqual(answer, { released: 3 });
    await happens(async () => received.length === 6);
    const newestFirst = held.toReversed();
    assert.deepEqual(received, [...newestFirst, ...newestFirst]);
    await flow.approvedCharge(loan, { transaction_callback_url: url });
    await happens(async () => received.length === 7);
  });

  it('releases one that waits for its next try no more often than it says', async (t) => {
    let status = 500;
    const { url, received } = await receiver(t, () => status);
    const loan = await anAcceptedLoan(lending);
    await flow.approvedCharge(loan, { transaction_callback_url: url });
    const event = async () => (await eventsOf(loan))[0];
    await happens(async () => (await event())?.status === 'Retrying');
    await flow.sandbox('/events/hold');
    status = 200;
    await flow.sandbox('/events/release', { order: 'oldest_first', copies: 1 });
    await happens(async () => (await event())?.status === 'Delivered');
    await flow.sandbox('/clock/advance', { seconds: 60 });
    await flow.approvedCharge(loan, { transaction_callback_url: url });
    await happens(async () => received.length === 3);
    const [first, again, other] = received;
    assert.equal(again, first);
    assert.notEqual(other, first);
  });

  it('releases to one receiver while another hangs', async (t) => {
    const { url, received } = await receiver(t, () => 200);
    const hanging = await rawHttpServer(t, () => undefined);
    const loan = await anAcceptedLoan(lending);
    await flow.sandbox('/events/hold');
    for (const transaction_callback_url of [hanging.url, url]) {
      await flow.approvedCharge(loan, { transaction_callback_url });
      lending.tick(1_000);
    }
    await flow.sandbox('/events/release', { order: 'oldest_first', copies: 2 });
    await happens(async () => received.length === 2 && hanging.requests() === 1);
  });

  it('knows of none of an application that is not there', async () => {
    assert.deepEqual(await get('/events?external_application_id=nothing'), []);
  });

  it('resends one callback, and none of another sponsor', async (t) => {
    const { url, received } = await receiver(t, () => 200);
    const loan = await anAcceptedLoan(lending);
    await flow.approvedCharge(loan, { transaction_callback_url: url });
    await happens(async () => received.length === 1);
    await flow.sandbox(`/events/${received[0]}/resend`, {}, 202);
    await happens(async () => received.length === 2);
    assert.equal(received[1], received[0]);
    await flow.sandbox('/events/nothing/resend', {}, 404);
    const foreign = await lending.call('POST', `/sandbox/v1/events/${received[0]}/resend`, {
      as: 'sponsor-two@example.test',
    });
    assert.equal(foreign.status, 404);
  });
});

describe('the sandbox’s own receiver', () => {
  it('fails the first times for a name, then acknowledges', async () => {
    const post = async (path: string) =>
      (await lending.app.request(`/sandbox/receiver/${path}`, { method: 'POST' })).status;
    assert.deepEqual(
      [await post('a/fail-2'), await post('a/fail-2'), await post('a/fail-2')],
      [500, 500, 200],
    );
    assert.equal(await post('b/fail-1'), 500);
    assert.equal(await post('c'), 200);
  });
});

describe('a time to advance by that is none', () => {
  for (const seconds of [1.5, '60', -1, 1e9, null, undefined]) {
    it(`is refused by its name, with what to send instead: ${seconds}`, async () => {
      const response = await lending.call('POST', '/sandbox/v1/clock/advance', {
        body: { seconds },
      });
      assert.equal(response.status, 400);
      assert.deepEqual(await response.json(), {
        detail: 'Some fields are missing or not valid.',
        errors: { seconds: ['Must be a whole number from 0 to 34560000 (400 days).'] },
      });
    });
  }
});

describe('sandbox reset', () => {
  it('deletes the sponsor’s records, returns its clock and seeds the demo merchant again', async () => {
    const {
      lending: own,
      flow: { approvedCharge, sandbox, call, advanceHours },
    } = await startFunding();
    try {
      await approvedCharge(await anAcceptedLoan(own));
      await advanceHours(5);
      await sandbox('/reset', {}, 204);
      assert.deepEqual(await call('GET', '/sandbox/v1/clock'), { now: '2026-03-02T15:00:00Z' });
      const path = '/api/v1/sponsor/merchants/transactions/hillside-admin/';
      assert.deepEqual(await call('GET', path), []);
      const { query } = own.context.database;
      const work = await query.selectFrom('due_work').select('kind').execute();
      assert.deepEqual(work, [{ kind: 'retention_sweep' }]);
      for (const table of ['applications', 'messages', 'events', 'links'] as const) {
        assert.deepEqual(await query.selectFrom(table).selectAll().execute(), [], table);
      }
    } finally {
      await own.close();
    }
  });

  it('takes the time it needs, which no request has', async (t) => {
    const own = await startTestLending();
    t.after(() => own.close());
    if (!own.databaseUrl) return t.skip('SQLite cuts off no statement');
    const faults = await openPostgresFaults(own.databaseUrl);
    await faults.run(`
      create function lending.linger() returns trigger language plpgsql as
        $$ begin perform pg_sleep(2.5); return null; end $$;
      create trigger lingers before delete on lending.merchants execute function lending.linger()`);
    await faults.close();
    await fundingFlow(own).sandbox('/reset', {}, 204);
  });
});
