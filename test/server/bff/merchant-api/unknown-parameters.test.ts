import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, describe, it } from 'node:test';
import { callExamples } from '../../../../server/bff/merchant-api/examples.ts';
import { merchantApiRoutes } from '../../../../server/bff/merchant-api/routes.ts';
import { startTestBff, type TestBff } from '../../../helpers/bff.ts';
import { MerchantServer } from '../../../helpers/merchant-server.ts';
import { codeOf } from '../../../helpers/shop-page.ts';

describe('a query parameter that is not known is 400 with its name', () => {
  let bff: TestBff;
  let server: MerchantServer;
  before(async () => {
    bff = await startTestBff();
    server = new MerchantServer(bff);
  });
  after(() => bff.close());

  for (const { operationId, method, path } of merchantApiRoutes) {
    it(`of ${operationId}`, async () => {
      const { checkout_id } = await server.make();
      const { query = {}, body } = callExamples[operationId] ?? {};
      const address = path
        .replace('/v1/merchant', '')
        .replaceAll(/\{(\w+)\}/g, (_all, name) => (name === 'id' ? checkout_id : randomUUID()));
      const search = new URLSearchParams({ ...query, nonsense: '1' });
      const key = { 'idempotency-key': randomUUID() };
      const answer = await server.call(method.toUpperCase(), `${address}?${search}`, body, key);
      assert.equal(codeOf(answer), 'invalid_request');
      const { errors } = answer.body as { errors: unknown };
      assert.deepEqual(errors, { nonsense: ['unknown_field'] });
    });
  }

  it('also where every object has something of that name', async () => {
    const answer = await server.call('GET', '/checkouts?constructor=1');
    assert.equal(codeOf(answer), 'invalid_request');
    const { errors } = answer.body as { errors: object };
    assert.deepEqual(Object.entries(errors), [['constructor', ['unknown_field']]]);
  });
});
