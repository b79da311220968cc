import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { deliverMessage } from '../../../../server/lending/operations/deliver-message.ts';
import { keyedDigest } from '../../../../server/lending/store/documents.ts';
import { sampleTexts } from '../../../../server/lending-api/texts/sample-texts.ts';
import { sha256Hex } from '../../../../server/platform/crypto/digest.ts';
import { startTestLending, type TestLending, testStart } from '../../../helpers/lending.ts';
import { aSoftPull, softPullPath } from '../../../helpers/soft-pull.ts';
import { storedRows } from '../../../helpers/stored-rows.ts';

const sponsorId = 'sponsor@example.test';

let lending: TestLending;
before(async () => {
  lending = await startTestLending();
  // The messages wait until a test delivers them.
  await lending.stop();
});
after(() => lending.close());

let count = 0;
/** Makes a soft pull of a person that no other test has used; answers its application. */
async function pulled(change: Record<string, unknown>) {
  count += 1;
  const body = aSoftPull({
    external_application_id: `app-${count}`,
    email: `person-${count}@example.test`,
    ...change,
  });
  assert.equal((await lending.call('POST', softPullPath, { body })).status, 200);
  return lending.context.database.query
    .selectFrom('applications')
    .selectAll()
    .where('external_application_id', '=', `app-${count}`)
    .executeTakeFirstOrThrow();
}

const evidenceOf = ({ id }: { id: string }) =>
  storedRows(lending.context)
    .selectFrom('consent_events')
    .selectAll()
    .where('application_id', '=', id)
    .orderBy('position')
    .execute();

const authorization = (locale: 'en' | 'es') =>
  sha256Hex(sampleTexts.current('soft_pull_authorization', locale, '2026-03-02').text);

describe('evidence of a soft pull', () => {
  it('keeps the consents, with the service’s own time', async () => {
    const application = await pulled({
      sms_consent: true,
      sms_consent_version: '2026-01',
      sms_consent_at: '2026-03-02T14:58:00Z',
    });
    const events = await evidenceOf(application);
    assert.deepEqual(
      events.map((event) => [event.consent_type, event.action, event.client_reported_at]),
      [
        ['privacy_ack', 'checked', null],
        ['esign', 'checked', '2026-03-02T14:59:00Z'],
        ['soft_pull', 'clicked', '2026-03-02T15:00:00Z'],
        ['sms', 'checked', '2026-03-02T14:58:00Z'],
      ],
    );
    assert.ok(events.every((event) => event.accepted_at === testStart));
    assert.ok(events.every((event) => event.ip_address === '203.0.113.7'));
    assert.ok(events.every((event) => event.subject_hash === application.person_index));
  });

  it('keeps each consent in the language in which its text was shown', async () => {
    const sha256 = authorization('es');
    const events = await evidenceOf(await pulled({ soft_pull_consent_text_sha256: sha256 }));
    const esign = sampleTexts.current('esign_consent', 'es', '2026-03-02');
    assert.deepEqual(
      events.map(({ consent_type, locale }) => [consent_type, locale]),
      [
        ['privacy_ack', 'es'],
        ['esign', 'es'],
        ['soft_pull', 'es'],
      ],
    );
    assert.equal(events[1]?.text_sha256, sha256Hex(esign.text));
    assert.equal(events[2]?.text_sha256, sha256);
  });

  it('keeps those of a repeat with the application that answers it', async () => {
    const email = 'repeats@example.test';
    const application = await pulled({ email });
    const before = await evidenceOf(application);
    const repeat = aSoftPull({
      external_application_id: 'repeat',
      email,
      soft_pull_consent_at: '2026-03-02T16:00:00Z',
      consent_session_id: 'session-of-the-repeat',
      sms_consent: true,
      sms_consent_version: '2026-01',
      sms_consent_at: '2026-03-02T16:00:00Z',
    });
    lending.tick(60_000);
    assert.equal((await lending.call('POST', softPullPath, { body: repeat })).status, 200);
    const added = (await evidenceOf(application)).slice(before.length);
    assert.deepEqual(
      added.map((event) => [event.consent_type, event.client_reported_at]),
      [
        ['privacy_ack', null],
        ['esign', '2026-03-02T14:59:00Z'],
        ['soft_pull', '2026-03-02T16:00:00Z'],
        ['sms', '2026-03-02T16:00:00Z'],
      ],
    );
    for (const event of added) {
      assert.equal(event.session_id, 'session-of-the-repeat');
      assert.ok(event.accepted_at >= application.created_at + 60_000);
      assert.equal(event.subject_hash, application.person_index);
    }
  });

  it('keeps none twice for a request that is sent again as it was', async () => {
    const application = await pulled({ email: 'sends-again@example.test' });
    const before = await evidenceOf(application);
    const { external_application_id, email } = application;
    const body = aSoftPull({ external_application_id, email });
    assert.equal((await lending.call('POST', softPullPath, { body })).status, 200);
    assert.deepEqual(await evidenceOf(application), before);
  });

  it('keeps no consent to text a number that the application has not', async () => {
    const email = 'other-number@example.test';
    const application = await pulled({ email });
    const repeat = aSoftPull({
      external_application_id: 'other-number',
      email,
      phone: '+16145550177',
      sms_consent: true,
      sms_consent_version: '2026-01',
      sms_consent_at: '2026-03-02T15:00:00Z',
    });
    assert.equal((await lending.call('POST', softPullPath, { body: repeat })).status, 200);
    const types = (await evidenceOf(application)).map(({ consent_type }) => consent_type);
    const asked = ['privacy_ack', 'esign', 'soft_pull'];
    assert.deepEqual(types, [...asked, ...asked]);
  });

  for (const { name, email, isKept } of [
    { name: 'keeps that a notice has left', email: 'arrives@example.test', isKept: true },
    {
      name: 'keeps no delivery of one that came back',
      email: 'bounce@example.test',
      isKept: false,
    },
  ]) {
    it(name, async () => {
      const application = await pulled({ ssn: '900-10-0101', email });
      const message = await storedRows(lending.context)
        .selectFrom('messages')
        .select(['id', 'sponsor_id', 'recipient', 'text'])
        .where('application_id', '=', application.id)
        .executeTakeFirstOrThrow();
      const delivery = { key: message.id, scope: sponsorId };
      await deliverMessage(lending.context, delivery);
      await deliverMessage(lending.context, delivery);
      const delivered = (await evidenceOf(application)).filter(
        ({ consent_type }) => consent_type === 'aan_delivery',
      );
      assert.equal(delivered.length, isKept ? 1 : 0);
      if (!isKept) return;
      assert.partialDeepStrictEqual(delivered[0], {
        text_id: 'adverse_action_notice',
        subject_hash: application.person_index,
        document_sha256: JSON.stringify([keyedDigest(lending.context.sealer, message.text)]),
      });
    });
  }
});
