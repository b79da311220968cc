import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import {
  type RateSheetProduct,
  rateSheetProduct,
} from '../../../../server/lending-api/rate-sheets.ts';
import { startTestLending, type TestLending } from '../../../helpers/lending.ts';

const rateSheets = '/api/v1/sponsor/merchants/rate-sheets/';
/** What is internal is not sent. */
const rateSheet = rateSheetProduct.strict().array();

let lending: TestLending;
let products: RateSheetProduct[];
before(async () => {
  lending = await startTestLending();
  products = await list();
});
after(() => lending.close());

async function list(): Promise<RateSheetProduct[]> {
  const response = await lending.call('GET', `${rateSheets}hillside-admin/`);
  assert.equal(response.status, 200);
  return rateSheet.parse(await response.json());
}

function select(product_ids: unknown, request_user_id = 'hillside-admin') {
  return lending.call('PATCH', rateSheets, { body: { request_user_id, product_ids } });
}

const selectedIn = (sheet: RateSheetProduct[]) =>
  sheet.filter((product) => product.is_selected).map((product) => product.product_code);
const idsOf = (...codes: string[]) =>
  products.filter(({ product_code }) => codes.includes(product_code)).map((p) => p.product_id);

describe('GET merchants/rate-sheets/{request_user_id}/', () => {
  it('lists the default products with their wire fields [conformance:get-merchants-rate-sheets-request-user-id]', () => {
    assert.equal(products.length, 6);
    const { available_states, product_id: _id, ...product } = products[1] ?? {};
    assert.equal(available_states?.length, 51);
    assert.deepEqual(product, {
      product_code: 'RR-60-799',
      product_name: '60-month loan at a reduced rate',
      product_type: 'reduced_rate',
      interest_rate: '7.99',
      apr: '7.99',
      term_months: 60,
      promo_type: 'none',
      promo_months: 0,
      min_amount: '1000.00',
      max_amount: '100000.00',
      most_offered_amount: '50000.00',
      merchant_fee_percent: '6.00',
      platform_fee_percent: '4.00',
      sponsor_fee_percent: '2.00',
      origination_fee_percent: '0.00',
      late_fee_amount: '25.00',
      purchase_window_days: 150,
      lender_name: 'Sample Lending Bank (sandbox)',
      lender_nmls_id: '000000',
      is_available: true,
      is_selected: true,
      effective_date: '2026-01-01',
      expiration_date: null,
    });
  });

  it('says the most that the tiers that a product serves are approved for', () => {
    const mostOf = (code: string) =>
      products.find((each) => each.product_code === code)?.most_offered_amount;
    assert.deepEqual(['ZERO-12', 'STD-60-1299', 'NP-84-1799'].map(mostOf), [
      '50000.00',
      '50000.00',
      '7500.00',
    ]);
  });

  it('is for Admins of this sponsor', async () => {
    assert.equal((await lending.call('GET', `${rateSheets}hillside-manager/`)).status, 403);
    assert.equal((await lending.call('GET', `${rateSheets}hillside-rep-1/`)).status, 403);
    assert.equal((await lending.call('GET', `${rateSheets}nobody/`)).status, 404);
    const foreign = { as: 'sponsor-two@example.test' } as const;
    const response = await lending.call('GET', `${rateSheets}hillside-admin/`, foreign);
    assert.equal(response.status, 404);
  });
});

describe('PATCH merchants/rate-sheets/', () => {
  it('replaces the whole selection [conformance:patch-merchants-rate-sheets-1]', async () => {
    const response = await select(idsOf('STD-60-1299', 'ZERO-12'));
    assert.equal(response.status, 200);
    const answer = rateSheet.parse(await response.json());
    assert.deepEqual(selectedIn(answer), ['STD-60-1299', 'ZERO-12']);
    assert.deepEqual(await list(), answer);
  });

  it('takes an empty selection', async () => {
    assert.equal((await select([])).status, 200);
    assert.deepEqual(selectedIn(await list()), []);
  });

  it('takes a product that is named twice once, in any case', async () => {
    const [id = ''] = idsOf('STD-60-1299');
    assert.equal((await select([id, id.toUpperCase()])).status, 200);
    assert.deepEqual(selectedIn(await list()), ['STD-60-1299']);
  });

  it('survives several at once', async () => {
    const choices = [idsOf('STD-60-1299'), idsOf('ZERO-12', 'RR-60-799'), idsOf('RR-60-799')];
    const answers = await Promise.all(choices.map((ids) => select(ids)));
    assert.deepEqual(
      answers.map((answer) => answer.status),
      [200, 200, 200],
    );
    await select(idsOf('STD-60-1299'));
  });

  for (const [name, productIds] of [
    ['an unknown product', ['00000000-0000-4000-8000-000000000000']],
    ['what is no id', ['STD-60-1299']],
    ['no list', 'STD-60-1299'],
    ['nothing', undefined],
  ] as const) {
    it(`refuses ${name} and changes nothing`, async () => {
      assert.equal((await select(productIds)).status, 400);
      assert.deepEqual(selectedIn(await list()), ['STD-60-1299']);
    });
  }

  it('is for Admins of this sponsor', async () => {
    assert.equal((await select([], 'hillside-manager')).status, 403);
    assert.equal((await select([], 'nobody')).status, 400);
    const body = { request_user_id: 'hillside-admin', product_ids: [] };
    const foreign = { body, as: 'sponsor-two@example.test' } as const;
    assert.equal((await lending.call('PATCH', rateSheets, foreign)).status, 400);
    assert.deepEqual(selectedIn(await list()), ['STD-60-1299']);
  });
});
