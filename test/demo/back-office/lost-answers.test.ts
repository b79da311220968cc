import assert from 'node:assert/strict';
import { afterEach, describe, it } from 'node:test';
import type { Checkout, FailedEvents } from '../../../demo/back-office/merchant-api-types.ts';
import { es } from '../../../demo/back-office/strings/es.ts';
import { aCharge, aCheckout, aLoan } from './fixtures.ts';
import { fieldOf, ledTo, TestOffice } from './office.ts';

const charge = aCharge({ status: 'unresolved', pending_refund_amount: '400.00' });
const refund = {
  refund_id: 'r-1',
  charge_id: 'c-2',
  amount: '400.00',
  status: 'unresolved',
  requested_at: '2026-03-03T15:00:00Z',
  settled_at: null,
  fee_amount: '24.00',
  net_amount: '376.00',
};
const checkout = aCheckout({
  expires_at: null,
  charges: [
    charge,
    { ...charge, charge_id: 'c-2', status: 'settled', pending_refund_amount: '0.00' },
  ],
  timeline: [
    {
      version: 2,
      type: 'checkout.accepted',
      at: '2026-03-02T14:30:00Z',
      charge_id: null,
      refund_id: null,
    },
  ],
});
const failed: FailedEvents = {
  events: [
    {
      event_id: 'e-1',
      checkout_id: 'k-1',
      type: 'charge.settled',
      created_at: '2026-03-09T15:00:00Z',
      status: 'failed',
      deliveries: [
        {
          endpoint_id: 'shop',
          status: 'failed',
          attempts: [{ at: '2026-03-09T15:00:00Z', status: 503, error: null }],
        },
        {
          endpoint_id: 'stock',
          status: 'delivered',
          attempts: [{ at: '2026-03-09T15:00:00Z', status: 204, error: null }],
        },
      ],
    },
  ],
  has_more: false,
  endpoints: [
    {
      endpoint_id: 'shop',
      url: 'https://shop.example/hooks',
      failing_since: '2026-03-09T15:00:00Z',
    },
  ],
};

interface Sent {
  readonly path: string;
  readonly key: string | null;
  readonly body: unknown;
}

describe('what the back office does about lost answers', () => {
  let office: TestOffice;
  afterEach(() => office.close());

  /** An office whose BFF answers what is sent by these, one after the other. */
  async function opened(
    answers: Response[],
    charges: readonly object[] = checkout.charges,
    loan: Checkout['loan'] = null,
  ): Promise<Sent[]> {
    const sent: Sent[] = [];
    office = await TestOffice.open({
      bffUrl: 'http://127.0.0.1:1',
      secretKey: 'sk',
      now: () => Date.parse('2026-03-10T15:00:00Z'),
      fetch: async (address, init) => {
        const { pathname } = new URL(String(address));
        const path = pathname.replace('/v1/merchant', '');
        if (init?.method === 'POST') {
          const key = new Headers(init.headers).get('idempotency-key');
          sent.push({ path, key, body: JSON.parse(String(init.body)) });
          return answers.shift() ?? assert.fail('sent too much');
        }
        if (path.endsWith('/refunds')) return Response.json({ refunds: [refund], has_more: false });
        return Response.json(path === '/events' ? failed : { ...checkout, charges, loan });
      },
    });
    await office.signIn();
    return sent;
  }

  const resolveCharge = '/orders/k-1/resolve?charge=c-1';
  const resolveRefund = '/orders/k-1/resolve?charge=c-2&refund=r-1';

  it('takes the lender’s word about a charge, once per form', async () => {
    const sent = await opened([Response.json({}), Response.json({})]);
    assert.ok((await office.page('/orders/k-1')).includes('/orders/k-1/resolve?charge=c-1"'));
    const form = await office.page(resolveCharge);
    assert.match(
      form,
      /<strong>First charge: \$8,400\.00<\/strong> \(<time datetime="2026-03-02T15:00:00Z"/,
    );
    const key = fieldOf(form, 'key');
    const there = await office.post(resolveCharge, { key, answer: 'there', number: 'p-1' });
    assert.equal(ledTo(there), '/orders/k-1?done=resolved');
    await office.post(resolveCharge, { key: 'k', answer: 'not_there', number: '' });
    const path = '/checkouts/k-1/charges/c-1/resolve';
    assert.deepEqual(sent, [
      { path, key, body: { as: 'charged', payment_request_uuid: 'p-1' } },
      { path, key: 'k', body: { as: 'not_charged' } },
    ]);
  });

  it('takes it about a refund, with or without its number', async () => {
    const sent = await opened([Response.json({}), Response.json({}), Response.json({})]);
    assert.match(await office.page('/orders/k-1'), /resolve\?charge=c-2&amp;refund=r-1"/);
    assert.match(
      await office.page(resolveRefund),
      /<strong>First charge, refund: \$400\.00<\/strong> \(<time datetime="2026-03-03T15:00:00Z"/,
    );
    for (const form of [
      { answer: 'there', number: 'p-2' },
      { answer: 'there', number: '' },
      { answer: 'not_there', number: '' },
    ]) {
      const answer = await office.post(resolveRefund, { ...form, key: 'k' });
      assert.equal(ledTo(answer), '/orders/k-1?done=resolved');
    }
    assert.deepEqual(
      sent.map(({ body }) => body),
      [{ as: 'refunded', refund_request_uuid: 'p-2' }, { as: 'refunded' }, { as: 'not_refunded' }],
    );
    assert.equal(sent[0]?.path, '/checkouts/k-1/charges/c-2/refunds/r-1/resolve');
  });

  it('takes it about a refund whose charge stands however', async () => {
    for (const status of ['held', 'reversed', 'failed']) {
      await opened([], [{ ...charge, charge_id: 'c-2', status }]);
      assert.match(await office.page('/orders/k-1'), /resolve\?charge=c-2&amp;refund=r-1"/, status);
      await office.close();
    }
    await opened([]);
  });

  it('knows of offers that were accepted, although nobody saw them come', async () => {
    await opened([]);
    const page = await office.page('/orders/k-1');
    assert.match(page, /<dt>Offers<\/dt><dd>Yes</);
  });

  it('says of a webhook that failed what its endpoint answered, not another one', async () => {
    await opened([]);
    assert.match(await office.page('/webhooks/failed'), /, 1 try, answered 503/);
  });

  it('proposes to charge no more than is left when what is asked for comes to be charged', async () => {
    for (const [status, left] of [
      ['unresolved', '400.00'],
      ['pending', '400.00'],
      ['held', '400.00'],
      ['rejected', '8400.00'],
    ]) {
      await opened([], [{ ...charge, status, amount: '8000.00' }]);
      const page = await office.page('/orders/k-1/charge?kind=111');
      assert.equal(fieldOf(page, 'amount'), left, status);
      await office.close();
    }
    await opened([]);
  });

  it('proposes to charge no more than the loan has, which may be less than the order', async () => {
    await opened([], [], aLoan({ available_spend: '7500.00' }));
    const page = await office.page('/orders/k-1/charge?kind=109');
    assert.equal(fieldOf(page, 'amount'), '7500.00');
  });

  it('sends nothing without the lender’s answer, or of what is clear', async () => {
    const sent = await opened([]);
    for (const form of [{}, { answer: 'maybe' }, { answer: 'there', number: ' ' }]) {
      const answer = await office.post(resolveCharge, { ...form, key: 'k' });
      assert.equal(answer.status, 400);
      assert.match(await answer.text(), /role="alert">Choose what the lender says/);
    }
    assert.match(await office.page('/orders/k-1/resolve?charge=c-2'), /nothing is left to resolve/);
    assert.equal((await office.get('/orders/k-1/resolve?charge=c-9')).status, 404);
    assert.deepEqual(sent, []);
  });

  it('says of a charge or a refund that the lender has it only where that is known', async () => {
    const statuses = ['working', 'unresolved', 'pending'];
    await opened([...statuses, ...statuses].map((status) => Response.json({ status })));
    const done = { charge: [] as string[], refund: [] as string[] };
    for (const what of ['charge', 'refund'] as const) {
      const form = what === 'charge' ? { kind: '111', amount: '400' } : { charge: 'c-2' };
      for (const key of statuses) {
        done[what].push(ledTo(await office.post(`/orders/k-1/${what}`, { ...form, key })));
      }
    }
    const unclear = '/orders/k-1?done=unclear';
    assert.deepEqual(done, {
      charge: [unclear, unclear, '/orders/k-1?done=charge'],
      refund: [unclear, unclear, '/orders/k-1?done=refund'],
    });
    assert.match(await office.page(unclear), /role="status">The lender’s answer is not known yet/);
  });

  it('says in its own words what speaks against it, and keeps what was typed', async () => {
    const problem = {
      title: 'This order cannot be charged now.',
      code: 'charge_blocked',
      blocked_by: 'lender_records',
      detail: 'The lender’s records speak against it.',
    };
    await opened([Response.json(problem, { status: 409 })]);
    await office.post('/language', { language: 'es' });
    const answer = await office.post(resolveCharge, { key: 'k', answer: 'there', number: 'p-9' });
    assert.equal(answer.status, 409);
    const page = await answer.text();
    assert.ok(page.includes(`role="alert">${es.blockers.lender_records}`));
    assert.equal(fieldOf(page, 'number'), 'p-9');
    assert.match(page, /value="there" checked/);
  });

  it('offers no other language where its page would lose what was typed, and the key it was sent by', async () => {
    const lost = () => new Response(null, { status: 500 });
    const refused = Response.json({ title: 'Refused.', code: 'charge_blocked' }, { status: 409 });
    await opened([lost(), lost(), refused, lost()]);
    const offersLanguage = (page: string) => page.includes('action="/back-office/language"');
    const send = async (path: string, form: Record<string, string>) =>
      (await office.post(path, { ...form, key: 'k' })).text();
    const sale = { order: 'HS-1', amount: '900', description: 'A pump' };
    const charge = { kind: '111', amount: '400' };
    for (const page of [
      await send('/sales/new', sale),
      await send('/orders/k-1/charge', charge),
      await send('/orders/k-1/charge', charge),
      await send('/orders/k-1/charge', { ...charge, amount: 'much' }),
      await send('/webhooks/failed', { days: '90' }),
    ]) {
      assert.match(page, /role="alert"/);
      assert.ok(!offersLanguage(page), page);
    }
    for (const path of ['/sales/new', '/orders/k-1/charge?kind=111', '/webhooks/failed']) {
      assert.ok(offersLanguage(await office.page(path)), path);
    }
    const noPassword = await office.post('/sign-in', { password: 'none' });
    assert.ok(offersLanguage(await noPassword.text()));
  });

  it('sends how much is charged or goes back, and the note with it where there is one', async () => {
    const answers = Array.from({ length: 4 }, () => Response.json({ status: 'pending' }));
    const sent = await opened(answers);
    for (const [what, form] of [
      ['charge', { kind: '111', amount: '$400', note: '' }],
      ['charge', { kind: '111', amount: '$400', note: 'Second visit' }],
      ['refund', { charge: 'c-2', how: 'whole', amount: '', note: '' }],
      ['refund', { charge: 'c-2', how: 'part', amount: '$400', note: 'A filter came back' }],
    ] as const) {
      await office.post(`/orders/k-1/${what}`, { ...form, key: 'k' });
    }
    const charge = { transaction_description: 111, amount: '400.00' };
    assert.deepEqual(
      sent.map(({ body }) => body),
      [
        charge,
        { ...charge, description: 'Second visit' },
        {},
        { amount: '400.00', reason: 'A filter came back' },
      ],
    );
  });

  it('leaves chosen how much goes back, where a refund is not sent', async () => {
    const problem = { title: 'Refused.', code: 'refund_blocked', blocked_by: 'lender' };
    await opened([Response.json(problem, { status: 409 })]);
    const form = { charge: 'c-2', key: 'k' };
    const send = async (sent: Record<string, string>) =>
      (await office.post('/orders/k-1/refund', { ...form, ...sent })).text();
    assert.match(await send({ how: 'part', amount: '' }), /value="part" checked/);
    assert.match(await send({ how: 'whole', amount: '' }), /value="whole" checked/);
  });

  it('gives nothing back where all was left chosen and a part typed', async () => {
    const sent = await opened([]);
    const form = { charge: 'c-2', key: 'k', how: 'whole', amount: '400' };
    const answer = await office.post('/orders/k-1/refund', form);
    assert.equal(answer.status, 400);
    assert.match(
      await answer.text(),
      /role="alert">All that is left is chosen, and a part is typed/,
    );
    assert.deepEqual(sent, []);
  });

  it('keeps the time that was chosen with the key under which failed webhooks are sent again', async () => {
    await opened([new Response(null, { status: 502 })]);
    const key = fieldOf(await office.page('/webhooks/failed'), 'key');
    const answer = await office.post('/webhooks/failed', { key, days: '90' });
    assert.equal(answer.status, 503);
    const form = await answer.text();
    assert.equal(fieldOf(form, 'key'), key);
    assert.match(form, /<option value="90" selected>/);
  });

  it('sends all failed webhooks of a time again, in as many calls as it takes', async () => {
    const sent = await opened([
      Response.json({ resent: 500, has_more: true, last_event_id: 'e-500' }),
      Response.json({ resent: 720, has_more: false, last_event_id: 'e-1220' }),
    ]);
    const page = await office.page('/webhooks/failed');
    assert.match(page, /https:\/\/shop\.example\/hooks has taken nothing since/);
    assert.match(page, /action="\/back-office\/orders\/k-1\/resend"/);
    const key = fieldOf(page, 'key');
    const answer = await office.post('/webhooks/failed', { key, days: '30' });
    assert.equal(ledTo(answer), '/webhooks/failed?resent=1220');
    const path = '/failed-events/resend';
    const created_after = '2026-02-08T00:00:00.000Z';
    assert.deepEqual(sent, [
      { path, key: `${key}-0`, body: { created_after } },
      { path, key: `${key}-1`, body: { created_after, starting_after: 'e-500' } },
    ]);
    const after = await office.page('/webhooks/failed?resent=1220');
    assert.match(after, /role="status">On their way again: 1,220\./);
    assert.ok(!(await office.page('/webhooks/failed?resent=x')).includes('role="status"'));
  });
});
