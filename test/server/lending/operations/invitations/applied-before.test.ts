import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { chooseInvitedOffer } from '../../../../../server/lending/operations/invitations/answer-invitation.ts';
import type { Offer } from '../../../../../server/lending-api/offers.ts';
import { softPullResponse } from '../../../../../server/lending-api/soft-pull.ts';
import { startTestLending, type TestLending } from '../../../../helpers/lending.ts';
import { addCode, productIdOf } from '../../../../helpers/lending-offer-codes.ts';
import { aSoftPull, softPullPath } from '../../../../helpers/soft-pull.ts';
import { StoredApplication } from '../../../../helpers/stored-application.ts';
import { InvitedConsumer } from './invited-consumer.ts';

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

describe('an invited consumer who has applied before', () => {
  const pull = async (email: string, change: Record<string, unknown> = {}) => {
    const body = aSoftPull({ external_application_id: `before-${email}`, email, ...change });
    const answer = await lending.call('POST', softPullPath, { body });
    assert.equal(answer.status, 200);
    return softPullResponse.parse(await answer.json());
  };

  it('goes on with the earlier application, without a bureau or a second notice', async () => {
    const consumer = await invited();
    const earlier = await pull(consumer.email);
    const submitted = await consumer.submit();
    assert.equal(submitted.kind, 'decided');
    assert.equal(submitted.application.external_application_id, earlier.external_application_id);
    assert.deepEqual(await consumer.statuses(), ['Completed', 'Cancelled']);
    assert.deepEqual(await consumer.told(), ['decision canceled Cancelled']);
    assert.deepEqual(await consumer.inquiries(), []);
    const offers = await offersOf(consumer);
    assert.deepEqual(offers, earlier.offers);
    const [offer] = offers;
    const uuid = offer?.offer_uuid ?? '';
    const chosen = await chooseInvitedOffer(lending.context, consumer.token, uuid);
    assert.equal(chosen.kind, 'chosen');
    const again = await consumer.submit();
    assert.equal(again.kind, 'decided');
    assert.equal(again.application.external_application_id, earlier.external_application_id);
    assert.equal((await consumer.told()).length, 1);
  });

  it('has another amount priced there', async () => {
    const consumer = await invited();
    await pull(consumer.email, { requested_amount: '4000.00' });
    await consumer.submit();
    const offers = await offersOf(consumer);
    assert.ok(offers.length > 0 && offers.every(({ amount }) => amount === '8400.00'));
  });

  it('goes on in the language of the invitation', async () => {
    const consumer = await invited({ locale: 'es' });
    const earlier = await pull(consumer.email);
    await consumer.submit();
    const offers = await offersOf(consumer);
    assert.deepEqual(
      offers.map(({ offer_uuid, locale }) => ({ offer_uuid, locale })),
      earlier.offers.map(({ offer_uuid }) => ({ offer_uuid, locale: 'es' })),
    );
  });

  it('is offered there what the code of the invitation promised', async () => {
    const offer_code_name = await addCode(lending, { product: 'ZERO-12' });
    const consumer = await invited({ offer_code_name });
    const earlier = await pull(consumer.email);
    const submitted = await consumer.submit();
    assert.equal(submitted.kind, 'decided');
    assert.equal(submitted.application.external_application_id, earlier.external_application_id);
    assert.deepEqual(
      (await offersOf(consumer)).map(({ product_id }) => product_id),
      [productIdOf('ZERO-12')],
    );
    assert.deepEqual(await consumer.inquiries(), []);
  });

  it('is declined for what the code leaves nothing of, while the earlier offers stand', async () => {
    const offer_code_name = await addCode(lending, { product: 'NP-84-1799' });
    const consumer = await invited({ offer_code_name });
    const earlier = await pull(consumer.email);
    await consumer.submit();
    assert.deepEqual(await consumer.statuses(), ['Completed', 'Declined']);
    assert.equal((await consumer.messages('adverse_action')).length, 1);
    assert.deepEqual(await consumer.inquiries(), []);
    assert.deepEqual(
      await pull(consumer.email, { external_application_id: `after-${consumer.email}` }),
      earlier,
    );
  });

  it('leaves the consents of the form with the earlier application', async () => {
    const phone = '+16145550133';
    const email = 'texted@example.test';
    const invitation = { email: undefined, phone, sms_consent: true };
    const earlier = new StoredApplication(lending, `before-${email}`);
    await pull(email, { phone });
    const silent = await invited(invitation);
    await silent.submit({ email, phone });
    const agreeing = await invited({ ...invitation, phone: '+16145550134' });
    await agreeing.submit({ email, phone, sms_consent: true, sms_consent_version: '2026-01' });
    const hosted = (await earlier.consents()).filter(
      ({ collected_by }) => collected_by === 'hosted',
    );
    const asked = ['privacy_ack', 'esign', 'soft_pull'];
    assert.deepEqual(
      hosted.map(({ consent_type }) => consent_type),
      [...asked, ...asked, 'sms'],
    );
    const typesOf = async (consumer: InvitedConsumer) =>
      (await consumer.consents()).map(({ consent_type }) => consent_type);
    // What the merchant had said of a number is taken back where it was said.
    assert.deepEqual(await typesOf(silent), ['sms', 'revocation']);
    assert.deepEqual(await typesOf(agreeing), ['sms']);
  });

  it('is declined as before, without a second notice', async () => {
    const consumer = await invited();
    await pull(consumer.email, { ssn: '900-10-0102' });
    await consumer.submit({ ssn: '900-10-0102' });
    assert.deepEqual(await consumer.screen(), { kind: 'declined' });
    assert.deepEqual(await consumer.messages('adverse_action'), []);
  });

  it('is decided again on the stored report when what it rests on has changed', async () => {
    const consumer = await invited();
    await pull(consumer.email, { ssn: '900-10-0102' });
    await consumer.submit({ ssn: '900-10-0102', annual_income: '90000.00' });
    assert.deepEqual(await consumer.statuses(), ['Completed', 'Declined']);
    assert.deepEqual(await consumer.inquiries(), []);
    assert.equal((await consumer.messages('adverse_action')).length, 1);
    assert.deepEqual(await consumer.told(), ['decision canceled Declined']);
  });

  it('is found by a soft pull in turn', async () => {
    const consumer = await invited();
    await consumer.submit();
    const answer = await pull(consumer.email);
    assert.equal(answer.external_application_id, consumer.externalId);
    assert.deepEqual(answer.offers, await offersOf(consumer));
  });
});
