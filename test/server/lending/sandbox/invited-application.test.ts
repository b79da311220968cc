import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Offer } from '../../../../server/lending-api/offers.ts';
import { dayMs } from '../../../helpers/durations.ts';
import { aSubmission } from '../../../helpers/invitations.ts';
import { startTestLending, type TestLending } from '../../../helpers/lending.ts';
import { InvitedConsumer } from '../operations/invitations/invited-consumer.ts';

let lending: TestLending;
before(async () => {
  lending = await startTestLending();
});
after(() => lending.close());

/** The applicant fields of a soft pull, without any consent but that to SMS. */
const applicantOf = (consumer: InvitedConsumer, change: Record<string, unknown> = {}) => {
  const body = aSubmission({ email: consumer.email, ...change });
  const fields = Object.entries(body).filter(([name]) => !/consent_|_ack|privacy/.test(name));
  return Object.fromEntries(fields);
};

const step = (consumer: InvitedConsumer, name: string, body: unknown = {}) =>
  lending.call('POST', `/sandbox/v1/applications/${consumer.externalId}/${name}`, { body });

const complete = (consumer: InvitedConsumer, change: Record<string, unknown> = {}) =>
  step(consumer, 'complete', applicantOf(consumer, change));

async function offersOf(consumer: InvitedConsumer): Promise<Offer[]> {
  const { loan_id } = await consumer.application();
  const path = `/api/v1/sponsor/merchants/loan-applications/hillside-admin/loan/${loan_id}/`;
  const detail = (await (await lending.call('GET', path)).json()) as { offers?: Offer[] };
  return detail.offers ?? [];
}

describe('POST /sandbox/v1/applications/{external_application_id}/complete', () => {
  it('applies as the consumer: to the loan, with both callbacks', async () => {
    const consumer = await InvitedConsumer.by(lending);
    const answer = await complete(consumer, { requested_amount: undefined });
    assert.equal(answer.status, 200);
    assert.deepEqual(await answer.json(), {
      application_status: 'Approved: Offers Available',
      decision: 'offers',
    });
    assert.equal((await consumer.application()).requested_amount_cents, 840_000);
    const [offer] = await offersOf(consumer);
    const chosen = await step(consumer, 'choose-offer', { offer_uuid: offer?.offer_uuid });
    assert.deepEqual(await chosen.json(), { application_status: 'Approved: Offer Selected' });
    const accepted = await step(consumer, 'accept-terms');
    assert.deepEqual(await accepted.json(), { application_status: 'Approved: Accepted' });
    assert.deepEqual(await consumer.told(), [
      'decision approved Approved: Offers Available',
      'loan_documents_accepted approved Approved: Accepted',
    ]);
    const [, documents] = await consumer.callbacks();
    assert.equal(documents?.offer_uuid, offer?.offer_uuid);
    assert.equal(documents?.credit_limit, '8400.00');
    const consents = await consumer.consents();
    assert.deepEqual(
      consents
        .slice(0, 3)
        .map(({ consent_type, action, collected_by }) => [consent_type, action, collected_by]),
      [
        ['privacy_ack', 'attested', 'sponsor_api'],
        ['esign', 'attested', 'sponsor_api'],
        ['soft_pull', 'attested', 'sponsor_api'],
      ],
    );
  });

  it('declines as the persona says', async () => {
    const consumer = await InvitedConsumer.by(lending);
    const answer = await complete(consumer, { ssn: '900-10-0103' });
    assert.deepEqual(await answer.json(), {
      application_status: 'Declined',
      decision: 'no_offers',
    });
  });

  it('needs an amount from the invitation or the body, and complete fields', async () => {
    const consumer = await InvitedConsumer.by(lending, { requested_amount: undefined });
    assert.equal((await complete(consumer, { requested_amount: undefined })).status, 400);
    assert.equal((await complete(consumer, { zip_code: undefined })).status, 400);
    assert.equal((await consumer.application()).status, 'Invited');
    assert.equal((await complete(consumer)).status, 200);
  });

  it('answers a repeat as before', async () => {
    const consumer = await InvitedConsumer.by(lending);
    await complete(consumer);
    const again = await complete(consumer);
    assert.equal(again.status, 200);
    assert.equal((await consumer.told()).length, 1);
  });

  it('answers 503 when the bureau is down, and nothing was decided', async () => {
    const consumer = await InvitedConsumer.by(lending);
    assert.equal((await complete(consumer, { ssn: '900-10-0201' })).status, 503);
    assert.equal((await consumer.application()).status, 'Started');
  });

  it('refuses what is not there or not open', async () => {
    const scheduled = await InvitedConsumer.by(lending, { activate_date: '2026-03-20' });
    assert.equal((await complete(scheduled)).status, 400);
    const unknown = '/sandbox/v1/applications/nobody/complete';
    const body = applicantOf(scheduled);
    assert.equal((await lending.call('POST', unknown, { body })).status, 404);
    const foreign = `/sandbox/v1/applications/${scheduled.externalId}/complete`;
    const as = 'sponsor-two@example.test';
    assert.equal((await lending.call('POST', foreign, { body, as })).status, 404);
  });
});

describe('POST /sandbox/v1/applications/{external_application_id}/choose-offer', () => {
  it('knows only the offers of the application', async () => {
    const consumer = await InvitedConsumer.by(lending);
    const other = await InvitedConsumer.by(lending);
    await complete(consumer);
    await complete(other);
    const [offer] = await offersOf(other);
    const chosen = await step(consumer, 'choose-offer', { offer_uuid: offer?.offer_uuid });
    assert.equal(chosen.status, 404);
    assert.equal((await step(consumer, 'choose-offer', { offer_uuid: 'x' })).status, 400);
    assert.equal((await other.application()).status, 'Approved: Offers Available');
  });

  it('chooses another one before acceptance, and none after the offers have expired', async () => {
    const consumer = await InvitedConsumer.by(lending);
    await complete(consumer);
    const [first, second] = await offersOf(consumer);
    for (const offer of [first, second]) {
      const chosen = await step(consumer, 'choose-offer', { offer_uuid: offer?.offer_uuid });
      assert.equal(chosen.status, 200);
    }
    assert.equal((await consumer.application()).selected_offer_id, second?.offer_uuid);
    lending.tick(30 * dayMs);
    const late = await step(consumer, 'choose-offer', { offer_uuid: first?.offer_uuid });
    assert.equal(late.status, 400);
  });
});
