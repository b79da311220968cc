import assert from 'node:assert/strict';
import { it } from 'node:test';
import { messageSchema } from '../../../../widget/contract/public-information.ts';
import { acceptedAtBareLender, bareShop, startBareTestbed } from '../../../helpers/bare-testbed.ts';
import { as, ShopPage, stepOf } from '../../../helpers/shop-page.ts';

/** All that a lender needs to say of a product. A field that is needed later stops its charges. */
const product = {
  product_id: 7,
  product_name: 'Standard',
  min_amount: '500.00',
  max_amount: '50000.00',
  interest_rate: '12.99',
  term_months: 60,
  promo_type: 'none',
  promo_months: 0,
  origination_fee_percent: '0.00',
  merchant_fee_percent: '6.00',
  platform_fee_percent: '4.00',
  lender_name: 'Prairie Savings Bank',
  lender_nmls_id: '412345',
  is_available: true,
  is_selected: true,
  effective_date: '2026-01-01',
};

it('a product of another lender prices the line of a shop, and splits its charge', async (t) => {
  const { fees: _none, ...shop } = bareShop;
  const testbed = await startBareTestbed({
    settings: { rateSheet: [product] },
    config: { merchants: [shop] },
  });
  t.after(() => testbed.close());
  const { bff, lender } = testbed;
  const asked = new URLSearchParams({ merchant: shop.publishable_key, amount: '8400.00' });
  const answer = await new ShopPage(bff).call('GET', `/v1/message?${asked}`);
  const { monthly_payment, apr, product_name } = messageSchema.parse(answer.body);
  assert.deepEqual([monthly_payment, apr, product_name], ['191.08', '12.99', 'Standard']);

  lender.troubles.rewrite('loan', (loan) => ({
    ...(loan as object),
    selected_offer: { product_id: product.product_id },
  }));
  const page = await acceptedAtBareLender(testbed);
  as(stepOf(await page.charge()), 'charge_pending');
  const { body } = lender.heard.find(({ operation }) => operation === 'charge') ?? {};
  assert.deepEqual(
    [body?.net_to_merchant_amount, body?.net_platform_fee, body?.net_to_sponsor_amount],
    ['7896.00', '336.00', '168.00'],
  );
});
