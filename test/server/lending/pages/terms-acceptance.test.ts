import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { timestamp } from '../../../../server/lending/domain/formats.ts';
import { verifyEvidence } from '../../../../server/lending/operations/verify-evidence.ts';
import { en } from '../../../../server/lending/pages/strings/en.ts';
import { consentHash } from '../../../../server/lending/store/consent-events.ts';
import { isDigestOf } from '../../../../server/lending/store/documents.ts';
import { keptContents } from '../../../../server/lending/store/evidence-chains.ts';
import { sha256Hex } from '../../../../server/platform/crypto/digest.ts';
import { dayMs, minuteMs } from '../../../helpers/durations.ts';
import { startTestLending, type TestLending } from '../../../helpers/lending.ts';
import { addressOf } from '../../../helpers/stored-rows.ts';
import { fundingFlow } from '../funding-flow.ts';
import { Consumer } from './consumer.ts';

describe('accepting the terms', () => {
  let lending: TestLending;
  before(async () => {
    lending = await startTestLending();
  });
  after(() => lending.close());

  /** How the signer was known, as it is kept. */
  async function signerFactsOf(consumer: Consumer) {
    const { id } = await consumer.application();
    const { query } = lending.context.database;
    const kept = await keptContents(query, lending.context.sealer, id);
    const record = kept.find(({ type }) => type === 'loan_terms_signature_facts');
    return { facts: JSON.parse(record?.content ?? '{}'), sha256: record?.sha256 };
  }

  it('opens the account when it is signed [conformance:state-application-approved-accepted]', async () => {
    const consumer = await Consumer.choosing(lending);
    const page = await consumer.accept();
    assert.equal(page.heading, en.accepted.title);
    assert.match(page.html, /href="https:\/\/shop\.example\/checkout#resume"/);
    const loan = await consumer.application();
    assert.equal(loan.status, 'Approved: Accepted');
    assert.equal(loan.account_status, 'Active');
    assert.equal(loan.credit_limit_cents, 840_000);
    assert.equal(loan.accepted_at, lending.context.clock.now(loan.sponsor_id));
    assert.equal(
      new Date(loan.purchase_window_ends_at ?? 0).toISOString(),
      '2026-07-31T04:00:00.000Z',
    );
    const statuses = await lending.context.database.query
      .selectFrom('offers')
      .select('status')
      .where('application_id', '=', loan.id)
      .execute();
    assert.deepEqual(
      new Set(statuses.map(({ status }) => status)),
      new Set(['Accepted', 'Superseded']),
    );
  });

  it('goes on with a name that was stored before it would be refused', async () => {
    const flow = fundingFlow(lending);
    const consumer = await Consumer.choosing(lending);
    const name = { first_name: 'Ada https://ada.example', last_name: 'S\u202Eample' };
    await flow.setLoan(await consumer.application(), name);
    await consumer.choose(consumer.offers[1]?.offer_uuid ?? '');
    assert.equal((await consumer.accept()).heading, en.accepted.title);
    const { loan_id } = await consumer.application();
    const path = '/api/v1/sponsor/merchants/loan-applications/hillside-rep-1/';
    const answer = await lending.call('GET', `${path}loan/${loan_id}/`);
    const { consumer_first_name } = (await answer.json()) as Record<string, unknown>;
    assert.equal(consumer_first_name, name.first_name);
  });

  it('shows what is left to spend, and speaks of charges while there can be one', async () => {
    const flow = fundingFlow(lending);
    const consumer = await Consumer.choosing(lending);
    const page = await consumer.accept();
    assert.ok(page.text.includes(`${en.account.available} $8,400.00`));
    assert.ok(page.text.includes(en.accepted.whatNextByEmail));
    assert.ok(page.text.includes(en.accepted.untilApproved));
    assert.ok(!page.text.includes(en.account.onBehalf));
    const loan = await consumer.application();
    await flow.setLoan(loan, { pending_charge_amount_cents: 840_000 });
    const asked = await consumer.browser.open(consumer.link);
    assert.ok(asked.text.includes(`${en.account.available} $0.00`));
    assert.ok(asked.text.includes(en.accepted.whatNextByEmail));
    await flow.setLoan(loan, { pending_charge_amount_cents: 0, amount_spent_cents: 840_000 });
    const spent = await consumer.browser.open(consumer.link);
    assert.equal(spent.heading, en.accepted.usedTitle);
    assert.ok(spent.text.includes(`${en.account.available} $0.00`));
    assert.ok(!spent.text.includes('8,400'));
    assert.ok(!spent.text.includes(en.accepted.whatNextByEmail));
    await flow.setLoan(loan, { amount_spent_cents: 0, purchase_window_ends_at: 0 });
    const over = await consumer.browser.open(consumer.link);
    assert.ok(over.text.includes(`${en.account.available} $0.00`));
    assert.ok(!over.text.includes(en.accepted.whatNextByEmail));
  });

  it('says of a loan that was canceled later that the loan was', async () => {
    const consumer = await Consumer.choosing(lending);
    await consumer.accept();
    const body = {
      request_user_id: 'hillside-admin',
      external_application_id: consumer.externalId,
    };
    await fundingFlow(lending).call('POST', '/api/v1/sponsor/consumers/accounts/cancel/', body);
    const page = await consumer.browser.open(consumer.link);
    assert.equal(page.heading, 'This loan was canceled');
    assert.ok(!page.text.includes('application'));
  });

  it('tells the sponsor once', async () => {
    const consumer = await Consumer.choosing(lending);
    await consumer.accept();
    const [callback, ...more] = await consumer.callbacks();
    assert.deepEqual(more, []);
    assert.equal(callback?.stage, 'loan_terms_accepted');
    assert.equal(callback?.decision, 'approved');
    assert.equal(callback?.application_status, 'Approved: Accepted');
    assert.equal(callback?.credit_limit, '8400.00');
    assert.equal(callback?.purchase_window_end_date, '2026-07-30');
    assert.equal(callback?.external_application_id, consumer.externalId);
  });

  it('keeps what was shown, and the evidence that it was signed', async () => {
    const consumer = await Consumer.choosing(lending);
    await consumer.identify();
    lending.tick(minuteMs);
    await consumer.sign();
    const documents = await consumer.documents();
    assert.deepEqual(
      documents.map(({ type }) => type),
      [
        'truth_in_lending',
        'loan_agreement',
        'holder_notice',
        'credit_score_disclosure_h4',
        'state_notice_oh',
        'no_hard_inquiry_line',
        'signature',
      ],
    );
    const { sealer } = lending.context;
    for (const { type, content, sha256 } of documents) {
      assert.ok(isDigestOf(sealer, sha256, content), type);
      // A score would be found by trying all of them.
      const isKeyed = type === 'credit_score_disclosure_h4';
      assert.equal(sha256 !== sha256Hex(content), isKeyed, type);
    }
    const [signature] = await consumer.consents('loan_terms_signature');
    assert.ok(signature);
    const { facts, sha256: ofFacts } = await signerFactsOf(consumer);
    assert.equal(signature.action, 'typed_name');
    assert.equal(signature.collected_by, 'hosted');
    assert.equal(signature.text_id, 'loan_terms_signature');
    assert.equal(addressOf(lending.context, signature), '127.0.0.1');
    assert.deepEqual(JSON.parse(signature.document_sha256), [
      ...documents.map(({ sha256 }) => sha256),
      ofFacts,
    ]);
    assert.deepEqual(facts, {
      identity_proved_by: 'ssn_last4',
      identity_proved_at: timestamp(signature.accepted_at - minuteMs),
      link_token_sha256: sha256Hex(consumer.link.split('/').at(-1) ?? ''),
    });
    const { row_hash, ...row } = signature;
    assert.equal(consentHash(row), row_hash);
  });

  it('has in its evidence when the digits were answered, whatever page was opened since', async () => {
    const consumer = await Consumer.choosing(lending);
    await consumer.identify();
    lending.tick(20 * minuteMs);
    await consumer.browser.open(consumer.link);
    lending.tick(20 * minuteMs);
    assert.equal((await consumer.sign()).heading, en.accepted.title);
    const [signature] = await consumer.consents('loan_terms_signature');
    const { facts } = await signerFactsOf(consumer);
    const provedAt = (signature?.accepted_at ?? 0) - 40 * minuteMs;
    assert.equal(facts.identity_proved_at, timestamp(provedAt));
  });

  it('keeps that a one-time code was given too', async () => {
    const consumer = await Consumer.choosing(lending, { ssn: '900-10-0005' });
    await consumer.identify();
    await consumer.browser.post(`${consumer.link}/code`, { code: '123456' });
    await consumer.sign();
    const { facts } = await signerFactsOf(consumer);
    assert.equal(facts.identity_proved_by, 'ssn_last4, one_time_code');
  });

  it('tells of no one-time code where one was sent, and the check ended without it', async () => {
    const consumer = await Consumer.choosing(lending, { ssn: '900-10-0005' });
    assert.equal((await consumer.identify()).heading, en.stepUp.title);
    assert.equal((await consumer.messages('one_time_code')).length, 1);
    const { sandbox } = fundingFlow(lending);
    await sandbox(`/applications/${consumer.externalId}/verify`, { result: 'passed' });
    assert.equal((await consumer.sign()).heading, en.accepted.title);
    const { facts } = await signerFactsOf(consumer);
    assert.equal(facts.identity_proved_by, 'ssn_last4');
  });

  it('has a change of how the signer was known found out', async (t) => {
    const own = await startTestLending();
    t.after(() => own.close());
    // Deliveries leave evidence of their own, in their own time.
    await own.stop();
    await (await Consumer.choosing(own)).accept();
    const { database, sealer } = own.context;
    const verify = () => verifyEvidence(database.query, sealer);
    assert.equal((await verify()).broken, null);
    const type = 'loan_terms_signature_facts';
    const changed = { content: '{}' };
    await database.query
      .updateTable('evidence_records')
      .set(changed)
      .where('type', '=', type)
      .execute();
    assert.match((await verify()).broken?.what ?? '', new RegExp(`the ${type} .* was changed`));
  });

  it('sends the consumer a copy that carries no digit of the SSN [asvs:no-ssn-digit]', async () => {
    const consumer = await Consumer.choosing(lending, { ssn: '900-10-0009' });
    await consumer.accept();
    const [message, ...more] = await consumer.messages('loan_documents');
    assert.deepEqual(more, []);
    assert.equal(message?.recipient, consumer.email);
    assert.match(message?.text ?? '', /Home improvement loan agreement/);
    assert.match(message?.text ?? '', /Signed electronically by Ada Sample/);
    assert.doesNotMatch(message?.text ?? '', /900-?10-?0009|<|&amp;/);
    const links = JSON.parse(message?.links ?? '[]') as string[];
    assert.deepEqual(
      links.map((link) => new URL(link).pathname.split('/')[1]),
      ['portal', 'preferences'],
    );
  });

  for (const [name, change, message] of [
    ['a name', { typed_name: ' ' }, en.terms.missingName],
    ['a name with a letter', { typed_name: '123' }, en.terms.missingName],
    ['the tick', { agree: '' }, en.terms.missingAgree],
  ] as const) {
    it(`is not signed without ${name}`, async () => {
      const consumer = await Consumer.choosing(lending);
      await consumer.identify();
      const page = await consumer.sign(change);
      assert.equal(page.status, 200);
      assert.deepEqual(page.errors, [message]);
      assert.equal((await consumer.application()).status, 'Approved: Offer Selected');
      assert.deepEqual(await consumer.documents(), []);
    });
  }

  it('keeps a typed name that it asks about again, as text', async () => {
    const consumer = await Consumer.choosing(lending);
    await consumer.identify();
    const page = await consumer.sign({ typed_name: '"><b>Ada</b>', agree: '' });
    assert.match(page.html, /value="&quot;&gt;&lt;b&gt;Ada&lt;\/b&gt;"/);
  });

  it('is not signed by a browser that did not answer the question', async () => {
    const consumer = await Consumer.choosing(lending);
    const page = await consumer.sign();
    assert.equal(page.heading, en.identity.title);
    assert.equal((await consumer.application()).status, 'Approved: Offer Selected');
  });

  it('is signed once, however often the form is sent', async () => {
    const consumer = await Consumer.choosing(lending);
    const shown = (await consumer.identify()).hidden;
    const form = { ...shown, typed_name: 'Ada Sample', agree: 'yes' };
    const pages = await Promise.all(
      Array.from({ length: 5 }, () => consumer.browser.post(`${consumer.link}/accept`, form)),
    );
    assert.ok(pages.every(({ heading }) => heading === en.accepted.title));
    assert.equal((await consumer.browser.open(consumer.link)).heading, en.accepted.title);
    assert.equal((await consumer.callbacks()).length, 1);
    assert.equal((await consumer.consents('loan_terms_signature')).length, 1);
    assert.equal((await consumer.messages('loan_documents')).length, 1);
  });

  it('shows its documents again when they have changed since they were read', async () => {
    const consumer = await Consumer.choosing(lending);
    const { hidden } = await consumer.identify();
    lending.tick(dayMs);
    await consumer.identify();
    const form = { ...hidden, typed_name: 'Ada Sample', agree: 'yes' };
    const page = await consumer.browser.post(`${consumer.link}/accept`, form);
    assert.equal(page.status, 200);
    assert.match(page.text, new RegExp(en.terms.changed));
    assert.equal((await consumer.application()).status, 'Approved: Offer Selected');
    assert.equal((await consumer.sign()).heading, en.accepted.title);
  });

  it('is refused where the merchant was closed since, with nothing half done', async (t) => {
    const own = await startTestLending();
    t.after(() => own.close());
    const { sandbox } = fundingFlow(own);
    const reader = await Consumer.choosing(own);
    const { hidden } = await reader.identify();
    const other = await Consumer.choosing(own, { ssn: '900-10-0005' });
    const waiting = await Consumer.choosing(own, { ssn: '900-10-0005' });
    assert.equal((await waiting.identify()).heading, en.stepUp.title);
    await sandbox('/merchants/hillside-hvac/offboard');
    const form = { ...hidden, typed_name: 'Ada Sample', agree: 'yes' };
    const page = await reader.browser.post(`${reader.link}/accept`, form);
    assert.equal(page.heading, en.state.merchantClosedTitle);
    assert.match(page.text, /Hillside Heating & Air no longer offers .* 1-800-555-0142/);
    await sandbox(`/applications/${reader.externalId}/accept-terms`, {}, 400);
    assert.equal((await reader.application()).status, 'Approved: Offer Selected');
    for (const left of [
      await reader.documents(),
      await reader.consents('loan_terms_signature'),
      await reader.messages('loan_documents'),
      await reader.callbacks(),
    ]) {
      assert.deepEqual(left, []);
    }
    assert.equal((await other.identify()).heading, en.state.merchantClosedTitle);
    assert.deepEqual(await other.messages('one_time_code'), []);
    const { browser, link } = waiting;
    const again = await browser.post(`${link}/code/again`, {});
    const failing = await browser.post(`${link}/code`, { code: '000000' });
    for (const { heading } of [again, failing]) {
      assert.equal(heading, en.state.merchantClosedTitle);
    }
    assert.equal((await waiting.messages('one_time_code')).length, 1);
    assert.equal((await waiting.application()).status, 'Pending: Verification');
    assert.deepEqual(await waiting.messages('adverse_action'), []);
  });

  it('cannot be signed after its offer has expired, whether or not a timer has run', async () => {
    const consumer = await Consumer.approved(lending);
    lending.tick(30 * dayMs - 60_000);
    await consumer.choose(consumer.offers[0]?.offer_uuid ?? '');
    const { hidden } = await consumer.identify();
    lending.tick(60_000);
    const form = { ...hidden, typed_name: 'Ada Sample', agree: 'yes' };
    const page = await consumer.browser.post(`${consumer.link}/accept`, form);
    assert.equal(page.heading, en.state.offerExpiredTitle);
    assert.notEqual((await consumer.application()).status, 'Approved: Accepted');
    assert.deepEqual(await consumer.callbacks(), []);
  });
});
