import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { otherOrigin, shop, shopOrigin, startTestBff, type TestBff } from '../../../helpers/bff.ts';

describe('GET /v1/diagnose', () => {
  let bff: TestBff;
  before(async () => {
    bff = await startTestBff();
  });
  after(() => bff.close());

  const asked = async (merchant: string, origin: string | undefined, returnOrigin?: string) => {
    const question = new URLSearchParams({ merchant });
    if (returnOrigin !== undefined) question.set('return_origin', returnOrigin);
    const answer = await bff.app.request(`/v1/diagnose?${question}`, {
      headers: origin === undefined ? {} : { origin },
    });
    assert.equal(answer.status, 200);
    assert.equal(answer.headers.get('access-control-allow-origin'), '*');
    return answer.json();
  };

  const cases: [string, string, string | undefined, boolean, boolean][] = [
    ['the merchant’s own page', shop.publishable_key, shopOrigin, true, true],
    ['another origin', shop.publishable_key, otherOrigin, true, false],
    ['a page without an origin', shop.publishable_key, 'null', true, false],
    ['nobody’s key', 'pk_nobody', shopOrigin, false, false],
    ['no key', '', shopOrigin, false, false],
    ['no origin at all', shop.publishable_key, undefined, true, false],
  ];
  for (const [name, merchant, origin, merchant_known, origin_allowed] of cases) {
    it(`tells ${name} what is known of it`, async () => {
      assert.deepEqual(await asked(merchant, origin), { merchant_known, origin_allowed });
    });
  }

  const returns: [string, string, string, boolean][] = [
    ['one of the merchant’s', shop.publishable_key, shopOrigin, true],
    ['one of another merchant’s', shop.publishable_key, otherOrigin, false],
    ['all of them', shop.publishable_key, '', false],
    ['one for nobody’s key', 'pk_nobody', shopOrigin, false],
  ];
  for (const [name, merchant, returnOrigin, expected] of returns) {
    it(`tells a page that asks about returning to ${name} no more than whether it may`, async () => {
      const { merchant_known, ...said } = await asked(merchant, otherOrigin, returnOrigin);
      assert.deepEqual(said, { origin_allowed: false, return_origin_allowed: expected });
    });
  }
});
