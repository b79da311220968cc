import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { shredApplicant } from '../../../../server/lending/store/applicants.ts';
import type { SoftPullResponse } from '../../../../server/lending-api/soft-pull.ts';
import { startTestLending, type TestLending } from '../../../helpers/lending.ts';
import { aNewPersonsSoftPull, softPullPath } from '../../../helpers/soft-pull.ts';
import { accountCalls, changeUser } from './account-calls.ts';

let lending: TestLending;
before(async () => {
  lending = await startTestLending();
});
after(() => lending.close());

const query = () => lending.context.database.query;
const now = () => lending.context.clock.now('sponsor@example.test');
const keyOf = (body: Record<string, unknown>) => `key of ${body.external_application_id}`;
const send = (body: unknown, key?: string) =>
  lending.call('POST', softPullPath, { body, headers: key ? { 'Idempotency-Key': key } : {} });
const pull = async (body: unknown, key?: string) => {
  const response = await send(body, key);
  assert.equal(response.status, 200);
  return (await response.json()) as SoftPullResponse;
};
const accept = (body: Record<string, unknown>) =>
  query()
    .updateTable('applications')
    .set({ status: 'Approved: Accepted', account_status: 'Active', accepted_at: now() })
    .where('external_application_id', '=', String(body.external_application_id))
    .execute();

describe('a soft pull sent again under its Idempotency-Key', () => {
  it('has the first answer, and with another body none', async () => {
    const body = aNewPersonsSoftPull();
    const first = await pull(body, keyOf(body));
    assert.deepEqual(await pull(body, keyOf(body)), first);
    const other = { ...body, external_application_id: 'other' };
    assert.equal((await send(other, keyOf(body))).status, 400);
  });

  it('has the first answer after other offers and after acceptance', async () => {
    const body = aNewPersonsSoftPull();
    const first = await pull(body, keyOf(body));
    const id = `${body.external_application_id}-more`;
    const other = { ...body, external_application_id: id, requested_amount: '6000.00' };
    const repriced = await pull(other, keyOf(other));
    assert.equal(repriced.external_application_id, first.external_application_id);
    assert.equal(repriced.requested_amount, '6000.00');
    assert.deepEqual(await pull(body, keyOf(body)), first);
    await accept(body);
    assert.deepEqual(await pull(body, keyOf(body)), first);
    assert.deepEqual(await pull(other, keyOf(other)), repriced);
  });

  it('has the first answer after its user has left and its merchant is suspended', async () => {
    await accountCalls(lending).addUser('leaving-rep', 'Salesrep');
    const body = { ...aNewPersonsSoftPull(), request_user_id: 'leaving-rep' };
    const first = await pull(body, keyOf(body));
    await changeUser(lending, 'leaving-rep', { is_active: false });
    await lending.call('POST', '/sandbox/v1/merchants/hillside-hvac/suspend');
    assert.deepEqual(await pull(body, keyOf(body)), first);
    assert.equal((await send(body, 'another')).status, 403);
    await lending.call('POST', '/sandbox/v1/merchants/hillside-hvac/release');
  });

  it('has one answer ten times at once', async () => {
    const body = aNewPersonsSoftPull();
    const answers = await Promise.all(Array.from({ length: 10 }, () => pull(body, keyOf(body))));
    for (const answer of answers) assert.deepEqual(answer, answers[0]);
  });

  it('has an answer that is stored sealed and goes with what the applicant said', async () => {
    const { database, sealer } = lending.context;
    const body = aNewPersonsSoftPull();
    const first = await pull(body, keyOf(body));
    const { response } = await query()
      .selectFrom('idempotency_keys')
      .select('response')
      .where('key', '=', keyOf(body))
      .executeTakeFirstOrThrow();
    assert.ok(!response?.includes(first.consumer_application_human_readable_id));
    await accept(body);
    assert.deepEqual(await pull(body, keyOf(body)), first);
    const application = await query()
      .selectFrom('applications')
      .selectAll()
      .where('external_application_id', '=', String(body.external_application_id))
      .executeTakeFirstOrThrow();
    await database.transaction((tx) =>
      shredApplicant(tx, sealer, application, { ssnLast4: '0001', at: now() }),
    );
    const later = await pull(body, keyOf(body));
    assert.equal(later.application_status, 'Approved: Accepted');
  });
});
