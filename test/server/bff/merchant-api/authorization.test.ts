import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, describe, it } from 'node:test';
import { callExamples } from '../../../../server/bff/merchant-api/examples.ts';
import { merchantApiRoutes } from '../../../../server/bff/merchant-api/routes.ts';
import { basicAuthHeader } from '../../../../server/platform/http/basic-auth.ts';
import { otherKey, shop, shopKey } from '../../../helpers/bff.ts';
import { type MerchantHistory, sellOnce } from '../../../helpers/merchant-history.ts';
import { MerchantServer } from '../../../helpers/merchant-server.ts';
import { startTestbed, type Testbed } from '../../../helpers/testbed.ts';

const asUser = (username: string) => basicAuthHeader({ username, password: '' });

/** Whoever may not use the API at all. */
const strangers: Readonly<Record<string, string | undefined>> = {
  'without a key': undefined,
  'with the publishable key': asUser(shop.publishable_key),
  'with another key': asUser('sk_test_nobody'),
  'with a key that lacks its end': asUser(shopKey.slice(0, -1)),
  'with the secret key as a bearer': `Bearer ${shopKey}`,
  'with the secret key as the password': basicAuthHeader({ username: '', password: shopKey }),
};

describe('every call of the merchant API', () => {
  let testbed: Testbed;
  let server: MerchantServer;
  let history: MerchantHistory;
  let others: MerchantHistory;
  let unchanged: () => Promise<void>;
  before(async () => {
    testbed = await startTestbed({ isRunning: false });
    server = new MerchantServer(testbed.bff);
    history = await sellOnce(testbed, server);
    others = await sellOnce(testbed, server);
    const state = async () => [
      await server.view(history.id),
      await server.refunds({ id: history.id, chargeId: history.charge }),
      (await server.call('GET', '/checkouts')).body,
      (await server.call('GET', '/events')).body,
    ];
    const at = await state();
    unchanged = async () => assert.deepEqual(await state(), at);
  });
  after(() => testbed.close());

  async function call(
    operation: (typeof merchantApiRoutes)[number],
    authorization: string | undefined,
    ids: Readonly<Record<string, string>> = history,
  ): Promise<{ status: number; text: string }> {
    const { query = {}, body } = callExamples[operation.operationId] ?? {};
    const path = operation.path.replaceAll(/\{(\w+)\}/g, (_all, name) => ids[name] ?? '');
    const answer = await testbed.bff.app.request(`${path}?${new URLSearchParams(query)}`, {
      method: operation.method.toUpperCase(),
      headers: {
        'content-type': 'application/json',
        'idempotency-key': randomUUID(),
        ...(authorization && { authorization }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    return { status: answer.status, text: await answer.text() };
  }

  for (const [name, authorization] of Object.entries(strangers)) {
    it(`is 401 ${name}, and changes nothing`, async () => {
      for (const route of merchantApiRoutes) {
        const { status, text } = await call(route, authorization);
        assert.equal(status, 401, route.operationId);
        for (const id of Object.values(history)) assert.ok(!text.includes(id), route.operationId);
      }
      await unchanged();
    });
  }

  it('knows nothing of another merchant’s ids, in any case, and changes nothing of them', async () => {
    const shouted = Object.fromEntries(
      Object.entries(history).map(([name, id]) => [name, id.toUpperCase()]),
    );
    for (const route of merchantApiRoutes) {
      const own = await call(route, asUser(otherKey));
      for (const id of Object.values(history)) assert.ok(!own.text.includes(id), route.operationId);
      if (!route.path.includes('{')) continue;
      for (const ids of [history, shouted]) {
        const { status } = await call(route, asUser(otherKey), ids);
        assert.equal(status, 404, route.operationId);
      }
    }
    await unchanged();
  });

  it('leads to no charge or refund by the checkout of another sale', async () => {
    const nested = merchantApiRoutes.filter(({ path }) => /\{(?:charge|refund)\}/.test(path));
    for (const route of nested) {
      const last = route.path.includes('{refund}') ? 'refund' : 'charge';
      for (const mixed of [
        { ...history, [last]: others[last] },
        { ...others, id: history.id },
      ]) {
        const { status } = await call(route, asUser(shopKey), mixed);
        assert.equal(status, 404, route.operationId);
      }
    }
    await unchanged();
  });

  it('is there for the merchant itself', async () => {
    for (const route of merchantApiRoutes) {
      const { status } = await call(route, asUser(shopKey));
      assert.ok(status !== 401 && status !== 404 && status < 500, `${route.operationId} ${status}`);
    }
  });
});
