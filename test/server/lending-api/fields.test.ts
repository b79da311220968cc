import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { webAddress } from '../../../server/lending-api/contact.ts';
import { newSponsorId, pathId, sponsorId } from '../../../server/lending-api/identifiers.ts';
import { chargeRequest } from '../../../server/lending-api/payment-requests.ts';
import { dateInput, usDateInput } from '../../../server/lending-api/times.ts';
import { listAllTransactionsRoute } from '../../../server/lending-api/transactions.ts';

function accepts(schema: { safeParse(value: unknown): { success: boolean } }, value: unknown) {
  return schema.safeParse(value).success;
}

describe('a sponsor id', () => {
  for (const id of ['a', 'A.b_c:d@e-9', '...', '.a', 'x'.repeat(64)]) {
    it(`may be ${id}`, () => assert.ok(accepts(sponsorId, id)));
  }

  for (const id of ['', 'x'.repeat(65), 'a b', 'a/b', 'é', 'a\u0000']) {
    it(`may not be ${JSON.stringify(id)}`, () => assert.ok(!accepts(sponsorId, id)));
  }

  for (const id of ['.', '..', ' .. ']) {
    it(`may not be ${JSON.stringify(id)}, which no path can hold`, () =>
      assert.ok(!accepts(sponsorId, id)));
  }

  for (const word of ['users', 'onboarding', 'rate-sheets', 'all-transactions', 'statement']) {
    it(`may not be the path segment ${word}`, () => {
      assert.ok(!accepts(newSponsorId, word));
      assert.ok(accepts(newSponsorId, `${word}-1`));
    });
  }
});

describe('an id in a path', () => {
  it('is any text without control characters', () => {
    assert.ok(accepts(pathId, 'anything at all'));
    assert.ok(!accepts(pathId, 'a\u0000b'));
  });
});

describe('an address of a sponsor', () => {
  for (const url of [
    'https://sponsor.example/callbacks',
    'http://localhost:8787/callbacks',
    'http://127.0.0.1/x',
    'http://[::1]:1/x',
    'http://sponsor.example/x',
  ]) {
    it(`may be ${url}`, () => assert.ok(accepts(webAddress, url)));
  }

  for (const url of [
    '/callbacks',
    'javascript:alert(1)',
    'ftp://sponsor.example/',
    'https://user:secret@sponsor.example/',
    'https://',
    `https://sponsor.example/${'x'.repeat(2048)}`,
  ]) {
    it(`may not be ${url.slice(0, 60)} [conformance:no-web-address ${url.slice(0, 60)}]`, () =>
      assert.ok(!accepts(webAddress, url)));
  }
});

describe('a date', () => {
  it('exists in the calendar', () => {
    assert.ok(accepts(dateInput, '2024-02-29'));
    for (const text of ['2023-02-29', '2026-13-01', '2026-1-1', '01/02/2026', '1800-01-01', '']) {
      assert.ok(!accepts(dateInput, text), text);
    }
  });

  it('is written MM/DD/YYYY for all-transactions', () => {
    assert.equal(usDateInput.parse('03/02/2026'), '2026-03-02');
    for (const text of ['13/01/2026', '02/30/2026', '3/2/2026']) {
      assert.ok(!accepts(usDateInput, text), text);
    }
  });
});

describe('the all-transactions query', () => {
  const { query } = listAllTransactionsRoute.request;

  it('has defaults', () => {
    assert.deepEqual(query.parse({}), { page: 1, page_size: 25 });
  });

  it('reads an empty value as absent', () => {
    const { search, page } = query.parse({ search: '', page: '' });
    assert.deepEqual({ search, page }, { search: undefined, page: 1 });
  });

  for (const [name, sent] of Object.entries({
    'page 0': { page: '0' },
    'page 1.5': { page: '1.5' },
    'page_size over 100': { page_size: '101' },
    'a date of the other format': { begin_date: '2026-03-02' },
    'a range that ends before it begins': { begin_date: '03/02/2026', end_date: '03/01/2026' },
    'a parameter sent twice': { page: ['1', '2'] },
  })) {
    it(`refuses ${name}`, () => assert.ok(!accepts(query, sent)));
  }
});

describe('a charge request', () => {
  const body = {
    request_user_id: 'rep-1',
    external_application_id: 'application-1',
    transaction_description: 109,
    consumer_charge_amount: '100.00',
    net_to_merchant_amount: '94.00',
    net_platform_fee: '4.00',
    net_to_sponsor_amount: 2,
    transaction_callback_url: 'https://sponsor.example/charges',
  };

  it('names its loan by either id', () => {
    const { external_application_id, ...without } = body;
    assert.ok(accepts(chargeRequest, body));
    assert.ok(accepts(chargeRequest, { ...without, loan_id: external_application_id }));
    assert.ok(!accepts(chargeRequest, without));
  });

  for (const change of [
    { transaction_description: 115 },
    { transaction_description: '109.0' },
    { consumer_charge_amount: '0.00' },
    { net_platform_fee: '-1.00' },
    { payment_identifier: 'x'.repeat(65) },
    { description: 'x'.repeat(141) },
  ]) {
    it(`refuses ${JSON.stringify(change).slice(0, 60)}`, () =>
      assert.ok(!accepts(chargeRequest, { ...body, ...change })));
  }
});
