import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { SoftPullResponse } from '../../../../server/lending-api/soft-pull.ts';
import { aCharge, chargePath } from '../../../helpers/accepted-loan.ts';
import { answered } from '../../../helpers/answered.ts';
import { startTestLending, type TestLending } from '../../../helpers/lending.ts';
import { aNewPersonsSoftPull, decidedSoftPull } from '../../../helpers/soft-pull.ts';
import { InvitedConsumer } from '../operations/invitations/invited-consumer.ts';
import { accountCalls } from './account-calls.ts';

const merchants = '/api/v1/sponsor/merchants';
const accounts = '/api/v1/sponsor/consumers/accounts';

let lending: TestLending;
before(async () => {
  lending = await startTestLending();
  await accountCalls(lending).addUser('hillside-person', 'Salesperson');
});
after(() => lending.close());

type Calls = Readonly<Record<string, () => Promise<Response>>>;

/** What a user may call about an application, by whether it stays with the sender. */
function callsOf(user: string, { external_application_id, loan_id, offers }: SoftPullResponse) {
  const { call } = lending;
  const loan = `${merchants}/loan-applications/${user}/loan/${loan_id}/`;
  const select = `/api/v1/sponsor/consumers/offers/${offers[0]?.offer_uuid}/select/`;
  const named = { request_user_id: user, external_application_id };
  const charge = aCharge({ external_application_id }, { request_user_id: user });
  const refundable = `${merchants}/${user}/refundable-transactions/${external_application_id}/`;
  const shared = {
    read: () => call('GET', loan),
    select: () => call('PATCH', select, { body: { request_user_id: user } }),
    'invite to the portal': () => call('POST', `${loan}invite-portal/`),
    charge: () => call('POST', chargePath, { body: charge }),
  };
  const kept = {
    'list what can be refunded': () => call('GET', refundable),
    increase: () =>
      call('POST', `${accounts}/credit-line-increase/`, { body: { ...named, cli_amount: 9_000 } }),
    cancel: () => call('POST', `${accounts}/cancel/`, { body: named }),
  };
  return { shared, kept } satisfies Record<string, Calls>;
}

const statusesOf = async (calls: Calls) => {
  const statuses: Record<string, number> = {};
  for (const [name, send] of Object.entries(calls)) statuses[name] = (await send()).status;
  return statuses;
};

/** The same person asks twice, first by the first Salesrep. */
async function askedBy(user: string, change: Record<string, unknown> = {}) {
  const body = aNewPersonsSoftPull({ request_user_id: 'hillside-rep-1' });
  const first = await decidedSoftPull(lending, body);
  const again = { ...body, request_user_id: user, ...change };
  const external_application_id = `${String(body.external_application_id)}-again`;
  return { first, again: { ...again, external_application_id } };
}

async function accept({ external_application_id }: SoftPullResponse): Promise<void> {
  const path = `/sandbox/v1/applications/${external_application_id}/accept-terms`;
  await answered(await lending.call('POST', path, { body: {} }), 200);
}

for (const user of ['hillside-rep-2', 'hillside-person']) {
  describe(`an application that answered ${user}, who did not send it`, () => {
    it('is as closed as any other before', async () => {
      const { first } = await askedBy(user);
      const { shared } = callsOf(user, first);
      assert.deepEqual(await statusesOf(shared), {
        read: 403,
        select: 403,
        'invite to the portal': 403,
        charge: 403,
      });
    });

    it(`can be read, selected, invited to the portal and charged from then on [conformance:shared-application-use ${user}]`, async () => {
      const { first, again } = await askedBy(user);
      const answer = await decidedSoftPull(lending, again);
      assert.deepEqual(answer, first);
      const { read, select, ...later } = callsOf(user, answer).shared;
      assert.deepEqual(await statusesOf({ read, select }), { read: 200, select: 200 });
      await accept(answer);
      assert.deepEqual(await statusesOf(later), { 'invite to the portal': 200, charge: 201 });
    });

    it(`stays in the lists of its sender alone, who alone cancels and increases [conformance:shared-application-lists ${user}]`, async () => {
      const { again } = await askedBy(user);
      const answer = await decidedSoftPull(lending, again);
      await callsOf(user, answer).shared.select();
      await accept(answer);
      const { kept } = callsOf(user, answer);
      assert.deepEqual(Object.values(await statusesOf(kept)), [403, 403, 403]);
      const listed = async (name: string) => {
        const path = `${merchants}/loan-applications/${name}/`;
        return (await (await lending.call('GET', path)).text()).includes(answer.loan_id);
      };
      assert.deepEqual([await listed(user), await listed('hillside-rep-1')], [false, true]);
      const own = callsOf('hillside-rep-1', answer).kept;
      assert.deepEqual(Object.values(await statusesOf(own)), [200, 200, 200]);
    });
  });
}

describe('an application that answered another Salesrep', () => {
  it('is shared as well when its offers are for another amount', async () => {
    const { again } = await askedBy('hillside-rep-2', { requested_amount: '7000.00' });
    const answer = await decidedSoftPull(lending, again);
    const { read } = callsOf('hillside-rep-2', answer).shared;
    assert.equal((await read()).status, 200);
  });

  it('is shared as well when it answered an invitation', async () => {
    const body = aNewPersonsSoftPull({ request_user_id: 'hillside-rep-1' });
    const email = String(body.email);
    const first = await decidedSoftPull(lending, body);
    const invitation = { request_user_id: 'hillside-rep-2', email };
    const consumer = await InvitedConsumer.by(lending, invitation);
    const submitted = await consumer.submit({ email });
    assert.equal(submitted.kind, 'decided');
    assert.equal(submitted.application.external_application_id, first.external_application_id);
    const { read, select, ...later } = callsOf('hillside-rep-2', first).shared;
    assert.deepEqual(await statusesOf({ read, select }), { read: 200, select: 200 });
    await accept(first);
    assert.deepEqual(await statusesOf(later), { 'invite to the portal': 200, charge: 201 });
  });

  it('is shared with nobody else', async () => {
    const { again } = await askedBy('hillside-rep-2');
    const answer = await decidedSoftPull(lending, again);
    const { shared } = callsOf('hillside-person', answer);
    assert.deepEqual([...new Set(Object.values(await statusesOf(shared)))], [403]);
  });

  it('tells that user what became of a charge', async () => {
    const { again } = await askedBy('hillside-rep-2');
    const answer = await decidedSoftPull(lending, again);
    await callsOf('hillside-rep-2', answer).shared.select();
    await accept(answer);
    const { external_application_id } = answer;
    const body = aCharge({ external_application_id }, { request_user_id: 'hillside-rep-2' });
    const charged = await answered(await lending.call('POST', chargePath, { body }), 201);
    const { payment_request_uuid } = charged;
    const settled = async (user: string) => {
      const path = `${merchants}/${user}/settled/`;
      return (await lending.call('POST', path, { body: { payment_request_uuid } })).status;
    };
    assert.equal(await settled('hillside-rep-2'), 200);
    assert.equal(await settled('hillside-person'), 403);
  });
});
