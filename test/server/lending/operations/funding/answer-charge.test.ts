import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { sandboxCallback, sandboxSponsors } from '../../../../../server/config/sandbox-settings.ts';
import { runConsumerAnswer } from '../../../../../server/lending/operations/funding/answer-on-behalf.ts';
import { keptContents } from '../../../../../server/lending/store/evidence-chains.ts';
import { consumerChargeOutcomeEvent } from '../../../../../server/lending-api/events.ts';
import { anAcceptedLoan } from '../../../../helpers/accepted-loan.ts';
import { hourMs } from '../../../../helpers/durations.ts';
import { startTestLending, type TestLending } from '../../../../helpers/lending.ts';
import { type FundingFlow, fundingFlow, startFunding } from '../../funding-flow.ts';

let lending: TestLending;
let flow: FundingFlow;
before(async () => {
  ({ lending, flow } = await startFunding());
});
after(() => lending.close());

describe('the consumer approves', () => {
  it('spends what was set aside, starts the charge and calls back [conformance:transition-charge-approved-1]', async () => {
    const loan = await anAcceptedLoan(lending);
    const id = await flow.charge(loan, { payment_identifier: 'order-17' });
    const answer = await flow.sandbox(`/payment-requests/${id}/approve`);
    assert.deepEqual(answer, { payment_request_status: 'Approved' });
    assert.deepEqual(await flow.balance(loan), { spent: 100_000, pending: 0 });
    assert.equal((await flow.transactionRow(id))?.status, 'Pending');
    const [callback, ...others] = await flow.callbacks(loan);
    assert.deepEqual(others, []);
    assert.partialDeepStrictEqual(consumerChargeOutcomeEvent.parse(callback), {
      payment_request_uuid: id,
      external_application_id: loan.external_application_id,
      outcome: 'approved',
      payment_request_status: 'Approved',
      transaction_status: 'Pending',
      consumer_charge_amount: '1000.00',
      net_to_merchant_amount: '940.00',
      approved_by: 'consumer',
      rejection_reason: null,
      payment_identifier: 'order-17',
    });
  });

  it('once: a second answer is refused, whatever it is', async () => {
    const loan = await anAcceptedLoan(lending);
    const id = await flow.approvedCharge(loan);
    await flow.sandbox(`/payment-requests/${id}/approve`, {}, 400);
    await flow.sandbox(`/payment-requests/${id}/reject`, {}, 400);
    assert.deepEqual(await flow.balance(loan), { spent: 100_000, pending: 0 });
    assert.equal((await flow.callbacks(loan)).length, 1);
  });

  it('once of many answers at the same time', async () => {
    const loan = await anAcceptedLoan(lending);
    const id = await flow.charge(loan);
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        lending.call(
          'POST',
          `/sandbox/v1/payment-requests/${id}/${index % 2 ? 'approve' : 'reject'}`,
        ),
      ),
    );
    assert.equal(answers.filter(({ status }) => status === 200).length, 1);
    assert.equal((await flow.callbacks(loan)).length, 1);
  });

  it('up to the last second of 48 hours', async () => {
    const {
      lending: own,
      flow: { charge, sandbox },
    } = await startFunding();
    try {
      const id = await charge(await anAcceptedLoan(own));
      own.tick(48 * hourMs - 1);
      await sandbox(`/payment-requests/${id}/approve`);
    } finally {
      await own.close();
    }
  });

  for (const [name, change] of [
    ['the account was suspended', { status: 'Suspended', account_status: 'Suspended' }],
    ['the portal account was locked', { portal_account_status: 'Locked' }],
    ['the purchase window is over', { purchase_window_ends_at: 1 }],
  ] as const) {
    it(`but the request is canceled and called back as rejected when ${name}`, async () => {
      const loan = await anAcceptedLoan(lending);
      const id = await flow.charge(loan);
      await flow.setLoan(loan, change);
      const answer = await flow.sandbox(`/payment-requests/${id}/approve`);
      assert.deepEqual(answer, { payment_request_status: 'Canceled' });
      assert.deepEqual(await flow.balance(loan), { spent: 0, pending: 0 });
      assert.equal(await flow.transactionRow(id), undefined);
      const [callback] = await flow.callbacks(loan);
      assert.partialDeepStrictEqual(consumerChargeOutcomeEvent.parse(callback), {
        outcome: 'rejected',
        payment_request_status: 'Canceled',
        transaction_status: null,
        approved_by: null,
        rejection_reason: 'loan_not_chargeable',
      });
    });
  }

  it('the whole limit, with nothing left beside it', async () => {
    const loan = await anAcceptedLoan(lending);
    const whole = {
      consumer_charge_amount: '10000.00',
      net_to_merchant_amount: '10000.00',
      net_platform_fee: '0.00',
      net_to_sponsor_amount: '0.00',
    };
    await flow.approvedCharge(loan, whole);
    assert.deepEqual(await flow.balance(loan), { spent: 1_000_000, pending: 0 });
  });
});

describe('the consumer rejects', () => {
  it('frees what was set aside and calls back', async () => {
    const loan = await anAcceptedLoan(lending);
    const id = await flow.charge(loan);
    const answer = await flow.sandbox(`/payment-requests/${id}/reject`);
    assert.deepEqual(answer, { payment_request_status: 'Rejected' });
    assert.deepEqual(await flow.balance(loan), { spent: 0, pending: 0 });
    const [callback] = await flow.callbacks(loan);
    assert.partialDeepStrictEqual(consumerChargeOutcomeEvent.parse(callback), {
      outcome: 'rejected',
      payment_request_status: 'Rejected',
      rejection_reason: 'consumer_rejected',
    });
  });

  it('but the request is canceled, without a callback, when the purchase window is over', async () => {
    const loan = await anAcceptedLoan(lending);
    const id = await flow.charge(loan);
    await flow.setLoan(loan, { purchase_window_ends_at: 1 });
    const answer = await flow.sandbox(`/payment-requests/${id}/reject`);
    assert.deepEqual(answer, { payment_request_status: 'Canceled' });
    assert.deepEqual(await flow.balance(loan), { spent: 0, pending: 0 });
    assert.deepEqual(await flow.callbacks(loan), []);
  });
});

describe('nobody answers', () => {
  it('and the request expires after 48 hours, without a callback [conformance:transition-charge-expired]', async () => {
    const loan = await anAcceptedLoan(lending);
    const id = await flow.charge(loan);
    await flow.advanceHours(48);
    const { status, status_at, expires_at } = await flow.chargeRow(id);
    assert.deepEqual({ status, status_at }, { status: 'Expired', status_at: expires_at });
    assert.deepEqual(await flow.balance(loan), { spent: 0, pending: 0 });
    assert.deepEqual(await flow.callbacks(loan), []);
  });

  it('and the request is canceled when the purchase window ends before', async () => {
    const window = lending.context.clock.now('sponsor@example.test') + 3_600_000;
    const loan = await anAcceptedLoan(lending, { purchase_window_ends_at: window });
    const id = await flow.charge(loan);
    await flow.advanceHours(1);
    assert.equal((await flow.chargeRow(id)).status, 'Canceled');
    assert.deepEqual(await flow.balance(loan), { spent: 0, pending: 0 });
  });

  it('and an answer at 48:00:00 finds it expired, though its timer has not run', async () => {
    const {
      lending: own,
      flow: { charge, sandbox, chargeRow, callbacks },
    } = await startFunding();
    try {
      const loan = await anAcceptedLoan(own);
      const id = await charge(loan);
      await own.stop();
      own.tick(48 * hourMs);
      const answer = await sandbox(`/payment-requests/${id}/approve`);
      assert.deepEqual(answer, { payment_request_status: 'Expired' });
      assert.equal((await chargeRow(id)).status, 'Expired');
      assert.deepEqual(await callbacks(loan), []);
    } finally {
      await own.close();
    }
  });
});

describe('a magic payment identifier answers for the consumer', () => {
  for (const [identifier, status] of [
    ['sbx:consumer_approve', 'Approved'],
    ['sbx:consumer_reject#order-17', 'Rejected'],
  ] as const) {
    it(`${identifier}: ${status}`, async () => {
      const loan = await anAcceptedLoan(lending);
      const id = await flow.charge(loan, { payment_identifier: identifier });
      await flow.advanceHours(0);
      assert.equal((await flow.chargeRow(id)).status, status);
    });
  }

  it('is not tried again and again when somebody has answered before', async () => {
    const loan = await anAcceptedLoan(lending);
    const id = await flow.charge(loan);
    await flow.sandbox(`/payment-requests/${id}/reject`);
    const work = { key: id, scope: loan.sponsor_id, payload: { answer: 'approve' } };
    assert.equal(await runConsumerAnswer(lending.context, work), 'done');
    assert.equal((await flow.chargeRow(id)).status, 'Rejected');
  });
});

describe('the sponsor approves for the consumer', () => {
  const path = (id: string) => `/api/v1/sponsor/merchants/payment-request/${id}/approve/`;

  it('where its flag is off: 403, and the request waits on [conformance:post-merchants-payment-request-payment-request-uuid-approve]', async () => {
    const loan = await anAcceptedLoan(lending);
    const id = await flow.charge(loan);
    await flow.call('POST', path(id), {}, 403);
    assert.equal((await flow.chargeRow(id)).status, 'Pending');
  });

  describe('where its flag is on', () => {
    let enabled: TestLending;
    let own: FundingFlow;
    before(async () => {
      const sponsors = sandboxSponsors(sandboxCallback).map((sponsor) => ({
        id: sponsor.username,
        name: sponsor.name,
        passwordSha256: sponsor.password_sha256,
        features: { allow_soft_pull_process: true, allow_approve_on_behalf: true },
        callback: sponsor.callback,
      }));
      enabled = await startTestLending({ sponsors });
      own = fundingFlow(enabled);
    });
    after(() => enabled.close());

    it('approves, keeps the evidence and calls back [conformance:transition-charge-approved-2]', async () => {
      const loan = await anAcceptedLoan(enabled);
      const id = await own.charge(loan);
      const answer = await own.call('POST', path(id), {
        request_user_id: 'hillside-manager',
        authorization_method: 'signed_contract',
        authorization_reference: 'contract 17',
      });
      assert.partialDeepStrictEqual(answer, {
        payment_request_uuid: id,
        payment_request_status: 'Approved',
      });
      assert.partialDeepStrictEqual(await own.chargeRow(id), {
        approved_by: 'sponsor',
        approved_by_user: 'hillside-manager',
        authorization_method: 'signed_contract',
        authorization_reference: 'contract 17',
      });
      const [callback] = await own.callbacks(loan);
      assert.equal(callback?.approved_by, 'sponsor');
      const evidence = await enabled.context.database.query
        .selectFrom('consent_events')
        .select(['consent_type', 'document_sha256'])
        .where('application_id', '=', loan.id)
        .orderBy('position', 'desc')
        .executeTakeFirst();
      assert.equal(evidence?.consent_type, 'on_behalf_authorization');
      const [record, ...others] = await keptContents(
        enabled.context.database.query,
        enabled.context.sealer,
        loan.id,
      );
      assert.deepEqual(others, []);
      assert.equal(evidence?.document_sha256, JSON.stringify([record?.sha256]));
      assert.partialDeepStrictEqual(JSON.parse(record?.content ?? ''), {
        payment_request_uuid: id,
        consumer_charge_amount: '1000.00',
        approved_by_user: 'hillside-manager',
        authorization_method: 'signed_contract',
        authorization_reference: 'contract 17',
      });
    });

    it('refuses an unknown request, a user who may not, and a request that has ended', async () => {
      const loan = await anAcceptedLoan(enabled);
      const id = await own.charge(loan);
      await own.call('POST', path('3f0c2a58-7f7e-4d2a-9a3e-0b6f2f1f9d10'), {}, 404);
      await own.call('POST', path(id), { request_user_id: 'hillside-rep-2' }, 403);
      await own.call('POST', path(id), { authorization_method: 'a nod' }, 400);
      await own.sandbox(`/payment-requests/${id}/reject`);
      await own.call('POST', path(id), {}, 400);
    });

    it('refuses when a prerequisite is gone, and the request stays canceled', async () => {
      const loan = await anAcceptedLoan(enabled);
      const id = await own.charge(loan);
      await own.setLoan(loan, { portal_account_status: 'Locked' });
      const { detail } = await own.call('POST', path(id), {}, 400);
      assert.match(String(detail), /was canceled/);
      assert.equal((await own.chargeRow(id)).status, 'Canceled');
      assert.deepEqual(await own.balance(loan), { spent: 0, pending: 0 });
      const [callback] = await own.callbacks(loan);
      assert.equal(callback?.rejection_reason, 'loan_not_chargeable');
    });

    it('refuses once 48 hours are over, though no timer has run, and the request stays expired', async () => {
      const loan = await anAcceptedLoan(enabled);
      const id = await own.charge(loan);
      await enabled.context.database.query
        .updateTable('charge_requests')
        .set({ expires_at: 1 })
        .where('id', '=', id)
        .execute();
      const { detail } = await own.call('POST', path(id), {}, 400);
      assert.match(String(detail), /has expired/);
      assert.equal((await own.chargeRow(id)).status, 'Expired');
      assert.deepEqual(await own.balance(loan), { spent: 0, pending: 0 });
      assert.deepEqual(await own.callbacks(loan), []);
    });

    it('refuses after 48 hours and leaves the request expired', async () => {
      const loan = await anAcceptedLoan(enabled);
      const id = await own.charge(loan);
      await own.advanceHours(48);
      await own.call('POST', path(id), {}, 400);
      assert.equal((await own.chargeRow(id)).status, 'Expired');
    });
  });
});
