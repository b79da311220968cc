import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import {
  aCharge,
  aFreeCharge,
  anAcceptedLoan,
  chargePath,
} from '../../../helpers/accepted-loan.ts';
import { answered } from '../../../helpers/answered.ts';
import { startTestLending, type TestLending } from '../../../helpers/lending.ts';
import { accountCalls, changeUser } from './account-calls.ts';
import { askForCharge, balanceOf, chargesOf } from './charge-request-calls.ts';

let lending: TestLending;
before(async () => {
  lending = await startTestLending();
});
after(() => lending.close());

describe('POST payment-request with an Idempotency-Key', () => {
  it('answers the first request again and refuses another body', async () => {
    const loan = await anAcceptedLoan(lending);
    const headers = { 'idempotency-key': `key-${loan.id}` };
    const first = await answered(await askForCharge(lending, aCharge(loan), headers), 201);
    assert.deepEqual(
      await answered(await askForCharge(lending, aCharge(loan), headers), 201),
      first,
    );
    const other = aCharge(loan, { description: 'another' });
    await answered(await askForCharge(lending, other, headers), 400);
    assert.equal((await chargesOf(lending, loan)).length, 1);
  });

  it('refuses a key that is empty or too long, and charges nothing', async () => {
    const loan = await anAcceptedLoan(lending);
    for (const key of ['', ' ', 'k'.repeat(256)]) {
      const headers = { 'idempotency-key': key };
      const { errors } = await answered(await askForCharge(lending, aCharge(loan), headers), 400);
      assert.deepEqual(Object.keys(errors as object), ['idempotency-key']);
    }
    assert.deepEqual(await chargesOf(lending, loan), []);
  });

  it('answers it again when the consumer can no longer be reached', async () => {
    const email = 'comes.back@example.test';
    const loan = await anAcceptedLoan(lending, { email }, { smsConsent: false });
    const headers = { 'idempotency-key': `key-${loan.id}` };
    const first = await answered(await askForCharge(lending, aCharge(loan), headers), 201);
    await lending.context.database.query
      .updateTable('messages')
      .set({ status: 'Bounced' })
      .where('recipient', '=', email)
      .execute();
    assert.deepEqual(
      await answered(await askForCharge(lending, aCharge(loan), headers), 201),
      first,
    );
    await answered(await askForCharge(lending, aCharge(loan)), 424);
  });

  it('answers it again when its user may not charge any more, but makes no other', async () => {
    const { addUser } = accountCalls(lending);
    await addUser('leaving-admin', 'Admin');
    const loan = await anAcceptedLoan(lending);
    const headers = { 'idempotency-key': `key-${loan.id}` };
    const body = aCharge(loan, { request_user_id: 'leaving-admin' });
    const first = await answered(await askForCharge(lending, body, headers), 201);
    await changeUser(lending, 'leaving-admin', { is_active: false });
    assert.deepEqual(await answered(await askForCharge(lending, body, headers), 201), first);
    const other = { ...body, description: 'another' };
    await answered(await askForCharge(lending, other, headers), 400);
    await answered(await askForCharge(lending, body, { 'idempotency-key': 'another' }), 403);
    // The key is its sponsor's.
    const as = 'sponsor-two@example.test';
    await answered(await lending.call('POST', chargePath, { body, headers, as }), 400);
    assert.equal((await chargesOf(lending, loan)).length, 1);
  });

  it('does not keep a refusal', async () => {
    const loan = await anAcceptedLoan(lending, { portal_account_status: 'Invited' });
    const headers = { 'idempotency-key': `key-${loan.id}` };
    await answered(await askForCharge(lending, aCharge(loan), headers), 400);
    await lending.context.database.query
      .updateTable('applications')
      .set({ portal_account_status: 'Active' })
      .where('id', '=', loan.id)
      .execute();
    await answered(await askForCharge(lending, aCharge(loan), headers), 201);
  });

  it('makes one request of many sent at the same time', async () => {
    const loan = await anAcceptedLoan(lending);
    const headers = { 'idempotency-key': `key-${loan.id}` };
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => askForCharge(lending, aCharge(loan), headers)),
    );
    const bodies = await Promise.all(answers.map((response) => answered(response, 201)));
    for (const body of bodies) assert.deepEqual(body, bodies[0]);
    assert.equal((await chargesOf(lending, loan)).length, 1);
  });
});

describe('POST payment-request at the same time', () => {
  it('never sets aside more than is left: of two that together exceed it, one wins', async () => {
    for (let round = 0; round < 20; round += 1) {
      const loan = await anAcceptedLoan(lending);
      const answers = await Promise.all([
        askForCharge(lending, aFreeCharge(loan, '6000.00')),
        askForCharge(lending, aFreeCharge(loan, '6000.00')),
      ]);
      assert.deepEqual(answers.map(({ status }) => status).toSorted(), [201, 400]);
      assert.deepEqual(await balanceOf(lending, loan), { spent: 0, pending: 600_000 });
    }
  });

  it('fills the limit to the cent', async () => {
    const loan = await anAcceptedLoan(lending);
    const amounts = ['2500.00', '2500.00', '2500.00', '2500.00', '0.01', '0.01'];
    const answers = await Promise.all(
      amounts.map((amount) => askForCharge(lending, aFreeCharge(loan, amount))),
    );
    const { pending } = await balanceOf(lending, loan);
    const made = answers.filter(({ status }) => status === 201).length;
    assert.ok(pending <= 1_000_000);
    assert.equal((await chargesOf(lending, loan)).length, made);
  });
});
