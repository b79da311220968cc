import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { productOf } from '../../../../server/lending/operations/applications/offers-of-application.ts';
import {
  type Offer,
  type SelectOfferResponse,
  selectOfferResponse,
} from '../../../../server/lending-api/offers.ts';
import type { SoftPullResponse } from '../../../../server/lending-api/soft-pull.ts';
import { dayMs, hourSeconds } from '../../../helpers/durations.ts';
import { startTestLending, type TestLending } from '../../../helpers/lending.ts';
import { aSoftPull, softPullPath } from '../../../helpers/soft-pull.ts';

let lending: TestLending;
before(async () => {
  lending = await startTestLending();
});
after(() => lending.close());

let count = 0;
const offersTo = async (change: Record<string, unknown> = {}) => {
  count += 1;
  const body = aSoftPull({
    external_application_id: `app-${count}`,
    email: `person-${count}@example.test`,
    ...change,
  });
  const answer = (await (
    await lending.call('POST', softPullPath, { body })
  ).json()) as SoftPullResponse;
  const [first, second] = answer.offers;
  assert.ok(first);
  return { answer, first, second: second ?? first };
};
const send = (offerUuid: string, body?: unknown, as?: 'sponsor-two@example.test') =>
  lending.call('PATCH', `/api/v1/sponsor/consumers/offers/${offerUuid}/select/`, {
    ...(body !== undefined && { body }),
    ...(as && { as }),
  });
const select = async (offerUuid: string, body?: unknown): Promise<SelectOfferResponse> => {
  const response = await send(offerUuid, body);
  const answer: unknown = await response.json();
  assert.equal(response.status, 200, JSON.stringify(answer));
  return selectOfferResponse.strict().parse(answer);
};
const advance = (seconds: number) =>
  lending.call('POST', '/sandbox/v1/clock/advance', { body: { seconds } });
const loanOf = async (loanId: string) => {
  const path = `/api/v1/sponsor/merchants/loan-applications/hillside-rep-1/loan/${loanId}/`;
  return (await (await lending.call('GET', path)).json()) as {
    application_status: string;
    status_history: { actor: string }[];
    selected_offer: Offer | null;
    offers?: Offer[];
  };
};

describe('PATCH consumers/offers/{offer_uuid}/select/', () => {
  it('answers a link to the terms, without a body [conformance:patch-consumers-offers-offer-uuid-select]', async () => {
    const { answer, first } = await offersTo();
    const selected = await select(first.offer_uuid);
    assert.equal(selected.application_status, 'Approved: Offer Selected');
    assert.equal(selected.selected_amount, '8400.00');
    assert.equal(selected.monthly_payment, first.monthly_payment);
    assert.equal(selected.link_expires_at, '2026-03-05T15:00:00Z');
    assert.match(selected.consumer_invitation_link, /^http:\/\/localhost:8788\/terms\/[\w-]{43}$/);
    const loan = await loanOf(answer.loan_id);
    assert.equal(loan.application_status, 'Approved: Offer Selected');
    assert.equal(loan.selected_offer?.offer_uuid, first.offer_uuid);
  });

  it('answers the same link for the same offer while it lives', async () => {
    const { first } = await offersTo();
    assert.deepEqual(await select(first.offer_uuid), await select(first.offer_uuid, {}));
  });

  it('reads the offer’s id in capitals too', async () => {
    const { first } = await offersTo();
    const selected = await select(first.offer_uuid.toUpperCase());
    assert.equal(selected.offer_uuid, first.offer_uuid);
  });

  it('keeps the merchant’s fee of the product with the loan', async () => {
    const { answer, second } = await offersTo({ ssn: '900-10-0010' });
    const feeOf = () =>
      lending.context.database.query
        .selectFrom('applications')
        .select('merchant_fee_percent')
        .where('external_application_id', '=', answer.external_application_id)
        .executeTakeFirstOrThrow();
    assert.deepEqual(await feeOf(), { merchant_fee_percent: null });
    await select(second.offer_uuid);
    const { merchant_fee_percent } = productOf(second.product_id);
    assert.notEqual(merchant_fee_percent, '0.00');
    assert.deepEqual(await feeOf(), { merchant_fee_percent });
  });

  it('keeps only a digest of the link', async () => {
    const { first } = await offersTo();
    const { consumer_invitation_link } = await select(first.offer_uuid);
    const token = consumer_invitation_link.split('/').at(-1) ?? '';
    const links = await lending.context.database.query.selectFrom('links').selectAll().execute();
    assert.ok(links.length > 0 && !JSON.stringify(links).includes(token));
  });

  it('prices the selected amount', async () => {
    const { answer } = await offersTo();
    const standard = answer.offers.find((offer) => offer.product_name === '60-month loan');
    const selected = await select(standard?.offer_uuid ?? '', { selected_amount: '10000.00' });
    assert.equal(selected.selected_amount, '10000.00');
    assert.equal(selected.monthly_payment, '227.48');
    const again = await select(standard?.offer_uuid ?? '');
    assert.equal(again.selected_amount, '10000.00');
    assert.equal((await loanOf(answer.loan_id)).selected_offer?.amount, '10000.00');
  });

  it('keeps the language that an offer was chosen in, when it is chosen again', async () => {
    const { answer } = await offersTo({ ssn: '900-10-0001' });
    const promotional = answer.offers.find(({ promo_disclosure }) => promo_disclosure !== null);
    const { offer_uuid = '' } = promotional ?? {};
    const disclosureOf = async () => {
      const { selected_offer } = await loanOf(answer.loan_id);
      return selected_offer?.promo_disclosure;
    };
    await select(offer_uuid, { locale: 'es' });
    const spanish = await disclosureOf();
    assert.notEqual(spanish, promotional?.promo_disclosure);
    await select(offer_uuid);
    assert.equal(await disclosureOf(), spanish);
  });

  it('lets another offer be chosen; the old link is revoked', async () => {
    const { answer, first, second } = await offersTo();
    const one = await select(first.offer_uuid);
    const other = await select(second.offer_uuid);
    assert.notEqual(other.consumer_invitation_link, one.consumer_invitation_link);
    assert.equal((await loanOf(answer.loan_id)).selected_offer?.offer_uuid, second.offer_uuid);
    const back = await select(first.offer_uuid);
    assert.notEqual(back.consumer_invitation_link, one.consumer_invitation_link);
    const { query } = lending.context.database;
    const live = await query
      .selectFrom('links')
      .innerJoin('applications', 'applications.id', 'links.subject_id')
      .select('links.generation')
      .where('applications.loan_id', '=', answer.loan_id)
      .where('links.status', '=', 'live')
      .execute();
    assert.deepEqual(live, [{ generation: 3 }]);
  });

  for (const [name, change] of [
    ['less than the product allows', { selected_amount: '499.99' }],
    ['more than was approved', { selected_amount: '50000.01' }],
    ['no amount at all', { selected_amount: 'all' }],
  ] as const) {
    it(`refuses ${name} and changes nothing`, async () => {
      const { answer, first } = await offersTo();
      const response = await send(first.offer_uuid, change);
      assert.equal(response.status, 400);
      const { errors } = (await response.json()) as { errors: object };
      assert.deepEqual(Object.keys(errors), ['selected_amount']);
      const loan = await loanOf(answer.loan_id);
      assert.equal(loan.application_status, 'Approved: Offers Available');
    });
  }

  for (const [name, offerUuid] of [
    ['unknown', '3f0c2a58-7f7e-4d2a-9a3e-0b6f2f1f9d10'],
    ['malformed', 'not-an-id'],
  ] as const) {
    it(`answers 404 for an ${name} id`, async () =>
      assert.equal((await send(offerUuid)).status, 404));
  }

  it('answers 404 to another sponsor', async () => {
    const { first } = await offersTo();
    const response = await send(first.offer_uuid, {}, 'sponsor-two@example.test');
    assert.equal(response.status, 404);
  });

  it('lets a named user select for consumers it may act for only', async () => {
    const { answer, first } = await offersTo();
    const status = async (request_user_id: string) =>
      (await send(first.offer_uuid, { request_user_id })).status;
    assert.equal(await status('hillside-rep-2'), 403);
    assert.equal(await status('nobody'), 400);
    assert.equal(await status('hillside-manager'), 200);
    assert.equal(await status('hillside-rep-1'), 200);
    const { status_history } = await loanOf(answer.loan_id);
    assert.equal(status_history.at(-1)?.actor, 'hillside-manager');
  });

  it('refuses offers that have expired on arrival', async () => {
    const { first } = await offersTo({ ssn: '900-10-0004' });
    assert.equal((await send(first.offer_uuid)).status, 400);
  });

  it('refuses once the terms are accepted', async () => {
    const { answer, first } = await offersTo();
    await select(first.offer_uuid);
    await lending.context.database.query
      .updateTable('applications')
      .set({ status: 'Approved: Accepted' })
      .where('loan_id', '=', answer.loan_id)
      .execute();
    assert.equal((await send(first.offer_uuid)).status, 400);
  });
});

// Last, since the clock cannot go back.
describe('the selected offer of a loan', () => {
  it('has the dates of the day until the terms are accepted, and keeps its figures and language', async (t) => {
    const now = () => lending.context.clock.now('sponsor@example.test');
    const start = now();
    t.after(() => lending.tick(start - now()));
    const { answer } = await offersTo({ ssn: '900-10-0001' });
    const promotional = answer.offers.find(({ promo_disclosure }) => promo_disclosure !== null);
    const { offer_uuid = '' } = promotional ?? {};
    await select(offer_uuid, { selected_amount: '5000.00', locale: 'es' });
    const chosen = (await loanOf(answer.loan_id)).selected_offer;
    assert.match(chosen?.promo_disclosure ?? '', /2 de marzo de 2027/);
    lending.tick(dayMs);
    const { selected_offer, offers } = await loanOf(answer.loan_id);
    const promo_disclosure = chosen?.promo_disclosure?.replace('2 de marzo', '3 de marzo');
    const today = { ...chosen, first_payment_date: '2026-04-03', promo_disclosure };
    assert.deepEqual(selected_offer, today);
    assert.ok(offers?.every(({ first_payment_date }) => first_payment_date === '2026-04-03'));
    const accept = `/sandbox/v1/applications/${answer.external_application_id}/accept-terms`;
    await lending.call('POST', accept, { body: {} });
    lending.tick(dayMs);
    const accepted = await loanOf(answer.loan_id);
    assert.equal(accepted.application_status, 'Approved: Accepted');
    assert.deepEqual(accepted.selected_offer, today);
  });
});

describe('a link to the terms, later', () => {
  it('is renewed after 72 hours, never past the offer, and gone with it [conformance:deadline-link-to-the-terms]', async () => {
    const { answer, first } = await offersTo();
    const one = await select(first.offer_uuid);
    await advance(72 * hourSeconds);
    const renewed = await select(first.offer_uuid);
    assert.notEqual(renewed.consumer_invitation_link, one.consumer_invitation_link);
    assert.equal(renewed.link_expires_at, '2026-03-08T15:00:00Z');
    await advance(26 * 24 * hourSeconds);
    const last = await select(first.offer_uuid);
    assert.equal(last.link_expires_at, answer.offers_expire_at);
    await advance(24 * hourSeconds);
    assert.equal((await send(first.offer_uuid)).status, 400);
    assert.equal((await loanOf(answer.loan_id)).application_status, 'Expired');
  });
});
