import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { chargesPage } from '../../../../server/bff/merchant-api/charges.ts';
import { addRow, changeRows, renameStatus } from '../../../helpers/bare-lender/list-faults.ts';
import {
  acceptedAtBareLender,
  type BareTestbed,
  openPage,
  startBareTestbed,
} from '../../../helpers/bare-testbed.ts';
import { MerchantServer } from '../../../helpers/merchant-server.ts';
import {
  as,
  codeOf,
  errorsOf,
  type PageAnswer,
  type ShopPage,
  stepOf,
} from '../../../helpers/shop-page.ts';
import {
  hearAgain,
  markChargeUnknown,
  passHours,
  passQuarterHour,
  viewOf,
} from './lost-charges.ts';

describe('POST /v1/merchant/checkouts/{id}/charges/{charge}/resolve', () => {
  let testbed: BareTestbed;
  let page: ShopPage;

  const start = async (saysLoanNumber: boolean) => {
    testbed = await startBareTestbed({ settings: { saysLoanNumber } });
    page = await acceptedAtBareLender(testbed);
  };
  beforeEach(() => start(true));
  afterEach(() => testbed.close());

  const resolve = async (
    body: Record<string, unknown>,
    chargeId?: string,
    headers: Record<string, string> = {},
  ): Promise<PageAnswer> => {
    const id = chargeId ?? (await viewOf(testbed, page))?.charge_id ?? '';
    const path = `/checkouts/${page.checkoutId}/charges/${id}/resolve`;
    return new MerchantServer(testbed.bff).call('POST', path, body, headers);
  };
  const charged = (uuid: string) => ({ as: 'charged', payment_request_uuid: uuid });
  const notCharged = { as: 'not_charged' };
  const charges = () => testbed.lender.books.charges;
  const rowUuid = (index: number) => charges()[index]?.uuid ?? assert.fail('no such charge');
  const statuses = (answer: PageAnswer) => {
    assert.equal(answer.status, 200, JSON.stringify(answer.body));
    return chargesPage.parse(answer.body).charges.map(({ status }) => status);
  };
  const assertUnresolved = async () =>
    assert.equal(as(await passQuarterHour(testbed, page), 'charge_outcome').outcome, 'unresolved');

  describe('where the lender has two rows that could be it', () => {
    beforeEach(async () => {
      await markChargeUnknown(testbed, page, 'answer');
      await hearAgain(testbed);
      await assertUnresolved();
    });

    it('takes the merchant’s word for one of them', async () => {
      assert.deepEqual(statuses(await resolve(charged(rowUuid(1)))), ['pending']);
      const step = as(await page.step(), 'charge_pending');
      assert.equal(step.payment_request_uuid, rowUuid(1).toLowerCase());
      await testbed.lender.controls.approve(rowUuid(1));
      assert.equal(as(await page.step(), 'charge_outcome').outcome, 'approved');
    });

    it('answers a repeat under the same key, and refuses the key for another word', async () => {
      const chargeId = (await viewOf(testbed, page))?.charge_id;
      const key = { 'idempotency-key': randomUUID() };
      assert.deepEqual(statuses(await resolve(charged(rowUuid(1)), chargeId, key)), ['pending']);
      assert.deepEqual(statuses(await resolve(charged(rowUuid(1)), chargeId, key)), ['pending']);
      assert.equal(codeOf(await resolve(notCharged, chargeId, key)), 'idempotency_conflict');
    });

    it('answers the repeat on no other checkout’s address', async () => {
      const chargeId = (await viewOf(testbed, page))?.charge_id;
      const key = { 'idempotency-key': randomUUID() };
      await resolve(charged(rowUuid(1)), chargeId, key);
      const { checkoutId } = await openPage(testbed);
      const path = `/checkouts/${checkoutId}/charges/${chargeId}/resolve`;
      const server = new MerchantServer(testbed.bff);
      const answer = await server.call('POST', path, charged(rowUuid(1)), key);
      assert.equal(codeOf(answer), 'not_found', JSON.stringify(answer.body));
    });

    it('logs who said so, and what', async () => {
      await resolve(charged(rowUuid(0)));
      const line = testbed.bff.logged.find((each) => each.includes('charge_resolved')) ?? '';
      assert.ok(line.includes('pk_test_shop'));
      assert.ok(line.includes(page.checkoutId));
      assert.ok(line.includes(rowUuid(0).toLowerCase()));
    });

    it('does not take that nothing was charged while one of them is pending', async () => {
      assert.equal((await resolve(notCharged)).status, 409);
      await passHours(testbed, page, 1);
      assert.equal((await resolve(notCharged)).status, 409);
      assert.notEqual((await page.charge()).status, 201);
      assert.equal(charges().length, 2);
    });

    it('takes that nothing was charged once both of them have come to nothing', async () => {
      for (const { uuid } of charges()) await testbed.lender.controls.reject(uuid);
      const answer = await resolve(notCharged);
      // The lists may have settled it by themselves when they were read again.
      assert.ok([200, 409].includes(answer.status));
      const step = await page.step();
      assert.ok(step.screen === 'accepted' || as(step, 'charge_outcome').outcome === 'rejected');
    });
  });

  it('takes a row as charged to which the lender gave a payment identifier of its own', async () => {
    testbed.lender.troubles.rewrite('activity', (body) => {
      const list = body as { results: object[] };
      const results = list.results.map((row) => ({ ...row, payment_identifier: 'PI-1' }));
      return { ...list, results };
    });
    await markChargeUnknown(testbed, page, 'answer');
    await passQuarterHour(testbed, page);
    const view = await viewOf(testbed, page);
    if (view?.status === 'unresolved') {
      assert.deepEqual(statuses(await resolve(charged(rowUuid(0)))), ['pending']);
    }
    assert.equal((await viewOf(testbed, page))?.status, 'pending');
    assert.equal(charges().length, 1);
  });

  describe('where a row has our own name and does not say how it stands', () => {
    beforeEach(async () => {
      await markChargeUnknown(testbed, page, 'answer');
      await testbed.lender.controls.approve(rowUuid(0));
      const call = testbed.lender.heard.findLast(({ operation }) => operation === 'charge');
      const { payment_identifier } = call?.body ?? {};
      for (const list of ['transactions', 'activity'] as const) {
        changeRows(testbed.lender.troubles, list, { payment_identifier });
        renameStatus(testbed.lender.troubles, list, 'Processing');
      }
      await assertUnresolved();
    });

    it('does not take that nothing was charged', async () => {
      assert.equal((await resolve(notCharged)).status, 409);
      await passHours(testbed, page, 50);
      assert.equal((await resolve(notCharged)).status, 409);
    });

    it('takes it as charged: what is a transaction was approved', async () => {
      assert.equal((await resolve(charged(randomUUID()))).status, 409);
      assert.deepEqual(statuses(await resolve(charged(rowUuid(0)))), ['approved']);
      assert.equal((await viewOf(testbed, page))?.status, 'approved');
      assert.equal(as(await page.step(), 'charge_outcome').outcome, 'approved');
    });
  });

  describe('refuses as charged', () => {
    beforeEach(async () => {
      await markChargeUnknown(testbed, page, 'request');
      addRow(testbed.lender.troubles, 'activity', null);
      await assertUnresolved();
    });

    it('what is no row of the lender', async () => {
      assert.equal((await resolve(charged(randomUUID()))).status, 409);
    });

    it('a row of another amount, kind or loan', async () => {
      const other = await acceptedAtBareLender(testbed);
      const [own, others] = [page, other].map(({ checkoutId }) =>
        testbed.lender.controls.loan(checkoutId),
      );
      const parts = { merchantCents: 0, platformCents: 0, sponsorCents: 0, callbackUrl: '' };
      const add = (loan: typeof own, kind: number, cents: number) =>
        testbed.lender.books.addCharge({
          ...parts,
          loan: loan ?? assert.fail(),
          kind,
          cents,
          requestedBy: 'hillside-rep-1',
        }).uuid;
      const rows = [add(own, 109, 840_001), add(own, 111, 840_000), add(others, 109, 840_000)];
      for (const uuid of rows) assert.equal((await resolve(charged(uuid))).status, 409, uuid);
    });

    it('a row that another charge explains', async () => {
      const other = await acceptedAtBareLender(testbed);
      const { payment_request_uuid } = as(stepOf(await other.charge()), 'charge_pending');
      assert.equal((await resolve(charged(payment_request_uuid ?? ''))).status, 409);
    });

    it('a body that says neither', async () => {
      for (const [body, errors] of [
        [{}, { as: ['required'] }],
        [{ as: 'perhaps' }, { as: ['not_an_option'] }],
        [{ as: 'charged' }, { payment_request_uuid: ['required'] }],
      ] as const) {
        const answer = await resolve(body);
        assert.equal(codeOf(answer), 'invalid_request');
        assert.deepEqual(errorsOf(answer), errors);
      }
    });
  });

  describe('that nothing was charged', () => {
    beforeEach(async () => {
      await markChargeUnknown(testbed, page, 'request');
      addRow(testbed.lender.troubles, 'activity', null);
      await assertUnresolved();
    });

    it('is not taken within 48 hours of the call while a list cannot be read whole', async () => {
      assert.equal((await resolve(notCharged)).status, 409);
      await passHours(testbed, page, 46);
      assert.equal((await resolve(notCharged)).status, 409);
      await passHours(testbed, page, 2);
      assert.deepEqual(statuses(await resolve(notCharged)), []);
      assert.equal((await page.step()).screen, 'accepted');
      assert.equal(charges().length, 0);
    });

    it('lets the order be charged again', async () => {
      await passHours(testbed, page, 48);
      assert.equal((await resolve(notCharged)).status, 200);
      testbed.lender.troubles.heal();
      as(stepOf(await page.charge()), 'charge_pending');
      assert.equal(charges().length, 1);
    });

    it('is known by the lists themselves, once they can be read whole', async () => {
      const chargeId = (await viewOf(testbed, page))?.charge_id;
      testbed.lender.troubles.heal();
      const answer = await resolve(notCharged, chargeId);
      assert.ok([200, 409].includes(answer.status));
      assert.equal((await page.step()).screen, 'accepted');
      assert.equal(await viewOf(testbed, page), undefined);
    });
  });

  describe('is refused', () => {
    it('for a charge that is not unresolved', async () => {
      as(stepOf(await page.charge()), 'charge_pending');
      assert.equal((await resolve(notCharged)).status, 409);
      assert.equal((await resolve(charged(rowUuid(0)))).status, 409);
      assert.equal((await page.step()).screen, 'charge_pending');
    });

    it('for a charge that is unknown, or without the secret key', async () => {
      assert.equal(codeOf(await resolve(notCharged, randomUUID())), 'not_found');
      const path = `/v1/merchant/checkouts/${page.checkoutId}/charges/${randomUUID()}/resolve`;
      const answer = await page.call('POST', path, { body: notCharged });
      assert.equal(answer.status, 401);
    });
  });

  describe('at a lender that does not name its loans', () => {
    beforeEach(async () => {
      await testbed.close();
      await start(false);
      await markChargeUnknown(testbed, page, 'answer');
      await passQuarterHour(testbed, page);
    });

    it('takes the row of that kind and amount as charged', async () => {
      const view = await viewOf(testbed, page);
      if (view?.status === 'unresolved') {
        assert.deepEqual(statuses(await resolve(charged(rowUuid(0)))), ['pending']);
      }
      assert.equal((await viewOf(testbed, page))?.status, 'pending');
      assert.equal(charges().length, 1);
    });

    it('does not take that nothing was charged while that row may be it', async () => {
      assert.equal((await resolve(notCharged)).status, 409);
      await testbed.lender.controls.approve(rowUuid(0));
      await passHours(testbed, page, 47);
      assert.equal((await resolve(notCharged)).status, 409);
      assert.notEqual((await page.charge()).status, 201);
      assert.equal(charges().length, 1);
    });
  });
});
