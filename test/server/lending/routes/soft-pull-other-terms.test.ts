import assert from 'node:assert/strict';
import { after, before, describe, it, type TestContext } from 'node:test';
import { defaultRateSheet } from '../../../../server/lending/domain/offers/default-rate-sheet.ts';
import { loanApplicationDetail } from '../../../../server/lending-api/loan-applications.ts';
import type { SoftPullResponse } from '../../../../server/lending-api/soft-pull.ts';
import { answered } from '../../../helpers/answered.ts';
import { dayMs } from '../../../helpers/durations.ts';
import { startTestLending, type TestLending } from '../../../helpers/lending.ts';
import { addCode, productIdOf } from '../../../helpers/lending-offer-codes.ts';
import { aNewPersonsSoftPull, decidedSoftPull, inSpanish } from '../../../helpers/soft-pull.ts';
import { storedRows } from '../../../helpers/stored-rows.ts';

let lending: TestLending;
before(async () => {
  lending = await startTestLending();
});
after(() => lending.close());

const productsOf = ({ offers }: SoftPullResponse) =>
  offers.map(
    ({ product_id }) =>
      defaultRateSheet.find((product) => product.product_id === product_id)?.product_code,
  );

let people = 0;
/** Somebody who applies several times, and what is stored of that. */
function somebody(change: Record<string, unknown> = {}) {
  people += 1;
  const email = `again-${people}@example.test`;
  let times = 0;
  const apply = (other: Record<string, unknown> = {}) => {
    times += 1;
    const external_application_id = `again-${people}-${times}`;
    const body = aNewPersonsSoftPull({ email, external_application_id, ...change, ...other });
    return decidedSoftPull(lending, body);
  };
  const inquiries = async () => {
    const rows = await lending.context.database.query
      .selectFrom('bureau_inquiries')
      .select('external_application_id')
      .where('external_application_id', 'like', `again-${people}-%`)
      .execute();
    return rows.length;
  };
  const notices = async () => {
    const rows = await storedRows(lending.context)
      .selectFrom('messages')
      .selectAll()
      .where('recipient', '=', email)
      .where('kind', 'in', ['adverse_action', 'counter_offer'])
      .orderBy('created_at')
      .execute();
    return rows.map(({ text }) => text);
  };
  const messages = async () => {
    const rows = await storedRows(lending.context)
      .selectFrom('messages')
      .select(['kind', 'subject'])
      .where('recipient', '=', email)
      .orderBy('created_at')
      .orderBy('kind')
      .execute();
    return rows.map(({ kind, subject }) => `${kind}: ${subject}`);
  };
  return { apply, inquiries, notices, messages };
}

/** The demo merchant offers these products alone while the test runs. */
async function select(t: TestContext, ...codes: string[]): Promise<() => Promise<void>> {
  const { query } = lending.context.database;
  const selected = await query.selectFrom('selected_products').selectAll().execute();
  const ids = codes.map(productIdOf);
  const restore = async () => {
    await query.deleteFrom('selected_products').execute();
    await query.insertInto('selected_products').values(selected).execute();
  };
  t.after(restore);
  await query.deleteFrom('selected_products').where('product_id', 'not in', ids).execute();
  return restore;
}

describe('a person with offers who applies under another offer code', () => {
  it('has the products of that code, priced on the stored report', async () => {
    const { apply, inquiries, notices } = somebody({ requested_amount: '6000.00' });
    const first = await apply();
    const offer_code_name = await addCode(lending, { product: 'ZERO-12' });
    const second = await apply({ offer_code_name });
    assert.equal(second.external_application_id, first.external_application_id);
    assert.deepEqual(productsOf(second), ['ZERO-12']);
    assert.equal(second.adverse_action_notice, 'none');
    assert.deepEqual(await apply({ offer_code_name }), second);
    assert.deepEqual([await inquiries(), await notices()], [1, []]);
    const select = `/api/v1/sponsor/consumers/offers/${first.offers[0]?.offer_uuid}/select/`;
    assert.equal((await lending.call('PATCH', select, { body: {} })).status, 400);
  });

  it('has what was promised before no more, with a code or without one', async () => {
    const { apply } = somebody({ requested_amount: '6000.00' });
    const codes = [];
    for (const product of ['ZERO-12', 'RR-120-999']) {
      const offer_code_name = await addCode(lending, { product });
      codes.push(offer_code_name);
      assert.deepEqual(productsOf(await apply({ offer_code_name })), [product]);
    }
    const loans = `/api/v1/sponsor/merchants/loan-applications/hillside-admin/loan/again-${people}-1/`;
    const record = (await (await lending.call('GET', loans)).json()) as Record<string, unknown>;
    assert.equal(record.offer_code_name, codes.at(-1));
    assert.equal((await apply()).offers.length, 5);
  });

  it('is told of less than was asked for', async () => {
    const { apply, notices } = somebody({ requested_amount: '6000.00' });
    await apply();
    const offer_code_name = await addCode(lending, {
      product: 'ZERO-12',
      change: { max_amount: '5000.00' },
    });
    const { maximum_approved_amount } = await apply({ offer_code_name });
    assert.equal(maximum_approved_amount, '5000.00');
    assert.equal((await notices()).length, 1);
  });

  it('is told of each other amount that is offered in place of what was asked for', async () => {
    const { apply, notices } = somebody({ ssn: '900-10-0002', requested_amount: '10000.00' });
    const offer_code_name = await addCode(lending, {
      product: 'STD-60-1299',
      change: { max_amount: '5000.00' },
    });
    await apply();
    for (const again of [1, 2]) {
      lending.tick(1_000);
      const { maximum_approved_amount } = await apply({ offer_code_name });
      assert.equal(maximum_approved_amount, '5000.00', `time ${again}`);
    }
    await apply({ requested_amount: '6000.00' });
    lending.tick(1_000);
    await apply();
    const named = (await notices()).map((text) => /up to (\$[\d,.]+\d)/.exec(text)?.[1]);
    assert.deepEqual(named, ['$7,500.00', '$5,000.00', '$7,500.00']);
  });
});

describe('a person who has selected an offer and asks for another amount', () => {
  it('has none selected any more, and the offers end when they would have', async () => {
    const { apply } = somebody({ requested_amount: '6000.00' });
    const first = await apply();
    const path = `/api/v1/sponsor/consumers/offers/${first.offers[0]?.offer_uuid}/select/`;
    await answered(await lending.call('PATCH', path, { body: {} }), 200);
    lending.tick(dayMs);
    const second = await apply({ requested_amount: '7000.00' });
    assert.equal(second.application_status, 'Approved: Offers Available');
    const ends = new Set(second.offers.map(({ expires_at }) => expires_at));
    assert.deepEqual([...ends], [first.offers_expire_at]);
    const row = await lending.context.database.query
      .selectFrom('applications')
      .select([
        'selected_offer_id',
        'selected_amount_cents',
        'selected_terms',
        'merchant_fee_percent',
      ])
      .where('external_application_id', '=', first.external_application_id)
      .executeTakeFirstOrThrow();
    assert.deepEqual(new Set(Object.values(row)), new Set([null]));
  });
});

describe('a person with offers who asks for more than can be approved', () => {
  it('has a notice, also after asking for exactly the most', async () => {
    const { apply, notices } = somebody({ ssn: '900-10-0002' });
    const first = await apply({ requested_amount: '7500.00' });
    assert.deepEqual([first.adverse_action_notice, await notices()], ['none', []]);
    const second = await apply({ requested_amount: '9000.00' });
    assert.equal(second.adverse_action_notice, 'queued');
    assert.equal((await notices()).length, 1);
  });
});

describe('a person with offers who asks for what cannot be offered', () => {
  it('is declined for it with a notice, once; the offers stand', async (t) => {
    await select(t, 'RR-120-999');
    const { apply, inquiries, notices } = somebody({ requested_amount: '10000.00' });
    const first = await apply();
    const small = { requested_amount: '1000.00' };
    const second = await apply(small);
    assert.notEqual(second.external_application_id, first.external_application_id);
    assert.partialDeepStrictEqual(second, {
      requested_amount: '1000.00',
      application_status: 'Declined',
      offers: [],
      adverse_action_notice: 'queued',
    });
    const third = await apply(small);
    assert.equal(third.external_application_id, second.external_application_id);
    assert.deepEqual(await apply(), first);
    const [notice, ...more] = await notices();
    assert.match(notice ?? '', /- Amount requested is below the minimum/);
    assert.deepEqual([more, await inquiries()], [[], 1]);
  });

  it('is not reviewed again where a review has let them pass', async () => {
    const { apply, notices } = somebody({ ssn: '900-10-0106' });
    const { external_application_id } = await apply();
    const verify = `/sandbox/v1/applications/${external_application_id}/verify`;
    await lending.call('POST', verify, { body: { result: 'passed' } });
    const offer_code_name = await addCode(lending, { product: 'NP-84-1799' });
    const { application_status } = await apply({ offer_code_name });
    assert.equal(application_status, 'Declined');
    assert.match((await notices()).join(), /No loan offered through this merchant is available/);
  });
});

describe('a person declined for want of a product', () => {
  it('is decided on again without the code that left none', async () => {
    const { apply, notices } = somebody({ requested_amount: '1000.00' });
    const offer_code_name = await addCode(lending, { product: 'RR-120-999' });
    const declined = await apply({ offer_code_name });
    assert.equal(declined.application_status, 'Declined');
    const answer = await apply();
    assert.equal(answer.application_status, 'Approved: Offers Available');
    const again = await apply({ offer_code_name });
    assert.equal(again.external_application_id, declined.external_application_id);
    assert.equal((await notices()).length, 1);
  });

  it('is decided on again once the merchant has products', async (t) => {
    const selectAll = await select(t, 'NP-84-1799');
    await lending.context.database.query.deleteFrom('selected_products').execute();
    const { apply, notices } = somebody();
    const declined = await apply();
    assert.equal(declined.application_status, 'Declined');
    const again = await apply();
    assert.equal(again.external_application_id, declined.external_application_id);
    await selectAll();
    assert.equal((await apply()).application_status, 'Approved: Offers Available');
    assert.equal((await notices()).length, 1);
  });
});

describe('a person who applies again in the other language', () => {
  /** What is offered to somebody else who applies in Spanish at once. */
  const offeredInSpanish = async (change: Record<string, unknown>) =>
    withoutIds(await somebody(change).apply(inSpanish));
  const withoutIds = ({ offers }: SoftPullResponse) =>
    offers.map(({ offer_uuid: _, ...offer }) => offer);

  it('reads the same offers in it, as whoever applies in it at once', async () => {
    const change = { requested_amount: '6000.00' };
    const { apply } = somebody(change);
    const english = await apply();
    const spanish = await apply(inSpanish);
    assert.equal(spanish.external_application_id, english.external_application_id);
    assert.deepEqual(withoutIds(spanish), await offeredInSpanish(change));
    assert.ok(spanish.offers.some(({ promo_disclosure }) => promo_disclosure !== null));
    assert.deepEqual(await apply(), english);
  });

  it('reads the offer that was selected in it', async () => {
    const { apply } = somebody({ requested_amount: '6000.00' });
    const english = await apply();
    const promised = english.offers.find(({ promo_disclosure }) => promo_disclosure !== null);
    const { loan_id } = english;
    const selected = async () => {
      const path = `/api/v1/sponsor/merchants/loan-applications/hillside-admin/loan/${loan_id}/`;
      return loanApplicationDetail.parse(await answered(await lending.call('GET', path), 200))
        .selected_offer;
    };
    const select = `/api/v1/sponsor/consumers/offers/${promised?.offer_uuid}/select/`;
    for (const selected_amount of ['5000.00', '6000.00']) {
      const body = { selected_amount };
      await answered(await lending.call('PATCH', select, { body }), 200);
      const before = await selected();
      assert.equal(before?.locale, 'en');
      await apply(inSpanish);
      const after = await selected();
      const promo_disclosure = after?.promo_disclosure;
      assert.deepEqual(after, { ...before, locale: 'es', promo_disclosure });
      assert.match(promo_disclosure ?? '', /intereses/);
      await apply();
      assert.deepEqual(await selected(), before);
    }
  });

  it('reads offers for another amount in it', async () => {
    const { apply } = somebody();
    await apply({ requested_amount: '6000.00' });
    const change = { requested_amount: '7000.00' };
    const spanish = await apply({ ...change, ...inSpanish });
    assert.deepEqual(withoutIds(spanish), await offeredInSpanish(change));
  });

  it('is told in it of less than was asked for', async () => {
    const { apply, messages } = somebody({ ssn: '900-10-0002' });
    await apply({ requested_amount: '5000.00' });
    await apply({ requested_amount: '9000.00', ...inSpanish });
    assert.deepEqual(await messages(), [
      'counter_offer: Aviso sobre su solicitud y nuestra oferta',
    ]);
  });

  it('is answered and told in it of a review', async () => {
    const { apply, messages } = somebody({ ssn: '900-10-0106' });
    await apply();
    const { external_application_id, no_offers_message } = await apply(inSpanish);
    assert.match(no_offers_message ?? '', /Una persona debe revisar su solicitud/);
    const verify = `/sandbox/v1/applications/${external_application_id}/verify`;
    await lending.call('POST', verify, { body: { result: 'passed' } });
    assert.deepEqual(await messages(), ['review_ended: Terminamos de revisar su solicitud']);
  });

  it('has a decline as it stands, in the language of its notice', async () => {
    const { apply, notices } = somebody({ ssn: '900-10-0102' });
    const declined = await apply();
    assert.equal(declined.application_status, 'Declined');
    const { external_application_id, no_offers_message } = await apply(inSpanish);
    assert.equal(external_application_id, declined.external_application_id);
    assert.match(no_offers_message ?? '', /We can’t offer financing/);
    assert.equal((await notices()).length, 1);
  });
});
