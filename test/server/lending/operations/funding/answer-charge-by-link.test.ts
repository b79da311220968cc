import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { MessageKind } from '../../../../../server/lending/domain/messages/message-kinds.ts';
import {
  answerChargeByLink,
  identifyForCharge,
  statementOf,
} from '../../../../../server/lending/operations/funding/answer-charge.ts';
import { openHostedLink } from '../../../../../server/lending/operations/identity/hosted-link.ts';
import { keptContents } from '../../../../../server/lending/store/evidence-chains.ts';
import type { ApplicationRow } from '../../../../../server/lending/store/schema/applications.ts';
import { sha256Hex } from '../../../../../server/platform/crypto/digest.ts';
import { anAcceptedLoan } from '../../../../helpers/accepted-loan.ts';
import type { TestLending } from '../../../../helpers/lending.ts';
import { storedRows } from '../../../../helpers/stored-rows.ts';
import { wrongDigits } from '../../../../helpers/wrong-answers.ts';
import { type FundingFlow, startFunding } from '../../funding-flow.ts';

const visitor = { ipAddress: '203.0.113.7', userAgent: 'Test', origin: 'https://lender.example' };

let lending: TestLending;
let flow: FundingFlow;
before(async () => {
  ({ lending, flow } = await startFunding());
});
after(() => lending.close());

/** A charge that waits on a consumer of SSN 900-10-0001, with the token of the link it was sent. */
async function setup(change: Partial<ApplicationRow> = {}) {
  const loan = await anAcceptedLoan(lending, change);
  const id = await flow.charge(loan);
  const right = { ssnLast4: '0001', loanNumber: loan.consumer_application_human_readable_id };
  /** The question, and the answer once it is passed. */
  const answer = async (
    token: string,
    claim: Partial<typeof right> = {},
    choice: 'approve' | 'reject' = 'approve',
  ) => {
    const identity = await identifyForCharge(lending.context, token, { ...right, ...claim });
    if (identity.kind !== 'passed') return identity;
    const identityProvedAt = lending.context.clock.now(loan.sponsor_id);
    return answerChargeByLink(lending.context, token, {
      answer: choice,
      shown: await shownBy(token),
      visitor,
      identityProvedAt,
    });
  };
  return { loan, id, answer, token: await lastToken(loan) };
}

const wrong = () => ({ ssnLast4: wrongDigits() });

/** Digest of what the page of a link says. */
async function shownBy(token: string): Promise<string> {
  const hosted = await openHostedLink(lending.context.database.query, 'charge', token);
  assert.ok(hosted?.charge);
  const { application: loan, charge, merchant } = hosted;
  return sha256Hex(await statementOf(lending.context, { charge, loan, merchant }));
}

async function messagesOf(loan: ApplicationRow, kind: MessageKind) {
  return storedRows(lending.context)
    .selectFrom('messages')
    .select(['id', 'sponsor_id', 'links', 'recipient', 'text'])
    .where('application_id', '=', loan.id)
    .where('kind', '=', kind)
    .execute();
}

const tokenOf = (links: string) => (JSON.parse(links) as string[])[0]?.split('/').at(-1) ?? '';

async function lastToken(loan: ApplicationRow): Promise<string> {
  const [message] = await messagesOf(loan, 'charge_request');
  return tokenOf(message?.links ?? '[]');
}

describe('answerChargeByLink()', () => {
  for (const [choice, kind, consent] of [
    ['approve', 'approved', 'charge_approval'],
    ['reject', 'rejected', 'charge_rejection'],
  ] as const) {
    it(`takes “${choice}” with the last four digits and the loan number, and keeps the evidence`, async () => {
      const { answer, token, loan, id } = await setup();
      assert.deepEqual(await answer(token, {}, choice), { kind });
      const evidence = await storedRows(lending.context)
        .selectFrom('consent_events')
        .selectAll()
        .where('application_id', '=', loan.id)
        .where('consent_type', '=', consent)
        .executeTakeFirst();
      assert.partialDeepStrictEqual(evidence, {
        ip_address: visitor.ipAddress,
        user_agent: visitor.userAgent,
        origin: visitor.origin,
        collected_by: 'hosted',
        text_id: 'charge_approval',
      });
      const kept = await keptContents(
        lending.context.database.query,
        lending.context.sealer,
        loan.id,
      );
      const facts = kept.find(({ type }) => type === `${consent}_facts`);
      const page = kept.find(({ type }) => type === `${consent}_page`);
      assert.equal(evidence?.document_sha256, JSON.stringify([facts?.sha256, page?.sha256]));
      assert.partialDeepStrictEqual(JSON.parse(facts?.content ?? ''), {
        payment_request_uuid: id,
        consumer_charge_amount: '1000.00',
        available_spend_after: '9000.00',
      });
      const [callback] = await flow.callbacks(loan);
      assert.equal(callback?.outcome, kind);
      assert.deepEqual(await answer(token, {}, choice), { kind: 'closed' });
    });
  }

  for (const [name, claim] of [
    ['the digits', { ssnLast4: '0002' }],
    ['the loan number', { loanNumber: '7342055188' }],
    ['both', { ssnLast4: '', loanNumber: '' }],
  ] as const) {
    it(`says nothing of which is wrong: ${name}`, async () => {
      const { answer, token, id } = await setup();
      assert.deepEqual(await answer(token, claim), { kind: 'wrong', triesLeft: 4 });
      assert.deepEqual(await answer(token, claim, 'reject'), { kind: 'wrong', triesLeft: 4 });
      assert.deepEqual(await answer(token, wrong()), { kind: 'wrong', triesLeft: 3 });
      assert.equal((await flow.chargeRow(id)).status, 'Pending');
    });
  }

  it('takes the right answer on the fifth try', async () => {
    const { answer, token } = await setup();
    for (let tries = 0; tries < 4; tries += 1) await answer(token, wrong());
    assert.deepEqual(await answer(token), { kind: 'approved' });
  });

  it('locks a link after five wrong tries and mails a new one, each time', async () => {
    const { answer, token, loan, id } = await setup();
    for (let tries = 0; tries < 5; tries += 1) await answer(token, wrong());
    assert.deepEqual(await answer(token), { kind: 'closed' });
    const [first] = await messagesOf(loan, 'mailed_link');
    assert.equal(first?.recipient, loan.email);
    const mailed = tokenOf(first?.links ?? '[]');
    assert.notEqual(mailed, token);
    // The next day, since ten wrong tries of one day lock the loan itself.
    await flow.advanceHours(24);
    for (let tries = 0; tries < 5; tries += 1) await answer(mailed, wrong());
    assert.deepEqual(await answer(mailed), { kind: 'closed' });
    const tokens = (await messagesOf(loan, 'mailed_link')).map(({ links }) => tokenOf(links));
    assert.equal(new Set(tokens).size, 2);
    assert.equal((await flow.chargeRow(id)).status, 'Pending');
  });

  it('is answered by the new link', async () => {
    const { answer, token, loan } = await setup();
    for (let tries = 0; tries < 5; tries += 1) await answer(token, wrong());
    const [message] = await messagesOf(loan, 'mailed_link');
    assert.deepEqual(await answer(tokenOf(message?.links ?? '[]')), { kind: 'approved' });
  });

  it('looks at no more than five of many guesses at the same time', async () => {
    const { answer, token, id } = await setup();
    const guesses = Array.from({ length: 200 }, (_, index) =>
      answer(token, { ssnLast4: String(5_000 + index) }),
    );
    const answers = await Promise.all(guesses);
    assert.equal(answers.filter(({ kind }) => kind === 'wrong').length, 4);
    assert.equal(answers.filter(({ kind }) => kind === 'closed').length, 196);
    const link = await lending.context.database.query
      .selectFrom('links')
      .select('failed_tries')
      .where('subject_id', '=', id)
      .orderBy('generation')
      .executeTakeFirst();
    assert.equal(link?.failed_tries, 5);
  });

  it('locks the loan for the day after ten wrong tries over its links', async () => {
    const { answer, token, loan } = await setup();
    for (let tries = 0; tries < 5; tries += 1) await answer(token, wrong());
    const [message] = await messagesOf(loan, 'mailed_link');
    for (let tries = 0; tries < 5; tries += 1) {
      await answer(tokenOf(message?.links ?? '[]'), wrong());
    }
    const other = await flow.charge(loan);
    const requests = await messagesOf(loan, 'charge_request');
    const tokens = new Set(requests.map(({ links }) => tokenOf(links)));
    tokens.delete(token);
    const [fresh = ''] = tokens;
    assert.deepEqual(await answer(fresh), { kind: 'closed' });
    await flow.advanceHours(24);
    assert.deepEqual(await answer(fresh), { kind: 'approved' });
    assert.equal((await flow.chargeRow(other)).status, 'Approved');
  });

  it('knows no token that never was, and closes with the request', async () => {
    const { answer, token, id } = await setup();
    assert.deepEqual(await answer('A'.repeat(43)), { kind: 'closed' });
    await flow.advanceHours(48);
    assert.deepEqual(await answer(token), { kind: 'closed' });
    assert.equal((await flow.chargeRow(id)).status, 'Expired');
  });
});
