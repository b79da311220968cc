import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { createOnboardingEmails } from '../../../../../server/lending/store/migrations/020-onboarding-emails.ts';
import { answered } from '../../../../helpers/answered.ts';
import { startTestLending, type TestLending } from '../../../../helpers/lending.ts';
import { anOnboarding } from '../../../../helpers/merchant-bodies.ts';

const merchants = '/api/v1/sponsor/merchants';

let lending: TestLending;

before(async () => {
  lending = await startTestLending();
  await lending.stop();
});

after(() => lending.close());

/** A merchant with this contractor_id; answers its id. */
async function onboard(name: string, as?: 'sponsor-two@example.test'): Promise<string> {
  const body = anOnboarding({
    contractor_id: name,
    user_id: `${name}-admin`,
    user_business_email: `${name}@example.test`,
  });
  const options = as ? { body, as } : { body };
  const answer = await answered(
    await lending.call('POST', `${merchants}/onboarding/`, options),
    201,
  );
  return String(answer.platform_merchant_id);
}

it('takes the address of earlier onboardings from their first invitation, and each once', async () => {
  const { query } = lending.context.database;
  const moved = await onboard('moved');
  const reused = await onboard('reused');
  const elsewhere = await onboard('elsewhere', 'sponsor-two@example.test');
  const invitations = query.updateTable('messages').where('kind', '=', 'merchant_invitation');
  for (const id of [reused, elsewhere]) {
    await invitations
      .set({ recipient: 'moved@example.test' })
      .where('merchant_id', '=', id)
      .execute();
  }
  const [first] = await query
    .selectFrom('messages')
    .selectAll()
    .where('merchant_id', '=', moved)
    .where('kind', '=', 'merchant_invitation')
    .execute();
  assert.ok(first);
  const again = { id: '0', recipient: 'after@example.test', created_at: first.created_at + 1 };
  await query
    .insertInto('messages')
    .values({ ...first, ...again })
    .execute();

  await query.schema.dropIndex('merchants_unique_sponsor_id_user_business_email').execute();
  await query.schema.alterTable('merchants').dropColumn('user_business_email').execute();
  await createOnboardingEmails(query);

  const rows = await query.selectFrom('merchants').select(['id', 'user_business_email']).execute();
  const emailOf = new Map(rows.map(({ id, user_business_email }) => [id, user_business_email]));
  const [kept, lost] = [moved, reused].sort().map((id) => emailOf.get(id));
  assert.deepEqual([kept, lost], ['moved@example.test', null]);
  assert.equal(emailOf.get(elsewhere), 'moved@example.test');
  const taken = { user_business_email: 'moved@example.test' };
  await assert.rejects(
    query
      .updateTable('merchants')
      .set(taken)
      .where('sponsor_id', '=', 'sponsor@example.test')
      .where('user_business_email', 'is', null)
      .execute(),
  );
  const demo = rows.filter(({ id }) => ![moved, reused, elsewhere].includes(id));
  assert.deepEqual(
    demo.map(({ user_business_email }) => user_business_email),
    [null],
  );
});
