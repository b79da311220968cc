import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { createMerchantFees } from '../../../../../server/lending/store/migrations/015-merchant-fees.ts';
import { anAcceptedLoan } from '../../../../helpers/accepted-loan.ts';
import { startTestLending, type TestLending } from '../../../../helpers/lending.ts';

let lending: TestLending;

before(async () => {
  lending = await startTestLending();
});

after(() => lending.close());

it('gives the loans of an earlier version the fee of their product, and no other application one', async () => {
  const { query } = lending.context.database;
  const ofProduct = (product_id: string) =>
    anAcceptedLoan(lending, { selected_terms: JSON.stringify({ offer_uuid: 'o', product_id }) });
  const reduced = await ofProduct('5d0c1f70-3b52-4b1e-9c35-0e6c4a1f6002');
  const standard = await ofProduct('5d0c1f70-3b52-4b1e-9c35-0e6c4a1f6001');
  const unselected = await anAcceptedLoan(lending, { selected_terms: null });
  await query.schema.alterTable('applications').dropColumn('merchant_fee_percent').execute();
  await createMerchantFees(query);
  const rows = await query
    .selectFrom('applications')
    .select(['id', 'merchant_fee_percent'])
    .execute();
  const feeOf = new Map(rows.map(({ id, merchant_fee_percent }) => [id, merchant_fee_percent]));
  assert.deepEqual(
    [reduced, standard, unselected].map(({ id }) => feeOf.get(id)),
    ['6.00', '0.00', null],
  );
});
