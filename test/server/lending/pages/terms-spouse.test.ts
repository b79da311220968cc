import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { mailLetter } from '../../../../server/lending/operations/letters.ts';
import { en } from '../../../../server/lending/pages/strings/en.ts';
import { consentOf, recordConsent } from '../../../../server/lending/store/consent-events.ts';
import { openAddressee } from '../../../../server/lending/store/letters.ts';
import { sampleTexts } from '../../../../server/lending-api/texts/sample-texts.ts';
import { easternDate } from '../../../../server/platform/calendar/eastern-time.ts';
import { sha256Hex } from '../../../../server/platform/crypto/digest.ts';
import { startTestLending, type TestLending } from '../../../helpers/lending.ts';
import { storedRows } from '../../../helpers/stored-rows.ts';
import { Consumer } from './consumer.ts';

const wisconsin = { state: 'WI', city: 'Madison', zip_code: '53703' };

describe('the notice to a spouse in Wisconsin', () => {
  let lending: TestLending;
  before(async () => {
    lending = await startTestLending();
  });
  after(() => lending.close());

  async function atTerms(change: Record<string, unknown> = wisconsin) {
    const consumer = await Consumer.choosing(lending, change);
    return { consumer, page: await consumer.identify() };
  }

  async function lettersTo(consumer: Consumer) {
    const { id } = await consumer.application();
    return storedRows(lending.context)
      .selectFrom('letters')
      .selectAll()
      .where('application_id', '=', id)
      .execute();
  }

  it('is asked about in Wisconsin alone, with nothing chosen', async () => {
    const { page } = await atTerms();
    assert.match(page.text, new RegExp(en.spouse.title));
    assert.doesNotMatch(page.html, /\bchecked\b/);
    const elsewhere = await atTerms({ state: 'OH' });
    assert.doesNotMatch(elsewhere.page.text, /married/i);
  });

  it('is put into the post to the spouse when the loan is accepted', async () => {
    const { consumer } = await atTerms();
    const page = await consumer.sign({ married: 'yes', spouse_name: 'Grace Sample' });
    assert.equal(page.heading, en.accepted.title);
    const letters = await lettersTo(consumer);
    assert.equal(letters.length, 1);
    const [letter] = letters;
    assert.ok(letter);
    assert.equal(letter.kind, 'wi_spouse_notice');
    assert.equal(letter.status, 'MailRequired');
    assert.match(letter.content, /has extended credit of up to \$8,400\.00 to your spouse/);
    assert.doesNotMatch(letter.recipient_sealed, /Grace|Madison/);
    assert.deepEqual(openAddressee(lending.context.sealer, letter), {
      name: 'Grace Sample',
      lines: ['12 Hillside Avenue', 'Madison, WI 53703'],
    });
  });

  it('is evidence when it has been mailed, not before', async () => {
    const { consumer } = await atTerms();
    await consumer.sign({ married: 'yes', spouse_name: 'Grace Sample' });
    const evidence = () => consumer.consents('wi_spouse_notice');
    assert.deepEqual(await evidence(), []);
    const [letter] = await lettersTo(consumer);
    assert.ok(letter);
    const { id: key, sponsor_id: scope, created_at: now } = letter;
    await mailLetter(lending.context, { key, scope, now });
    await mailLetter(lending.context, { key, scope, now });
    const [event, ...others] = await evidence();
    assert.deepEqual(others, []);
    assert.equal(event?.text_id, 'wi_spouse_notice');
    assert.equal(event.document_sha256, JSON.stringify([sha256Hex(letter.content)]));
    const { text } = sampleTexts.current('wi_spouse_notice', 'en', easternDate(now));
    assert.equal(event.text_sha256, sha256Hex(text));
  });

  it('is not evidence twice where an earlier version wrote it when it was queued', async () => {
    const { consumer } = await atTerms();
    await consumer.sign({ married: 'yes', spouse_name: 'Grace Sample' });
    const application = await consumer.application();
    const [letter] = await lettersTo(consumer);
    assert.ok(letter);
    const { id: key, sponsor_id: scope, created_at: now } = letter;
    await lending.context.database.transaction((tx) =>
      recordConsent(tx, lending.context, {
        ...consentOf(application),
        consentType: 'wi_spouse_notice',
        action: 'attested',
        acceptedAt: now,
        collectedBy: 'hosted',
      }),
    );
    await mailLetter(lending.context, { key, scope, now });
    assert.equal((await consumer.consents('wi_spouse_notice')).length, 1);
  });

  it('goes to another address when the spouse lives elsewhere', async () => {
    const { consumer } = await atTerms();
    const spouse_address = '5 Lake Street, Milwaukee, WI 53202';
    await consumer.sign({ married: 'yes', spouse_name: 'Grace Sample', spouse_address });
    const [letter] = await lettersTo(consumer);
    assert.ok(letter);
    assert.deepEqual(openAddressee(lending.context.sealer, letter).lines, [spouse_address]);
  });

  it('goes to nobody for whoever is not married, or lives elsewhere', async () => {
    const { consumer } = await atTerms();
    assert.equal((await consumer.sign({ married: 'no' })).heading, en.accepted.title);
    assert.deepEqual(await lettersTo(consumer), []);
    const elsewhere = await atTerms({ state: 'OH' });
    await elsewhere.consumer.sign({ married: 'yes', spouse_name: 'Grace Sample' });
    assert.deepEqual(await lettersTo(elsewhere.consumer), []);
  });

  it('needs the answer, and the name of a spouse; what was typed stays', async () => {
    const { consumer } = await atTerms();
    const unanswered = await consumer.sign();
    assert.deepEqual(unanswered.errors, [en.spouse.missing]);
    assert.deepEqual(unanswered.invalid, { married: en.spouse.missing });
    const page = await consumer.sign({ married: 'yes', spouse_address: '5 Lake Street' });
    assert.deepEqual(page.errors, [en.spouse.missingName]);
    assert.match(page.html, /value="5 Lake Street"/);
    assert.equal((await consumer.application()).status, 'Approved: Offer Selected');
  });
});
