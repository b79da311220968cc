import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { decodeJwt } from 'jose';
import { outcomeGroups } from '../../demo/simulator/outcomes.ts';
import { aShop, BFF, postJson } from './demo-shop.ts';

const checkoutId = '7f6f0b0e-5d0c-4c3e-9a51-3f1c2b7a9d10';
const hiddenPassword = 'a-password-nobody-shows';

/** A shop whose BFF and sandbox answer so, and what the sandbox was asked. */
function aSimulator(checkout: Record<string, unknown> | null, sandboxAnswers: unknown = {}) {
  const asked: string[] = [];
  const shop = aShop({
    sandbox: {
      lendingUrl: 'http://lender.test',
      username: 'sponsor@example.test',
      password: hiddenPassword,
      fetch: async (url, init) => {
        asked.push(`${init?.method} ${String(url).replace('http://lender.test/sandbox/v1', '')}`);
        return Response.json(sandboxAnswers);
      },
    },
    fetch: async () => Response.json(checkout ?? {}, { status: checkout === null ? 404 : 200 }),
  });
  const move = (name: unknown, id: unknown = checkoutId) =>
    shop.request('/api/simulator/move', postJson({ move: name, checkout: id }));
  return { shop, asked, move };
}

const atPendingCharge = {
  order_id: 'HH-ABCDEF-234567',
  charges: [{ status: 'pending', payment_request_uuid: 'a-charge' }],
};

describe('the simulator', () => {
  it('has a button for every outcome, and says how it types', async () => {
    const page = await (await aSimulator(null).shop.request('/simulator')).text();
    for (const { id } of outcomeGroups.flatMap(({ outcomes }) => outcomes)) {
      assert.match(page, new RegExp(`<button[^>]* id="${id}"`), id);
    }
    assert.match(page, /isolation="inline"/);
    assert.match(page, new RegExp(`src="${BFF}/v1/soft-pull-checkout.js"`));
    assert.doesNotMatch(page, /<style|style="|<script(?![^>]* src=)| on[a-z]+="/);
    assert.ok(!page.includes(hiddenPassword));
  });

  it('is not there without a sandbox', async () => {
    assert.equal((await aShop().request('/simulator')).status, 404);
    assert.equal((await aShop().request('/api/simulator/order', postJson({}))).status, 404);
  });

  it('signs an order of its own for each outcome', async () => {
    const { shop } = aSimulator(null);
    const orderOf = async () => {
      const answer = await shop.request('/api/simulator/order', postJson({}));
      const { order_token } = (await answer.json()) as { order_token: string };
      return decodeJwt(order_token).order_id;
    };
    assert.notEqual(await orderOf(), await orderOf());
  });

  it('does in the sandbox what the consumer would at the lender’s', async () => {
    const { move, asked } = aSimulator(atPendingCharge);
    assert.equal((await move('decline_terms')).status, 204);
    assert.equal((await move('reject_charge')).status, 204);
    assert.deepEqual(asked, [
      `POST /applications/${checkoutId}/decline-terms`,
      'POST /payment-requests/a-charge/reject',
    ]);
  });

  it('has each callback delivered twice more', async () => {
    const { move, asked } = aSimulator(atPendingCharge, [{ event_id: 'e1' }]);
    assert.equal((await move('repeat_callbacks')).status, 204);
    assert.equal(asked.filter((call) => call === 'POST /events/e1/resend').length, 2);
  });

  it('makes no other move, none for a checkout that is none, and no charge up', async () => {
    const { move, asked } = aSimulator(null);
    assert.equal((await move('reset')).status, 400);
    assert.equal((await move('accept_terms', '../../reset')).status, 400);
    assert.equal((await move('accept_terms')).status, 404);
    const early = aSimulator({ ...atPendingCharge, charges: [] });
    assert.equal((await early.move('approve_charge')).status, 409);
    assert.deepEqual([...asked, ...early.asked], []);
  });
});
