import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { verifyEvidence } from '../../../../server/lending/operations/verify-evidence.ts';
import { en } from '../../../../server/lending/pages/strings/en.ts';
import { sampleTexts } from '../../../../server/lending-api/texts/sample-texts.ts';
import { sha256Hex } from '../../../../server/platform/crypto/digest.ts';
import { dayMs } from '../../../helpers/durations.ts';
import { startTestLending, type TestLending } from '../../../helpers/lending.ts';
import { addressOf, storedRows } from '../../../helpers/stored-rows.ts';
import { Consumer } from './consumer.ts';

const consent = sampleTexts.current('hard_pull_consent', 'en', '2026-03-02');

describe('terms whose acceptance brings a hard inquiry', () => {
  let lending: TestLending;
  before(async () => {
    const loanTerms = { hardInquiryOnAccept: true, finalChargeClosesWindow: true };
    lending = await startTestLending({ loanTerms });
  });
  after(() => lending.close());

  it('say so in the offer, on the page and in its documents', async () => {
    const consumer = await Consumer.choosing(lending);
    assert.ok(consumer.offers.every((offer) => offer.hard_inquiry_on_accept));
    const page = await consumer.identify();
    assert.ok(page.text.includes(consent.text));
    assert.doesNotMatch(page.html, /checked/);
    await consumer.sign({ hard_pull: 'yes' });
    const types = (await consumer.documents()).map(({ type }) => type);
    assert.ok(types.includes('hard_inquiry_line'));
    assert.ok(!types.includes('no_hard_inquiry_line'));
  });

  it('are not accepted without a consent of its own', async () => {
    const consumer = await Consumer.choosing(lending);
    await consumer.identify();
    const page = await consumer.sign();
    assert.deepEqual(page.errors, [en.terms.missingHardPull]);
    assert.equal((await consumer.application()).status, 'Approved: Offer Selected');
    assert.deepEqual(await consumer.consents('hard_pull'), []);
  });

  it('keep the boxes as they were ticked when something else is missing', async () => {
    const consumer = await Consumer.choosing(lending);
    await consumer.identify();
    const nameless = await consumer.sign({ hard_pull: 'yes', typed_name: '' });
    assert.deepEqual(nameless.errors, [en.terms.missingName]);
    assert.deepEqual(nameless.ticked, ['hard_pull', 'agree']);
    assert.deepEqual((await consumer.sign()).ticked, ['agree']);
    assert.deepEqual((await consumer.browser.open(consumer.link)).ticked, []);
  });

  it('keep no tick for documents that have changed since', async () => {
    const consumer = await Consumer.choosing(lending);
    const { hidden } = await consumer.identify();
    lending.tick(dayMs);
    await consumer.identify();
    for (const typed_name of ['', 'Ada Sample']) {
      const form = { ...hidden, typed_name, agree: 'yes', hard_pull: 'yes' };
      const page = await consumer.browser.post(`${consumer.link}/accept`, form);
      assert.equal(page.values.typed_name, typed_name);
      assert.deepEqual(page.ticked, []);
    }
  });

  it('have the authorization among the paper copies', async () => {
    const consumer = await Consumer.choosing(lending);
    await consumer.identify();
    await consumer.sign({ hard_pull: 'yes' });
    const [message] = await consumer.messages('loan_documents');
    const [link = ''] = (JSON.parse(message?.links ?? '[]') as string[]).slice(-1);
    await consumer.browser.post(`${link}/paper`, {});
    const { id } = await consumer.application();
    const [letter] = await storedRows(lending.context)
      .selectFrom('letters')
      .selectAll()
      .where('application_id', '=', id)
      .execute();
    assert.ok(letter?.content.includes(consent.text));
  });

  it('leave evidence of that consent, before the signature', async () => {
    const consumer = await Consumer.choosing(lending);
    await consumer.identify();
    await consumer.sign({ hard_pull: 'yes' });
    const [hardPull] = await consumer.consents('hard_pull');
    const [signature] = await consumer.consents('loan_terms_signature');
    assert.equal(signature?.prev_hash, hardPull?.row_hash);
    assert.partialDeepStrictEqual(hardPull, {
      action: 'checked',
      text_id: 'hard_pull_consent',
      text_version: consent.version,
      text_sha256: sha256Hex(consent.text),
      collected_by: 'hosted',
    });
    assert.equal(addressOf(lending.context, hardPull), '127.0.0.1');
  });

  it('are found out when that evidence is gone', async () => {
    const consumer = await Consumer.choosing(lending);
    await consumer.identify();
    await consumer.sign({ hard_pull: 'yes' });
    const { query } = lending.context.database;
    const [hardPull] = await consumer.consents('hard_pull');
    await query
      .deleteFrom('consent_events')
      .where('id', '=', hardPull?.id ?? '')
      .execute();
    assert.notEqual((await verifyEvidence(query, lending.context.sealer)).broken, null);
    await query
      .insertInto('consent_events')
      .values(hardPull ?? [])
      .execute();
    assert.equal((await verifyEvidence(query, lending.context.sealer)).broken, null);
  });

  it('stay as the offer promised when the lender’s programme changes', async () => {
    const consumer = await Consumer.choosing(lending);
    lending.context.config.loanTerms.hardInquiryOnAccept = false;
    try {
      const page = await consumer.identify();
      assert.ok(page.text.includes(consent.text));
    } finally {
      lending.context.config.loanTerms.hardInquiryOnAccept = true;
    }
  });
});

describe('terms whose acceptance brings none', () => {
  it('ask for no consent to one and leave no evidence of it', async (t) => {
    const lending = await startTestLending();
    t.after(() => lending.close());
    const consumer = await Consumer.choosing(lending);
    assert.ok(consumer.offers.every((offer) => !offer.hard_inquiry_on_accept));
    const page = await consumer.identify();
    assert.ok(!page.text.includes(consent.text));
    await consumer.sign();
    assert.equal((await consumer.application()).status, 'Approved: Accepted');
    assert.deepEqual(await consumer.consents('hard_pull'), []);
  });
});
