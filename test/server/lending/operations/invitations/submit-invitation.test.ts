import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { LendingError, type LendingErrorKind } from '../../../../../server/lending/errors.ts';
import { endReview } from '../../../../../server/lending/operations/applications/end-review.ts';
import {
  chooseInvitedOffer,
  identifyForInvitation,
  withdrawInvitation,
} from '../../../../../server/lending/operations/invitations/answer-invitation.ts';
import { startInvitation } from '../../../../../server/lending/operations/invitations/open-invitation.ts';
import type { Offer } from '../../../../../server/lending-api/offers.ts';
import { dayMs } from '../../../../helpers/durations.ts';
import { startTestLending, type TestLending } from '../../../../helpers/lending.ts';
import { addressOf } from '../../../../helpers/stored-rows.ts';
import { wrongDigits } from '../../../../helpers/wrong-answers.ts';
import { InvitedConsumer } from './invited-consumer.ts';

const sponsor = { id: 'sponsor@example.test' };

let lending: TestLending;
before(async () => {
  lending = await startTestLending();
});
after(() => lending.close());

const invited = (change: Record<string, unknown> = {}) => InvitedConsumer.by(lending, change);

async function offersOf(consumer: InvitedConsumer): Promise<Offer[]> {
  const screen = await consumer.screen();
  assert.equal(screen.kind, 'offers');
  return screen.offers;
}

function ofKind(kind: LendingErrorKind, field?: string) {
  return (error: unknown) =>
    error instanceof LendingError &&
    error.kind === kind &&
    (field === undefined || Object.keys(error.errors ?? {}).join() === field);
}

describe('an invited consumer', () => {
  it('opens, starts, applies and chooses, each step written down', async () => {
    const consumer = await invited();
    assert.deepEqual(await consumer.statuses(), ['Sent', 'Invited']);
    assert.equal(await consumer.load('GET'), 200);
    assert.deepEqual(await consumer.screen(), { kind: 'start' });
    assert.deepEqual(await consumer.statuses(), ['Opened', 'Invited']);
    await startInvitation(lending.context, consumer.token);
    assert.deepEqual(await consumer.screen(), { kind: 'details' });
    assert.equal((await consumer.submit()).kind, 'decided');
    assert.deepEqual(await consumer.statuses(), ['Completed', 'Approved: Offers Available']);
    const [offer] = await offersOf(consumer);
    const chosen = await chooseInvitedOffer(
      lending.context,
      consumer.token,
      offer?.offer_uuid ?? '',
    );
    assert.equal(chosen.kind, 'chosen');
    assert.match(chosen.termsLink, /\/terms\//);
    assert.deepEqual(await consumer.history(), [
      'Invited by hillside-rep-1',
      'Started by consumer',
      'Approved: Offers Available by lender',
      'Approved: Offer Selected by consumer',
    ]);
  });

  it('is decided by one inquiry, with one callback and the evidence of the page', async () => {
    const consumer = await invited({ loan_id: 'loan-of-evidence' });
    await consumer.submit();
    const [callback, ...more] = await consumer.callbacks();
    assert.deepEqual(more, []);
    assert.equal(callback?.event_type, 'consumer_application_complete');
    assert.equal(callback?.application_path, 'invitation');
    assert.deepEqual(await consumer.told(), ['decision approved Approved: Offers Available']);
    assert.equal(callback?.approved_amount, '50000.00');
    assert.equal(callback?.request_user_id, 'hillside-rep-1');
    assert.equal(callback?.loan_id, 'loan-of-evidence');
    assert.equal((await consumer.inquiries()).length, 1);
    const consents = await consumer.consents();
    assert.deepEqual(
      consents.map(({ consent_type, action }) => [consent_type, action]),
      [
        ['privacy_ack', 'checked'],
        ['esign', 'checked'],
        ['soft_pull', 'clicked'],
      ],
    );
    for (const event of consents) {
      assert.equal(event.collected_by, 'hosted');
      assert.equal(addressOf(lending.context, event), '203.0.113.9');
      assert.equal(event.client_reported_at, null);
      assert.notEqual(event.subject_hash, '');
    }
  });

  it('may send the form without having pressed start', async () => {
    const consumer = await invited();
    assert.equal((await consumer.submit()).kind, 'decided');
    assert.deepEqual((await consumer.history()).slice(0, 2), [
      'Invited by hillside-rep-1',
      'Started by consumer',
    ]);
  });

  it('is declined with a notice and a callback that has no reasons', async () => {
    const consumer = await invited();
    await consumer.submit({ ssn: '900-10-0101' });
    assert.deepEqual(await consumer.told(), ['decision canceled Declined']);
    assert.doesNotMatch(JSON.stringify(await consumer.callbacks()), /SCORE|score|\b560\b/);
    assert.equal((await consumer.messages('adverse_action')).length, 1);
    assert.deepEqual(await consumer.screen(), { kind: 'declined' });
  });

  it('is declined for open loans without a bureau', async () => {
    const consumer = await invited();
    await consumer.submit({ ssn: '900-10-0107' });
    assert.deepEqual(await consumer.statuses(), ['Completed', 'Declined']);
    assert.deepEqual(await consumer.inquiries(), []);
    assert.deepEqual(await consumer.told(), ['decision canceled Declined']);
  });

  it('is called back for when a review ends, and told where to go on', async () => {
    const consumer = await invited();
    await consumer.submit({ ssn: '900-10-0106' });
    assert.deepEqual(await consumer.screen(), { kind: 'in_review' });
    assert.deepEqual(await consumer.told(), []);
    lending.tick(10 * dayMs);
    await endReview(lending.context, sponsor, consumer.externalId, 'passed');
    assert.deepEqual(await consumer.told(), ['decision approved Approved: Offers Available']);
    const [message] = await consumer.messages('review_ended');
    assert.ok(message?.text.includes(consumer.link));
    // The offers stand 30 days from now, and so does the way to them.
    lending.tick(29 * dayMs);
    assert.equal((await consumer.screen()).kind, 'offers');
    const identity = { ssnLast4: '0106' };
    const tried = await identifyForInvitation(lending.context, consumer.token, identity);
    assert.equal(tried.kind, 'passed');
  });

  it('is asked for the last four digits within the limits of the terms page', async () => {
    const consumer = await invited();
    const identify = (ssnLast4: string) =>
      identifyForInvitation(lending.context, consumer.token, { ssnLast4 });
    assert.equal((await identify('0001')).kind, 'closed');
    await consumer.submit();
    assert.deepEqual(await identify('9999'), { kind: 'wrong', triesLeft: 4 });
    for (let tries = 0; tries < 4; tries += 1) await identify(wrongDigits());
    assert.equal((await identify('0001')).kind, 'closed');
  });

  it('is offered what the code of the invitation promised', async () => {
    const { query } = lending.context.database;
    const merchant = await query.selectFrom('merchants').select('id').executeTakeFirstOrThrow();
    const products = await query
      .selectFrom('selected_products')
      .select('product_id')
      .orderBy('product_id')
      .execute();
    const path = `/api/v1/sponsor/merchants/${merchant.id}/offer-code/`;
    const body = {
      offer_code_name: 'PROMISED',
      product_ids: products.map(({ product_id }) => product_id),
      max_amount: '6000.00',
    };
    assert.equal((await lending.call('POST', path, { body })).status, 201);
    const consumer = await invited({ offer_code_name: 'PROMISED' });
    await lending.call('PATCH', `${path}1`, { body: { is_deleted: true } });
    await consumer.submit();
    const offers = await offersOf(consumer);
    assert.ok(offers.length > 0);
    assert.ok(offers.every(({ approved_amount }) => approved_amount === '6000.00'));
  });

  it('whose merchant was told of consent to SMS takes it back by an empty box', async () => {
    const bySms = (phone: string) => invited({ email: undefined, phone, sms_consent: true });
    const silent = await bySms('+16145550188');
    await silent.submit();
    const agreeing = await bySms('+16145550189');
    await agreeing.submit({ sms_consent: true, sms_consent_version: '2026-01', email: 'b@x.test' });
    const smsWords = async (consumer: InvitedConsumer) =>
      (await consumer.consents())
        .filter(({ consent_type }) => ['sms', 'revocation'].includes(consent_type))
        .map(({ consent_type, collected_by }) => `${consent_type} ${collected_by}`);
    assert.deepEqual(await smsWords(silent), ['sms sponsor_api', 'revocation hosted']);
    assert.deepEqual(await smsWords(agreeing), ['sms sponsor_api', 'sms hosted']);
  });

  it('may refuse to apply: invitation and application are Cancelled, with a callback', async () => {
    const consumer = await invited();
    await startInvitation(lending.context, consumer.token);
    const withdraw = () => withdrawInvitation(lending.context, consumer.token);
    assert.equal((await withdraw()).kind, 'withdrawn');
    assert.deepEqual(await consumer.statuses(), ['Cancelled', 'Cancelled']);
    assert.deepEqual(await consumer.told(), ['decision canceled Cancelled']);
    assert.equal((await withdraw()).kind, 'closed');
    assert.equal((await consumer.submit()).kind, 'closed');
    assert.equal((await startInvitation(lending.context, consumer.token)).kind, 'closed');
    assert.equal((await consumer.told()).length, 1);
    assert.deepEqual(await consumer.screen(), { kind: 'cancelled' });
  });
});

describe('a form that cannot be taken', () => {
  const wrong = async (change: Record<string, unknown>, field: string) => {
    const consumer = await invited();
    await assert.rejects(consumer.submit(change), ofKind('invalid', field));
    assert.deepEqual(await consumer.statuses(), ['Sent', 'Invited']);
    assert.deepEqual(await consumer.inquiries(), []);
  };

  it('names the field, and changes nothing', async () => {
    await wrong({ ssn: '123-45-6789' }, 'ssn');
    await wrong({ date_of_birth: '2010-03-03' }, 'date_of_birth');
    await wrong({ soft_pull_consent_version: '1999-01' }, 'soft_pull_consent_version');
    await wrong({ soft_pull_consent_text_sha256: 'a'.repeat(64) }, 'soft_pull_consent_text_sha256');
  });

  it('is refused while the merchant is suspended', async () => {
    const consumer = await invited();
    const merchant = '/sandbox/v1/merchants/hillside-hvac';
    await lending.call('POST', `${merchant}/suspend`);
    assert.deepEqual(await consumer.screen(), { kind: 'unavailable' });
    await assert.rejects(consumer.submit(), ofKind('forbidden'));
    assert.equal((await startInvitation(lending.context, consumer.token)).kind, 'closed');
    assert.equal((await consumer.application()).status, 'Invited');
    await lending.call('POST', `${merchant}/release`);
    assert.equal((await consumer.submit()).kind, 'decided');
  });

  it('is closed for a token that leads nowhere, and an offer of somebody else', async () => {
    const consumer = await invited();
    const other = await invited();
    await consumer.submit();
    await other.submit();
    const [offer] = await offersOf(other);
    const choose = (token: string) =>
      chooseInvitedOffer(lending.context, token, offer?.offer_uuid ?? '');
    assert.equal((await choose(consumer.token)).kind, 'closed');
    assert.equal((await choose('no-such-token')).kind, 'closed');
    assert.equal((await withdrawInvitation(lending.context, consumer.token)).kind, 'closed');
  });

  it('is closed to anybody else who has the link', async () => {
    const consumer = await invited();
    await consumer.submit();
    const stranger = await consumer.submit({ email: 'stranger@example.test' });
    assert.deepEqual(stranger, { kind: 'closed' });
    assert.equal((await consumer.inquiries()).length, 1);
    assert.equal((await consumer.application()).email, consumer.email);
  });

  it('can be sent again when the bureau was down: nothing was decided', async () => {
    const consumer = await invited();
    const submission = { ssn: '900-10-0204', purchase_description: 'A heat pump' };
    await assert.rejects(consumer.submit(submission), ofKind('unavailable'));
    assert.deepEqual(await consumer.statuses(), ['Opened', 'Started']);
    const { applicant_sealed, person_index, purchase_description } = await consumer.application();
    assert.deepEqual([applicant_sealed, person_index, purchase_description], ['', '', null]);
    assert.deepEqual(await consumer.screen(), { kind: 'details' });
    assert.deepEqual(await consumer.told(), []);
    assert.deepEqual(await consumer.messages('adverse_action'), []);
    assert.equal((await consumer.submit(submission)).kind, 'decided');
    assert.deepEqual(
      (await consumer.inquiries()).map(({ attempt, outcome }) => [attempt, outcome]),
      [
        [1, 'unavailable'],
        [2, 'answered'],
      ],
    );
    assert.equal((await consumer.told()).length, 1);
  });
});
