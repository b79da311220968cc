import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { defaultRateSheet } from '../../../../server/lending/domain/offers/default-rate-sheet.ts';
import { type OfferCode, offerCode } from '../../../../server/lending-api/offer-codes.ts';
import { softPullResponse } from '../../../../server/lending-api/soft-pull.ts';
import { dayMs } from '../../../helpers/durations.ts';
import { startTestLending, type TestLending } from '../../../helpers/lending.ts';
import { aSoftPull, softPullPath } from '../../../helpers/soft-pull.ts';

let lending: TestLending;
let path: string;
before(async () => {
  lending = await startTestLending();
  const { id } = await lending.context.database.query
    .selectFrom('merchants')
    .select('id')
    .where('contractor_id', '=', 'hillside-hvac')
    .executeTakeFirstOrThrow();
  path = `/api/v1/sponsor/merchants/${id}/offer-code/`;
});
after(() => lending.close());

const productId = (code: string) =>
  defaultRateSheet.find(({ product_code }) => product_code === code)?.product_id ?? '';

let made = 0;
function aCode(change: Record<string, unknown> = {}): Record<string, unknown> {
  made += 1;
  return { offer_code_name: `CODE-${made}`, product_ids: [productId('ZERO-12')], ...change };
}

async function created(change: Record<string, unknown> = {}): Promise<OfferCode> {
  const answer = await lending.call('POST', path, { body: aCode(change) });
  const text = await answer.text();
  assert.equal(answer.status, 201, text);
  return offerCode.parse(JSON.parse(text));
}

async function refused(change: Record<string, unknown>, field: string): Promise<void> {
  const answer = await lending.call('POST', path, { body: aCode(change) });
  assert.equal(answer.status, 400);
  const { errors } = (await answer.json()) as { errors: Record<string, string[]> };
  assert.deepEqual(Object.keys(errors), [field]);
}

function withdraw(id: number, body: unknown = { is_deleted: true }): Promise<Response> {
  return lending.call('PATCH', `${path}${id}`, { body });
}

let people = 0;
/** A soft pull of somebody else each time. */
function softPull(change: Record<string, unknown>): Promise<Response> {
  people += 1;
  const email = `coded-${people}@example.test`;
  const body = aSoftPull({ external_application_id: `coded-${people}`, email, ...change });
  return lending.call('POST', softPullPath, { body });
}

async function offered(change: Record<string, unknown>) {
  const answer = await softPull(change);
  const text = await answer.text();
  assert.equal(answer.status, 200, text);
  return softPullResponse.parse(JSON.parse(text));
}

describe('POST merchants/{merchant_uuid}/offer-code/', () => {
  it('creates a code with all its fields, its name in capitals [conformance:post-merchants-merchant-uuid-offer-code]', async () => {
    const code = await created({
      offer_code_name: ' spring-26 ',
      description: 'Twelve months without interest',
      min_amount: '1000',
      max_amount: '9000.00',
      start_date: '2026-03-01',
      end_date: '2026-05-31',
    });
    assert.equal(code.offer_code_name, 'SPRING-26');
    assert.deepEqual([code.min_amount, code.max_amount], ['1000.00', '9000.00']);
    assert.deepEqual(code.product_ids, [productId('ZERO-12')]);
    assert.equal(code.is_deleted, false);
  });

  it('counts the codes of a merchant', async () => {
    const { id } = await created();
    assert.equal((await created()).id, id + 1);
  });

  it('refuses a name that a code has had, be it deleted', async () => {
    const { id, offer_code_name } = await created();
    await withdraw(id);
    await refused({ offer_code_name: offer_code_name.toLowerCase() }, 'offer_code_name');
  });

  it('refuses what cannot be offered', async () => {
    await refused({ product_ids: [] }, 'product_ids');
    await refused({ product_ids: ['3f0c2a58-7f7e-4d2a-9a3e-0b6f2f1f9d10'] }, 'product_ids');
    await refused({ min_amount: '900', max_amount: '899.99' }, 'max_amount');
    await refused({ start_date: '2026-04-02', end_date: '2026-04-01' }, 'end_date');
    await refused({ offer_code_name: 'no spaces' }, 'offer_code_name');
  });

  it('makes one of two codes of one name at once', async () => {
    const body = aCode();
    const answers = await Promise.all([
      lending.call('POST', path, { body }),
      lending.call('POST', path, { body }),
    ]);
    assert.deepEqual(answers.map(({ status }) => status).sort(), [201, 400]);
  });

  it('knows no merchant of another sponsor', async () => {
    const as = 'sponsor-two@example.test' as const;
    for (const [method, at] of [
      ['GET', path],
      ['POST', path],
      ['GET', `${path}1/`],
      ['PATCH', `${path}1`],
    ] as const) {
      const body = method === 'POST' ? aCode() : { is_deleted: true };
      const options = method === 'GET' ? { as } : { as, body };
      assert.equal((await lending.call(method, at, options)).status, 404);
    }
  });
});

describe('GET merchants/{merchant_uuid}/offer-code/', () => {
  it('lists every code, deleted ones too [conformance:get-merchants-merchant-uuid-offer-code]', async () => {
    const kept = await created();
    const gone = await created();
    await withdraw(gone.id);
    const answer = await lending.call('GET', path);
    const codes = offerCode.array().parse(await answer.json());
    assert.deepEqual(
      codes.slice(-2).map(({ id, is_deleted }) => [id, is_deleted]),
      [
        [kept.id, false],
        [gone.id, true],
      ],
    );
  });

  it('retrieves one, with and without a slash at the end [conformance:get-merchants-merchant-uuid-offer-code-id]', async () => {
    const code = await created();
    for (const end of ['', '/']) {
      const answer = await lending.call('GET', `${path}${code.id}${end}`);
      assert.deepEqual(await answer.json(), code);
    }
  });

  it('answers 404 for what is no code', async () => {
    for (const id of ['999999', '0', 'x', '1.5', '99999999999999999999']) {
      assert.equal((await lending.call('GET', `${path}${id}/`)).status, 404);
    }
  });
});

describe('PATCH merchants/{merchant_uuid}/offer-code/{id}', () => {
  it('deletes for good, with and without a slash at the end [conformance:patch-merchants-merchant-uuid-offer-code-id]', async () => {
    for (const end of ['', '/']) {
      const { id } = await created();
      lending.tick(1000);
      const answer = await lending.call('PATCH', `${path}${id}${end}`, {
        body: { is_deleted: true },
      });
      const deleted = offerCode.parse(await answer.json());
      assert.equal(deleted.is_deleted, true);
      lending.tick(1000);
      const again = await withdraw(id);
      assert.equal(again.status, 200);
      assert.deepEqual(await again.json(), deleted);
      assert.equal((await withdraw(id, { is_deleted: false })).status, 400);
      const read = await lending.call('GET', `${path}${id}/`);
      assert.deepEqual(await read.json(), deleted);
    }
  });

  it('takes the other fields as they are, again and again', async () => {
    const code = await created({
      product_ids: [productId('ZERO-12'), productId('STD-60-1299')],
      max_amount: '9000.00',
      end_date: '2026-05-31',
    });
    const body = {
      ...code,
      is_deleted: true,
      offer_code_name: code.offer_code_name.toLowerCase(),
      product_ids: code.product_ids.toReversed(),
      max_amount: '9000',
    };
    lending.tick(1000);
    for (let call = 0; call < 2; call += 1) {
      const answer = await withdraw(code.id, body);
      assert.equal(answer.status, 200, await answer.clone().text());
      assert.equal(offerCode.parse(await answer.json()).is_deleted, true);
    }
  });

  it('changes nothing else, and names what would change', async () => {
    const code = await created();
    for (const body of [{}, { is_deleted: false }, { offer_code_name: 'OTHER' }]) {
      assert.equal((await withdraw(code.id, body)).status, 400);
    }
    for (const change of [
      { id: code.id + 1 },
      { offer_code_name: 'OTHER' },
      { description: 'Other words' },
      { product_ids: [productId('STD-60-1299')] },
      { min_amount: '700.00' },
      { end_date: '2026-05-31' },
      { created: '2026-01-01T00:00:00Z' },
    ]) {
      const answer = await withdraw(code.id, { ...code, ...change, is_deleted: true });
      assert.equal(answer.status, 400);
      const { errors } = (await answer.json()) as { errors: Record<string, string[]> };
      assert.deepEqual(errors, {
        [Object.keys(change)[0] ?? '']: ['This field cannot be changed.'],
      });
    }
    const read = await lending.call('GET', `${path}${code.id}/`);
    assert.deepEqual(await read.json(), code);
  });
});

describe('an offer code of a soft pull', () => {
  it('narrows the products, in whatever case it is sent', async () => {
    const { offer_code_name } = await created({
      product_ids: [productId('ZERO-12'), productId('STD-60-1299')],
    });
    const { offers } = await offered({ offer_code_name: offer_code_name.toLowerCase() });
    assert.deepEqual(offers.map(({ product_id }) => product_id).sort(), [
      ...[productId('ZERO-12'), productId('STD-60-1299')].sort(),
    ]);
  });

  it('narrows the amounts: less is a counter-offer, more than is asked for declines', async () => {
    const { offer_code_name } = await created({ max_amount: '5000.00' });
    const { offers, maximum_approved_amount } = await offered({ offer_code_name });
    assert.deepEqual(
      offers.map((offer) => [offer.approved_amount, offer.is_counter_offer]),
      [['5000.00', true]],
    );
    assert.equal(maximum_approved_amount, '5000.00');
    const high = await created({ min_amount: '9000.00' });
    const declined = await offered({ offer_code_name: high.offer_code_name });
    assert.equal(declined.application_status, 'Declined');
  });

  it('is refused when it is unknown, deleted, expired or has not begun; no bureau is asked', async () => {
    const gone = await created();
    await withdraw(gone.id);
    const over = await created({ end_date: '2026-03-01' });
    const later = await created({ start_date: '2026-03-03' });
    for (const offer_code_name of [
      'NEVER-MADE',
      gone.offer_code_name,
      over.offer_code_name,
      later.offer_code_name,
    ]) {
      const answer = await softPull({ offer_code_name });
      assert.equal(answer.status, 400);
      const { errors } = (await answer.json()) as { errors: Record<string, string[]> };
      assert.deepEqual(Object.keys(errors), ['offer_code_name']);
    }
    const inquiries = await lending.context.database.query
      .selectFrom('bureau_inquiries')
      .select('id')
      .where('external_application_id', '=', `coded-${people}`)
      .execute();
    assert.deepEqual(inquiries, []);
  });

  it('stands as it was promised when the code is deleted afterwards', async () => {
    const { id, offer_code_name } = await created();
    const change = { offer_code_name, external_application_id: 'kept-promise' };
    const before = await offered({ ...change, email: 'kept@example.test' });
    await withdraw(id);
    const replayed = await offered({ ...change, email: 'kept@example.test' });
    assert.deepEqual(replayed.offers, before.offers);
  });

  it('can be used on its last day, and not on the day after', async () => {
    const { offer_code_name } = await created({ end_date: '2026-03-02' });
    assert.equal((await softPull({ offer_code_name })).status, 200);
    lending.tick(dayMs);
    assert.equal((await softPull({ offer_code_name })).status, 400);
  });

  it('opens nothing that the merchant has not selected', async () => {
    const { offer_code_name } = await created();
    const selected = await lending.call('PATCH', '/api/v1/sponsor/merchants/rate-sheets/', {
      body: { request_user_id: 'hillside-admin', product_ids: [productId('STD-60-1299')] },
    });
    assert.equal(selected.status, 200);
    assert.equal((await offered({ offer_code_name })).decision, 'no_offers');
  });
});
