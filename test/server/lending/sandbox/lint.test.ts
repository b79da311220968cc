import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { fieldsByOperation } from '../../../../server/lending/sandbox/lint.ts';
import { MOST_FINDINGS } from '../../../../server/lending/store/lint-findings.ts';
import { routes } from '../../../../server/lending-api/routes.ts';
import {
  aCharge,
  aFreeCharge,
  anAcceptedLoan,
  chargePath,
} from '../../../helpers/accepted-loan.ts';
import { authorizationOf, startTestLending, type TestLending } from '../../../helpers/lending.ts';
import { aSoftPull, softPullPath } from '../../../helpers/soft-pull.ts';

describe('GET /sandbox/v1/lint', () => {
  let lending: TestLending;
  beforeEach(async () => {
    lending = await startTestLending();
  });
  afterEach(() => lending.close());

  async function lint(as?: 'sponsor-two@example.test') {
    const answer = await lending.call('GET', '/sandbox/v1/lint', as && { as });
    assert.equal(answer.status, 200);
    return (await answer.json()) as Record<string, unknown>[];
  }
  const softPull = (change: Record<string, unknown>) =>
    lending.call('POST', softPullPath, { body: aSoftPull(change) });

  it('lists nothing for requests that are right, nor for what is null', async () => {
    assert.equal((await softPull({ favourite_color: null })).status, 200);
    const loan = await anAcceptedLoan(lending);
    const body = aFreeCharge(loan, '1000.00');
    assert.equal((await lending.call('POST', chargePath, { body })).status, 201);
    assert.deepEqual(await lint(), []);
  });

  it('names a field that was sent and ignored, once, without what it held', async () => {
    assert.equal((await softPull({ favourite_color: 'canary' })).status, 200);
    lending.tick(60_000);
    await softPull({ favourite_color: 'canary' });
    assert.deepEqual(await lint(), [
      {
        operation: `POST ${softPullPath}`,
        kind: 'unknown_field',
        field: 'favourite_color',
        detail: null,
        count: 2,
        first_at: '2026-03-02T15:00:00Z',
        last_at: '2026-03-02T15:01:00Z',
      },
    ]);
    assert.deepEqual(await lint('sponsor-two@example.test'), []);
  });

  it('does the same for forms, for lists and for what is refused', async () => {
    const form = new URLSearchParams({ nickname: 'Ada' }).toString();
    const authorization = authorizationOf('sponsor@example.test');
    const refused = await lending.app.request(softPullPath, {
      method: 'POST',
      headers: { authorization, 'content-type': 'application/x-www-form-urlencoded' },
      body: form,
    });
    assert.equal(refused.status, 400);
    const path = '/api/v1/sponsor/merchants/users/hillside-admin/batch-create-users/';
    await lending.call('POST', path, { body: [{ first_name: 'A' }, { shoe_size: 9 }] });
    assert.deepEqual((await lint()).map(({ field }) => field).toSorted(), [
      'nickname',
      'shoe_size',
    ]);
  });

  it('repeats no name that may be anything else', async () => {
    await softPull({ '900-10-0001': 1, 'ada@example.test': 2 });
    assert.deepEqual(
      (await lint()).map(({ field }) => field),
      ['(not a name)'],
    );
  });

  it('names the parts of a fee split that are not the product’s, and takes it', async () => {
    const loan = await anAcceptedLoan(lending);
    const answer = await lending.call('POST', chargePath, { body: aCharge(loan) });
    assert.equal(answer.status, 201);
    assert.deepEqual(
      (await lint()).map(({ kind, field, detail }) => [kind, field, detail]),
      [
        ['fee_split', 'net_platform_fee', "40.00 of 1000.00; by the product's percents 0.00"],
        [
          'fee_split',
          'net_to_merchant_amount',
          "940.00 of 1000.00; by the product's percents 1000.00",
        ],
        ['fee_split', 'net_to_sponsor_amount', "20.00 of 1000.00; by the product's percents 0.00"],
      ],
    );
  });

  it('fails no call, however many name the same fields at once in another order', async () => {
    const names = Array.from({ length: 20 }, (_, index) => `field_${index}`);
    const path = '/api/v1/sponsor/consumers/accounts/cancel/';
    const answers = await Promise.all(
      Array.from({ length: 40 }, (_, turn) => {
        const turned = [...names.slice(turn % 20), ...names.slice(0, turn % 20)];
        const body = Object.fromEntries(turned.map((name) => [name, 1]));
        return lending.call('POST', path, { body });
      }),
    );
    assert.deepEqual(new Set(answers.map(({ status }) => status)), new Set([400]));
    assert.deepEqual(new Set((await lint()).map(({ count }) => count)), new Set([40]));
  });

  it('stops at 500 names', async () => {
    for (let turn = 0; turn < 26; turn += 1) {
      const names = Array.from({ length: 20 }, (_, index) => `field_${turn}_${index}`);
      await softPull(Object.fromEntries(names.map((name) => [name, 1])));
    }
    assert.equal((await lint()).length, MOST_FINDINGS);
  });

  it('starts again with a reset', async () => {
    await softPull({ favourite_color: 'blue' });
    await lending.call('POST', '/sandbox/v1/reset');
    assert.deepEqual(await lint(), []);
  });
});

describe('fieldsByOperation()', () => {
  it('knows the fields of every body of the API', () => {
    const fields = fieldsByOperation();
    assert.equal(fields.size, routes.length);
    for (const route of routes) {
      const known = fields.get(`${route.method.toUpperCase()} ${route.getRoutingPath()}`);
      const hasBody = 'request' in route && 'body' in route.request;
      assert.equal((known?.size ?? 0) > 0, hasBody, route.path);
    }
  });
});
