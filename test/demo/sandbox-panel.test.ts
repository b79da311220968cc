import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { noProxies } from '../../server/platform/http/client-address.ts';
import { addressOf, aShop, postJson } from './demo-shop.ts';

const access = {
  lendingUrl: 'http://lender.test',
  username: 'sponsor@example.test',
  password: 'a-password-nobody-shows',
};

/** A sandbox that answers from a table and keeps what it was asked. */
function aSandbox(answers: Record<string, unknown>) {
  const asked: { call: string; authorization: string | null; body: unknown }[] = [];
  const fetch: typeof globalThis.fetch = async (input, init) => {
    const { pathname } = new URL(String(input));
    const call = `${init?.method} ${pathname.replace('/sandbox/v1', '')}`;
    const authorization = new Headers(init?.headers).get('authorization');
    asked.push({ call, authorization, body: init?.body ? JSON.parse(String(init.body)) : null });
    const answer = answers[call];
    return answer === undefined
      ? new Response(access.password, { status: 500 })
      : Response.json(answer);
  };
  return { asked, shop: aShop({ sandbox: { ...access, fetch } }) };
}

const sampleActivity = {
  'GET /clock': { now: '2026-03-02T15:00:00Z', secret: 'kept' },
  'GET /messages': [{ id: 'm1', channel: 'sms', to: '+13035550142', links: [], internal: 'kept' }],
  'GET /events': [
    { event_id: 'e1', event_type: 'consumer_application_complete', authorization: 'kept' },
    { event_id: 'e2', event_type: 'consumer_charge_outcome' },
  ],
};

describe('the developer panel’s way to the sandbox', () => {
  it('shows clock, messages and callbacks, newest first, and only the fields it names', async () => {
    const { shop } = aSandbox(sampleActivity);
    const answer = await shop.request('/api/sandbox/activity');
    assert.equal(answer.headers.get('cache-control'), 'no-store');
    const text = await answer.text();
    const activity = JSON.parse(text);
    assert.equal(activity.now, '2026-03-02T15:00:00Z');
    assert.equal(activity.messages[0].to, '+13035550142');
    assert.deepEqual(
      activity.callbacks.map(({ event_id }: { event_id: string }) => event_id),
      ['e2', 'e1'],
    );
    assert.doesNotMatch(text, /kept/);
  });

  it('moves the clock by whole seconds only', async () => {
    const { shop, asked } = aSandbox({ 'POST /clock/advance': { now: '2026-03-04T15:00:00Z' } });
    const moved = await shop.request('/api/sandbox/clock', postJson({ seconds: 172_800 }));
    assert.deepEqual(await moved.json(), { now: '2026-03-04T15:00:00Z' });
    for (const seconds of [0, -1, 1.5, '60', 400 * 86_400 + 1, null]) {
      const refused = await shop.request('/api/sandbox/clock', postJson({ seconds }));
      assert.equal(refused.status, 400, String(seconds));
    }
    assert.deepEqual(
      asked.map(({ body }) => body),
      [{ seconds: 172_800 }],
    );
  });

  it('shows its credentials to the sandbox and to nobody else', async () => {
    const { shop, asked } = aSandbox(sampleActivity);
    const answers = [
      await shop.request('/api/sandbox/activity'),
      await shop.request('/api/sandbox/reset', postJson({})),
      await shop.request('/'),
    ];
    const seen = await Promise.all(
      answers.map(async (each) => JSON.stringify([...each.headers]) + (await each.text())),
    );
    const encoded = Buffer.from(`${access.username}:${access.password}`).toString('base64');
    assert.notEqual(asked.length, 0);
    assert.ok(asked.every(({ authorization }) => authorization === `Basic ${encoded}`));
    for (const text of seen) {
      assert.ok(!text.includes(access.password) && !text.includes(encoded));
    }
  });

  it('says that the sandbox does not answer, and nothing of what it said', async () => {
    const { shop } = aSandbox({});
    const answer = await shop.request('/api/sandbox/activity');
    assert.equal(answer.status, 502);
    assert.deepEqual(await answer.json(), { error: 'The lending sandbox does not answer' });
  });

  it('is not there without a sandbox', async () => {
    assert.equal((await aShop().request('/api/sandbox/activity')).status, 404);
  });

  it('lets no other page move the clock', async () => {
    const { shop, asked } = aSandbox({ 'POST /clock/advance': { now: '' } });
    const foreign = postJson({ seconds: 60 }, { origin: 'https://elsewhere.test' });
    assert.equal((await shop.request('/api/sandbox/clock', foreign)).status, 403);
    assert.equal(asked.length, 0);
  });
});

function cookiesOf({ headers }: Response): string {
  return headers
    .getSetCookie()
    .map((each) => each.split(';')[0])
    .join('; ');
}

const hour = (at: number) => `2026-03-02T${String(at).padStart(2, '0')}:00:00Z`;

describe('the panel of a shop that strangers share', () => {
  it('shows the newest first, of whichever order of its visitor', async () => {
    const first = '5d0f9f3c-2f3b-4e59-8a54-0c6f9b1c7a11';
    const second = '5d0f9f3c-2f3b-4e59-8a54-0c6f9b1c7a12';
    // The sandbox lists the newest messages first, and the newest callbacks last.
    const hours = new Map([
      [first, [4, 2, 1]],
      [second, [4, 3]],
    ]);
    let order = '';
    const shop = aShop({
      sandbox: {
        ...access,
        fetch: async (input) => {
          const { pathname, searchParams } = new URL(String(input));
          const id = searchParams.get('external_application_id') ?? '';
          const rows = (hours.get(id) ?? []).map((at) => ({
            id: `${id} ${at}`,
            event_id: `${id} ${at}`,
            created: hour(at),
            payload: { created_at: hour(at) },
          }));
          return Response.json(pathname.endsWith('/events') ? rows.reverse() : rows);
        },
      },
      publicDemo: { visitorKey: 'a key of the visitors', trustedProxies: noProxies },
      fetch: async () => Response.json({ order_id: order, charges: [] }),
    });
    const page = await shop.request('/');
    order = /order=([^&]+)/.exec(addressOf(await page.text()))?.[1] ?? '';
    const query = `checkout=${first}&checkout=${second}`;
    const headers = { cookie: cookiesOf(page) };
    const answer = await shop.request(`/api/sandbox/activity?${query}`, { headers });
    const { messages, callbacks } = await answer.json();
    const newestFirst = [`${second} 4`, `${first} 4`, `${second} 3`, `${first} 2`, `${first} 1`];
    assert.deepEqual(
      messages.map(({ id }: { id: string }) => id),
      newestFirst,
    );
    assert.deepEqual(
      callbacks.map(({ event_id }: { event_id: string }) => event_id),
      newestFirst,
    );
  });

  it('asks the BFF once whose a checkout is, and nothing for who has begun no order', async () => {
    const id = '5d0f9f3c-2f3b-4e59-8a54-0c6f9b1c7a11';
    let order = '';
    let asked = 0;
    const shop = aShop({
      sandbox: { ...access, fetch: async () => Response.json([]) },
      publicDemo: { visitorKey: 'a key of the visitors', trustedProxies: noProxies },
      fetch: async () => {
        asked += 1;
        return Response.json({ order_id: order, charges: [] });
      },
    });
    const activity = `/api/sandbox/activity?checkout=${id}`;
    assert.equal((await shop.request(activity)).status, 200);
    assert.equal(asked, 0);
    const page = await shop.request('/');
    order = /order=([^&]+)/.exec(addressOf(await page.text()))?.[1] ?? '';
    const cookie = cookiesOf(page);
    for (let times = 0; times < 3; times += 1) {
      assert.equal((await shop.request(activity, { headers: { cookie } })).status, 200);
    }
    assert.equal(asked, 1);
  });
});
