import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { otherKey, otherShop, shop } from '../../../helpers/bff.ts';
import { MerchantServer, problemOf } from '../../../helpers/merchant-server.ts';
import { codeOf } from '../../../helpers/shop-page.ts';
import { acceptedPage, startTestbed, type Testbed } from '../../../helpers/testbed.ts';

/** The call to the lender that approves a charge. */
const approveCall = /^POST .*\/payment-request\/[^/]+\/approve\//;

describe('POST /v1/merchant/checkouts/{id}/charges/{charge}/approve', () => {
  let testbed: Testbed;
  let server: MerchantServer;

  const start = async ({ mayApprove = true, isEntered = true } = {}) => {
    const merchants = [{ ...shop, may_approve: isEntered }, otherShop];
    testbed = await startTestbed({ isRunning: false, mayApprove, config: { merchants } });
    server = new MerchantServer(testbed.bff);
  };
  beforeEach(() => start());
  afterEach(() => testbed.close());

  const charged = async () => {
    const page = await acceptedPage(testbed);
    const { charge_id, payment_request_uuid } = await server.charge(page.checkoutId);
    return { of: { id: page.checkoutId, chargeId: charge_id }, uuid: payment_request_uuid };
  };
  const storedAuthorization = async ({ chargeId }: { chargeId: string }) => {
    const { authorization } = await testbed.bff.database.query
      .selectFrom('charges')
      .select('authorization')
      .where('id', '=', chargeId)
      .executeTakeFirstOrThrow();
    return JSON.parse(authorization ?? 'null');
  };
  /** What the lender approved the charge by. */
  const toldReference = async () => {
    const told = await testbed.lending.context.database.query
      .selectFrom('charge_requests')
      .select('authorization_reference')
      .executeTakeFirstOrThrow();
    return told.authorization_reference;
  };
  const approvalsSent = () => testbed.proxy.passed.filter((call) => approveCall.test(call)).length;

  it('approves a charge that waits, and keeps and sends how it was authorised', async () => {
    const { of, uuid } = await charged();
    const key = randomUUID();
    for (let time = 0; time < 2; time += 1) {
      assert.equal((await server.approve(of, key)).status, 'approved');
    }
    assert.equal(approvalsSent(), 1);
    const evidence = await testbed.lending.context.database.query
      .selectFrom('charge_requests')
      .select(['status', 'authorization_method', 'authorization_reference'])
      .where('id', '=', uuid ?? '')
      .executeTakeFirstOrThrow();
    assert.deepEqual(evidence, {
      status: 'Approved',
      authorization_method: 'signed_contract',
      authorization_reference: 'HC-1',
    });
    assert.deepEqual(await storedAuthorization(of), {
      method: 'signed_contract',
      reference: 'HC-1',
      at: testbed.bff.now(),
    });
    assert.equal((await server.view(of.id)).timeline.at(-1)?.type, 'charge.approved');
    const other = await server.askApproval(of, { authorization_reference: 'HC-2' }, key);
    assert.equal(problemOf(other).code, 'idempotency_conflict');
    assert.equal(problemOf(await server.askApproval(of)).blockedBy, 'not_waiting');
  });

  it('keeps what the lender may have been told, though a later call was refused', async () => {
    const { of } = await charged();
    testbed.proxy.fail(approveCall, 'lose_request', 429);
    await server.approve(of);
    const later = { authorization_reference: 'HC-2' };
    assert.equal(codeOf(await server.askApproval(of, later)), 'lender_unavailable');
    assert.equal((await storedAuthorization(of)).reference, 'HC-1');
    assert.equal((await server.askApproval(of, later)).status, 200);
    assert.equal((await storedAuthorization(of)).reference, 'HC-1');
    assert.equal(await toldReference(), 'HC-1');
  });

  it('keeps what the lender was told first, whatever comes while its answer is out', async () => {
    const { of } = await charged();
    const [first] = await Promise.all([
      server.askApproval(of, { authorization_reference: 'HC-1' }, randomUUID()),
      server.askApproval(of, { authorization_reference: 'HC-2' }, randomUUID()),
    ]);
    assert.equal(first.status, 200);
    assert.equal((await storedAuthorization(of)).reference, await toldReference());
  });

  it('needs may_approve in the entry', async () => {
    await testbed.close();
    await start({ isEntered: false });
    const { of } = await charged();
    const answer = await server.askApproval(of);
    assert.equal(problemOf(answer).code, 'charge_blocked');
    assert.equal(problemOf(answer).blockedBy, 'not_allowed');
    assert.equal(approvalsSent(), 0);
  });

  it('needs a lender that has enabled it', async () => {
    await testbed.close();
    await start({ mayApprove: false });
    const { of } = await charged();
    assert.equal(problemOf(await server.askApproval(of)).blockedBy, 'not_enabled');
    assert.equal((await server.charges(of.id))[0]?.status, 'pending');
  });

  it('is found approved where the answer was lost, and asked for again where it never came', async () => {
    const { of } = await charged();
    const key = randomUUID();
    testbed.proxy.fail(approveCall, 'lose_request', 'lose_answer');
    assert.equal((await server.approve(of, key)).status, 'pending');
    assert.equal((await server.approve(of, key)).status, 'pending');
    assert.equal((await server.approve(of, key)).status, 'approved');
    assert.equal(approvalsSent(), 1);
  });

  it('is 503 where the lender takes no calls, and nothing is kept', async () => {
    const { of } = await charged();
    testbed.proxy.fail(approveCall, 429);
    assert.equal(codeOf(await server.askApproval(of)), 'lender_unavailable');
    assert.equal((await server.approve(of)).status, 'approved');
  });

  it('gives way to the consumer, who was first', async () => {
    const { of, uuid } = await charged();
    await testbed.sandbox.paymentRequest(uuid, 'reject');
    assert.equal(problemOf(await server.askApproval(of)).blockedBy, 'not_waiting');
    assert.equal((await server.charges(of.id))[0]?.status, 'rejected');
  });

  it('wants both parts of the evidence, a key, and a charge of this merchant', async () => {
    const { of } = await charged();
    for (const parts of [
      { authorization_method: undefined },
      { authorization_method: 'word' },
      { authorization_reference: '' },
      { authorization_reference: 'x'.repeat(141) },
      { approved: true },
    ]) {
      assert.equal(codeOf(await server.askApproval(of, parts)), 'invalid_request');
    }
    const path = `/checkouts/${of.id}/charges/${of.chargeId}/approve`;
    const body = { authorization_method: 'other', authorization_reference: 'A' };
    assert.equal(codeOf(await server.call('POST', path, body)), 'invalid_request');
    const other = new MerchantServer(testbed.bff, otherKey);
    assert.equal(codeOf(await other.askApproval(of)), 'not_found');
    const unknown = { ...of, chargeId: randomUUID() };
    assert.equal(codeOf(await server.askApproval(unknown)), 'not_found');
    assert.equal(approvalsSent(), 0);
  });
});
