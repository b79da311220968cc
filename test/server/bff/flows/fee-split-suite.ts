import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, it } from 'node:test';
import type { ChargeView } from '../../../../server/bff/merchant-api/charges.ts';
import { bareShop } from '../../../helpers/bare-testbed.ts';
import type { TestBff } from '../../../helpers/bff.ts';
import type { FaultyProxy } from '../../../helpers/faulty-proxy.ts';
import { MerchantServer, problemOf } from '../../../helpers/merchant-server.ts';
import type { ShopPage } from '../../../helpers/shop-page.ts';
import { relist } from '../../../helpers/webhook-receiver.ts';

/** Its platform has 3 percent of a charge at least, its sponsor 1. */
export const splittingShop = { ...bareShop, may_split: true };

/** `merchant, platform, sponsor`, as the lender was told. */
export type HeardSplit = readonly unknown[];

/** What the suite needs of a lender, whichever it is. */
export interface SplitTestbed {
  readonly bff: TestBff;
  readonly proxy: FaultyProxy;
  accepted(): Promise<ShopPage>;
  chargesHeard(): Promise<readonly HeardSplit[]>;
  refundsHeard(): Promise<readonly HeardSplit[]>;
  /** The consumer approves a charge, and its money goes out. */
  settle(charge: ChargeView): Promise<void>;
  settleRefunds(): Promise<void>;
  close(): Promise<void>;
}

export function feeSplit(merchant: unknown, platform: unknown, sponsor: unknown) {
  return {
    fee_split: {
      net_to_merchant_amount: merchant,
      net_platform_fee: platform,
      net_to_sponsor_amount: sponsor,
    },
  };
}

/** What holds at every lender. */
export function describeFeeSplit(lender: string, start: () => Promise<SplitTestbed>): void {
  describe(`a charge with fee_split at ${lender}`, () => {
    let testbed: SplitTestbed;
    let server: MerchantServer;

    beforeEach(async () => {
      testbed = await start();
      server = new MerchantServer(testbed.bff);
    });
    afterEach(() => testbed.close());

    /** Everything that a charge writes, and every call to the lender. */
    const traces = async (id: string) => {
      const { query } = testbed.bff.database;
      const checkouts = query.selectFrom('checkouts').selectAll().where('id', '=', id);
      return {
        checkouts: await checkouts.execute(),
        charges: await query.selectFrom('charges').selectAll().execute(),
        keys: await query.selectFrom('merchant_keys').selectAll().execute(),
        calls: [...testbed.proxy.passed],
      };
    };

    const refusedWithoutATrace = async (
      id: string,
      key: string,
      parts: Record<string, unknown>,
      expected: { code: string; errors?: object },
    ) => {
      const before = await traces(id);
      const answer = await server.ask(id, parts, key);
      assert.equal(answer.status, 400, JSON.stringify(answer.body));
      const { errors } = answer.body as { errors?: object };
      assert.deepEqual({ code: problemOf(answer).code, ...(errors && { errors }) }, expected);
      assert.deepEqual(await traces(id), before);
    };
    const invalid = (field: string, ...codes: string[]) => ({
      code: 'invalid_request',
      errors: { [field]: codes },
    });

    it('is asked for exactly as the merchant’s server says', async () => {
      const { checkoutId: id } = await testbed.accepted();
      const charge = await server.charge(id, feeSplit('7000.00', 1000, '400.0'));
      assert.deepEqual(
        [charge.amount, charge.net_amount, charge.fee_amount],
        ['8400.00', '7000.00', '1400.00'],
      );
      assert.deepEqual(await testbed.chargesHeard(), [['7000.00', '1000.00', '400.00']]);
    });

    it('is refused before anything is asked or written, and its key is free for a right one', async () => {
      const { checkoutId: id } = await testbed.accepted();
      const key = randomUUID();
      const refused = (
        parts: Record<string, unknown>,
        expected: { code: string; errors?: object },
      ) => refusedWithoutATrace(id, key, parts, expected);
      await refused(feeSplit('7000.00', '1000.00', '399.99'), { code: 'split_unbalanced' });
      await refused(feeSplit('7000.00', '1000.00', '400.01'), { code: 'split_unbalanced' });
      await refused(
        feeSplit('8064.01', '251.99', '84.00'),
        invalid('fee_split.net_platform_fee', 'not_accepted'),
      );
      await refused(
        feeSplit('8064.01', '252.00', '83.99'),
        invalid('fee_split.net_to_sponsor_amount', 'not_accepted'),
      );
      await refused(feeSplit('7000.00', '1000.001', '399.999'), {
        code: 'invalid_request',
        errors: {
          'fee_split.net_platform_fee': ['not_an_amount'],
          'fee_split.net_to_sponsor_amount': ['not_an_amount'],
        },
      });
      await refused(
        feeSplit('8600.00', '-200.00', '0'),
        invalid('fee_split.net_platform_fee', 'not_an_amount'),
      );
      await refused(
        feeSplit('8064.00', '336.00', undefined),
        invalid('fee_split.net_to_sponsor_amount', 'required'),
      );
      const charge = await server.charge(id, feeSplit('8064.00', '252.00', '84.00'), key);
      assert.equal(charge.status, 'pending');
      assert.deepEqual(await testbed.chargesHeard(), [['8064.00', '252.00', '84.00']]);
    });

    it('is refused where the entry does not let the merchant split, in parts that are right too', async () => {
      const { checkoutId: id } = await testbed.accepted();
      const { may_split: _none, ...shop } = splittingShop;
      relist(testbed.bff, shop);
      const key = randomUUID();
      const expected = invalid('fee_split', 'not_accepted');
      await refusedWithoutATrace(id, key, feeSplit('8064.00', '252.00', '84.00'), expected);
      await refusedWithoutATrace(id, key, feeSplit('8064.00', '252.00', '0'), expected);
      await server.charge(id, {}, key);
      assert.deepEqual(await testbed.chargesHeard(), [['8064.00', '252.00', '84.00']]);
    });

    it('is the same charge under its key, and no other one', async () => {
      const { checkoutId: id } = await testbed.accepted();
      const key = randomUUID();
      const first = await server.charge(id, feeSplit('7000.00', '1000.00', '400.00'), key);
      const { may_split: _none, ...shop } = splittingShop;
      relist(testbed.bff, shop);
      const again = await server.charge(id, feeSplit('7000.00', '1000.00', '400.00'), key);
      assert.deepEqual(again, first);
      const other = await server.ask(id, feeSplit('7000.00', '999.99', '400.01'), key);
      assert.equal(problemOf(other).code, 'idempotency_conflict');
      assert.equal((await testbed.chargesHeard()).length, 1);
    });

    it('is refunded in parts as it was split, the last with what is left of each', async () => {
      const { checkoutId: id } = await testbed.accepted();
      const charge = await server.charge(id, feeSplit('7000.00', '1000.00', '400.00'));
      await testbed.settle(charge);
      await server.charges(id);
      const of = { id, chargeId: charge.charge_id };
      for (const amount of ['2800.33', '2800.33', undefined]) {
        await server.refund(of, { amount });
        await testbed.settleRefunds();
        await server.refunds(of);
        testbed.bff.tick(60_000);
      }
      assert.deepEqual(await testbed.refundsHeard(), [
        ['2333.61', '333.37', '133.35'],
        ['2333.61', '333.37', '133.35'],
        ['2332.78', '333.26', '133.30'],
      ]);
      const [refunded] = await server.charges(id);
      assert.deepEqual([refunded?.status, refunded?.refunded_amount], ['refunded', '8400.00']);
    });
  });
}
