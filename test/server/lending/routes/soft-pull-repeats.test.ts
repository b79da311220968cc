import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { deliverMessage } from '../../../../server/lending/operations/deliver-message.ts';
import { consentOf, recordConsent } from '../../../../server/lending/store/consent-events.ts';
import type { SoftPullResponse } from '../../../../server/lending-api/soft-pull.ts';
import { dayMs, daySeconds, hourMs } from '../../../helpers/durations.ts';
import { startTestLending, type TestLending } from '../../../helpers/lending.ts';
import {
  aNewPersonsSoftPull,
  decidedSoftPull,
  sendSoftPull,
  softPullPath,
} from '../../../helpers/soft-pull.ts';
import { StoredApplication } from '../../../helpers/stored-application.ts';
import { storedRows } from '../../../helpers/stored-rows.ts';

let lending: TestLending;
before(async () => {
  lending = await startTestLending();
});
after(() => lending.close());

const inquiriesOf = (...externalIds: unknown[]) =>
  lending.context.database.query
    .selectFrom('bureau_inquiries')
    .selectAll()
    .where('external_application_id', 'in', externalIds.map(String))
    .execute();
const noticesTo = (email: unknown) =>
  storedRows(lending.context)
    .selectFrom('messages')
    .selectAll()
    .where('recipient', '=', String(email))
    .where('kind', 'in', ['adverse_action', 'counter_offer'])
    .execute();
const advance = (seconds: number) =>
  lending.call('POST', '/sandbox/v1/clock/advance', { body: { seconds } });
const setAcceptedAt = (externalIds: unknown[], at: number) =>
  lending.context.database.query
    .updateTable('applications')
    .set({ status: 'Approved: Accepted', account_status: 'Active', accepted_at: at })
    .where('external_application_id', 'in', externalIds.map(String))
    .execute();
const now = () => lending.context.clock.now('sponsor@example.test');

describe('a loan number that is taken', () => {
  it('is drawn again', async (t) => {
    const first = await decidedSoftPull(lending, aNewPersonsSoftPull());
    const { ids } = lending.context;
    const draw = ids.digits.bind(ids);
    const drawn = [first.consumer_application_human_readable_id.slice(0, 9)];
    t.mock.method(ids, 'digits', (length: number) => drawn.shift() ?? draw(length));
    const second = await decidedSoftPull(lending, aNewPersonsSoftPull());
    assert.equal(drawn.length, 0);
    assert.notEqual(
      second.consumer_application_human_readable_id,
      first.consumer_application_human_readable_id,
    );
  });
});

describe('a soft pull sent again', () => {
  it('with the same id and body has the same answer and no second inquiry', async () => {
    const body = aNewPersonsSoftPull();
    const first = await decidedSoftPull(lending, body);
    assert.deepEqual(await decidedSoftPull(lending, body), first);
    assert.equal((await inquiriesOf(body.external_application_id)).length, 1);
  });

  it('with the same id and another body is refused', async () => {
    const body = aNewPersonsSoftPull();
    await decidedSoftPull(lending, body);
    const response = await sendSoftPull(lending, { ...body, annual_income: '85000.00' });
    assert.equal(response.status, 400);
    const { detail } = (await response.json()) as { detail: string };
    assert.match(detail, /external_application_id is used already/);
  });

  it('promises no notice of a review that ended without one', async () => {
    const body = aNewPersonsSoftPull({ ssn: '900-10-0106' });
    await decidedSoftPull(lending, body);
    const id = String(body.external_application_id);
    const reviewed = await new StoredApplication(lending, id).application();
    await lending.context.database.transaction((tx) =>
      recordConsent(tx, lending.context, {
        ...consentOf(reviewed),
        consentType: 'revocation',
        action: 'clicked',
        text: { id: 'esign_consent', version: '2026-01', sha256: '' },
        acceptedAt: now(),
        collectedBy: 'hosted',
      }),
    );
    const verify = `/sandbox/v1/applications/${id}/verify`;
    await lending.call('POST', verify, { body: { result: 'passed' } });
    const again = await decidedSoftPull(lending, body);
    assert.deepEqual(
      [again.application_status, again.adverse_action_notice, again.no_offers_message],
      ['Cancelled', 'none', 'We can’t offer financing right now.'],
    );
  });

  it('ten times at once makes one inquiry and one answer', async () => {
    const body = aNewPersonsSoftPull();
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => decidedSoftPull(lending, body)),
    );
    for (const answer of answers) assert.deepEqual(answer, answers[0]);
    assert.equal((await inquiriesOf(body.external_application_id)).length, 1);
  });

  it('from ten tabs at once makes one inquiry, whose application answers them all', async () => {
    const person = aNewPersonsSoftPull();
    const bodies = Array.from({ length: 10 }, (_, tab) => ({
      ...person,
      external_application_id: `${person.external_application_id}-${tab}`,
    }));
    const answers = await Promise.all(bodies.map((body) => decidedSoftPull(lending, body)));
    const ids = new Set(answers.map((answer) => answer.external_application_id));
    assert.equal(ids.size, 1);
    const sent = bodies.map((body) => body.external_application_id);
    assert.equal((await inquiriesOf(...sent)).length, 1);
  });
});

describe('another application of the same person at the merchant', () => {
  it('is answered with the offers that stand; its own id stays free [conformance:post-consumers-soft-pull-3]', async () => {
    const body = aNewPersonsSoftPull();
    const first = await decidedSoftPull(lending, body);
    const second = await decidedSoftPull(lending, { ...body, external_application_id: 'second' });
    assert.deepEqual(second, first);
    assert.deepEqual(await inquiriesOf('second'), []);
    await decidedSoftPull(lending, aNewPersonsSoftPull({ external_application_id: 'second' }));
  });

  it('has first payments and a promotion that count from the day, as the loan has; all else is as promised', async (t) => {
    const later = await startTestLending({}, undefined, undefined, Date.UTC(2027, 0, 30, 15));
    t.after(() => later.close());
    const body = aNewPersonsSoftPull({ ssn: '900-10-0001' });
    const keyed = async () => {
      const headers = { 'Idempotency-Key': 'kept' };
      const answer = await later.call('POST', softPullPath, { body, headers });
      return (await answer.json()) as SoftPullResponse;
    };
    const first = await keyed();
    const promises = first.offers.filter(({ promo_disclosure }) => promo_disclosure !== null);
    assert.match(promises[0]?.promo_disclosure ?? '', /January 30, 2028/);
    assert.ok(first.offers.every((offer) => offer.first_payment_date === '2027-02-28'));
    later.tick(29 * dayMs + 20 * hourMs);
    const path = `loan-applications/hillside-rep-1/loan/${first.loan_id}/`;
    const read = await later.call('GET', `/api/v1/sponsor/merchants/${path}`);
    const loan = (await read.json()) as SoftPullResponse;
    const today = { first_payment_date: '2027-04-01' };
    const expected = first.offers.map(({ promo_disclosure, ...offer }) => ({
      ...offer,
      ...today,
      promo_disclosure: promo_disclosure?.replace('January 30', 'March 1') ?? null,
    }));
    assert.deepEqual(loan.offers, expected);
    const second = await decidedSoftPull(later, { ...body, external_application_id: 'second' });
    assert.deepEqual(second.offers, expected);
    assert.deepEqual(await keyed(), first);
  });

  it('for another amount gets new offers from the stored report', async () => {
    const body = aNewPersonsSoftPull();
    const first = await decidedSoftPull(lending, body);
    const other = { ...body, external_application_id: 'other-amount', requested_amount: '6000.00' };
    const second = await decidedSoftPull(lending, other);
    assert.equal(second.external_application_id, first.external_application_id);
    assert.equal(second.requested_amount, '6000.00');
    assert.notEqual(second.offers.length, 0);
    assert.ok(second.offers.every((offer) => offer.amount === '6000.00'));
    assert.equal(second.offers_expire_at, first.offers_expire_at);
    assert.deepEqual(await inquiriesOf('other-amount'), []);
    const [old] = first.offers;
    const select = await lending.call(
      'PATCH',
      `/api/v1/sponsor/consumers/offers/${old?.offer_uuid}/select/`,
      { body: {} },
    );
    assert.equal(select.status, 400);
  });

  it('for an amount above what is approved is told so once', async () => {
    const body = aNewPersonsSoftPull({ ssn: '900-10-0002', requested_amount: '7000.00' });
    await decidedSoftPull(lending, body);
    assert.deepEqual(await noticesTo(body.email), []);
    for (const requested_amount of ['9000.00', '9500.00']) {
      const answer = await decidedSoftPull(lending, {
        ...body,
        external_application_id: 'more',
        requested_amount,
      });
      assert.notEqual(answer.offers.length, 0);
      assert.ok(answer.offers.every((offer) => offer.is_counter_offer));
    }
    assert.equal((await noticesTo(body.email)).length, 1);
  });

  it('while a review is under way is answered with that review', async () => {
    const body = aNewPersonsSoftPull({ ssn: '900-10-0106' });
    const first = await decidedSoftPull(lending, body);
    const second = await decidedSoftPull(lending, {
      ...body,
      external_application_id: 'again',
      requested_amount: '900',
    });
    assert.equal(second.external_application_id, first.external_application_id);
    assert.equal(second.application_status, 'Pending: Verification');
  });

  it('after a decline on the same inputs is that decline, without a second notice', async () => {
    const body = aNewPersonsSoftPull({ ssn: '900-10-0101' });
    const first = await decidedSoftPull(lending, body);
    const [notice] = await noticesTo(body.email);
    const { id: key = '', sponsor_id: scope = '' } = notice ?? {};
    await deliverMessage(lending.context, { key, scope });
    const second = await decidedSoftPull(lending, {
      ...body,
      external_application_id: `${body.external_application_id}-again`,
    });
    assert.equal(second.external_application_id, first.external_application_id);
    assert.equal((await noticesTo(body.email)).length, 1);
    assert.equal(second.adverse_action_notice, 'sent');
    assert.match(second.no_offers_message ?? '', /We sent you a notice/);
  });

  it('after a decline on other inputs is decided again on the stored report', async () => {
    const body = aNewPersonsSoftPull({ ssn: '900-10-0101' });
    const first = await decidedSoftPull(lending, body);
    const again = {
      ...body,
      external_application_id: `${body.external_application_id}-again`,
      annual_income: '99000.00',
    };
    const second = await decidedSoftPull(lending, again);
    assert.equal(second.external_application_id, again.external_application_id);
    assert.notEqual(
      second.consumer_application_human_readable_id,
      first.consumer_application_human_readable_id,
    );
    assert.deepEqual(await inquiriesOf(again.external_application_id), []);
    assert.equal((await noticesTo(body.email)).length, 2);
  });

  it('for another amount, while the terms are accepted, never fails', async () => {
    for (let round = 0; round < 10; round += 1) {
      const body = aNewPersonsSoftPull();
      const { offers } = await decidedSoftPull(lending, body);
      const id = String(body.external_application_id);
      const select = `/api/v1/sponsor/consumers/offers/${offers[0]?.offer_uuid}/select/`;
      await lending.call('PATCH', select, { body: {} });
      const otherTab = {
        ...body,
        external_application_id: `${id}-tab`,
        requested_amount: '5000.00',
      };
      const [, answer] = await Promise.all([
        lending.call('POST', `/sandbox/v1/applications/${id}/accept-terms`, { body: {} }),
        sendSoftPull(lending, otherTab),
      ]);
      assert.equal(answer.status, 200);
    }
  });

  it('after acceptance is a new application', async () => {
    const body = aNewPersonsSoftPull();
    await decidedSoftPull(lending, body);
    await setAcceptedAt([body.external_application_id], now());
    const second = await decidedSoftPull(lending, {
      ...body,
      external_application_id: `${body.external_application_id}-after`,
    });
    assert.equal(second.external_application_id, `${body.external_application_id}-after`);
  });
});

describe('loans that stack', () => {
  // A number without a persona's exemption.
  const ssn = '900-11-0001';
  const third = async (acceptedAt: number) => {
    const body = aNewPersonsSoftPull({ ssn });
    const ids = [`${body.external_application_id}-one`, `${body.external_application_id}-two`];
    for (const external_application_id of ids) {
      await decidedSoftPull(lending, { ...body, external_application_id });
      await setAcceptedAt([external_application_id], acceptedAt);
    }
    const answer = await decidedSoftPull(lending, body);
    return { answer, notices: await noticesTo(body.email), body };
  };

  it('end in a decline for an own-data reason, without a report [conformance:post-consumers-soft-pull-4]', async () => {
    const { answer, notices, body } = await third(now());
    assert.equal(answer.application_status, 'Declined');
    assert.match(notices[0]?.text ?? '', /Existing open application or loan with us/);
    assert.deepEqual(await inquiriesOf(body.external_application_id), []);
  });

  it('do not count after 30 days', async () => {
    const { answer } = await third(now() - 30 * daySeconds * 1000);
    assert.equal(answer.decision, 'offers');
  });

  for (const ssn of ['900-10-0001', '900-10-0077']) {
    it(`do not count for a demo's ${ssn}`, async () => {
      const body = aNewPersonsSoftPull({ ssn });
      const ids = [1, 2, 3].map((loan) => `${body.external_application_id}-loan-${loan}`);
      for (const external_application_id of ids) {
        assert.equal(
          (await decidedSoftPull(lending, { ...body, external_application_id })).decision,
          'offers',
        );
        await setAcceptedAt([external_application_id], now());
      }
    });
  }
});

// Last, since the clock cannot go back.
describe('a declined person 30 days later', () => {
  it('is pulled again', async () => {
    const body = aNewPersonsSoftPull({ ssn: '900-10-0101' });
    await decidedSoftPull(lending, body);
    await advance(30 * daySeconds);
    const second = await decidedSoftPull(lending, {
      ...body,
      external_application_id: `${body.external_application_id}-later`,
    });
    assert.equal(second.external_application_id, `${body.external_application_id}-later`);
    assert.equal((await inquiriesOf(`${body.external_application_id}-later`)).length, 1);
  });
});

describe('a stored report', () => {
  it('is not used again after the 30 days that the consumer has authorized', async () => {
    const body = aNewPersonsSoftPull({ ssn: '900-10-0101' });
    const again = async (days: number) => {
      await advance(days * daySeconds);
      const external_application_id = `${body.external_application_id}-${days}`;
      const annual_income = `${90_000 + days}.00`;
      await decidedSoftPull(lending, { ...body, external_application_id, annual_income });
      return (await inquiriesOf(external_application_id)).length;
    };
    await decidedSoftPull(lending, body);
    assert.equal(await again(29), 0);
    assert.equal(await again(1), 1);
  });

  it('prices no other amount then, of offers that a review brought', async () => {
    const body = aNewPersonsSoftPull({ ssn: '900-10-0106' });
    const other = (requested_amount: string) =>
      decidedSoftPull(lending, { ...body, external_application_id: 'other', requested_amount });
    await decidedSoftPull(lending, body);
    await advance(10 * daySeconds);
    const verify = `/sandbox/v1/applications/${body.external_application_id}/verify`;
    await lending.call('POST', verify, { body: { result: 'passed' } });
    await advance(20 * daySeconds - 1);
    assert.equal((await other('6000.00')).requested_amount, '6000.00');
    await advance(1);
    const { offers, requested_amount } = await other('7000.00');
    assert.equal(requested_amount, '6000.00');
    assert.ok(offers.length > 0 && offers.every(({ amount }) => amount === '6000.00'));
  });
});
