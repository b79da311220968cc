import assert from 'node:assert/strict';
import { it } from 'node:test';
import { queueMessage } from '../../../../../server/lending/operations/queue-message.ts';
import { createSandboxProviders } from '../../../../../server/lending/providers/sandbox-providers.ts';
import { dayMs } from '../../../../../server/platform/durations.ts';
import { startTestLending } from '../../../../helpers/lending.ts';
import { aNewPersonsSoftPull, softPullPath } from '../../../../helpers/soft-pull.ts';
import { until } from '../../../../helpers/until.ts';

/** As many as there are places for due work that has no lane. */
const places = 64;

it('a mail server that says nothing holds up no deadline', async (t) => {
  const providers = createSandboxProviders();
  const silence = Promise.withResolvers<'failed'>();
  let asked = 0;
  const send = () => {
    asked += 1;
    return silence.promise;
  };
  const messenger = { ...providers.messenger, send };
  const lending = await startTestLending({}, { ...providers, messenger });
  t.after(() => {
    silence.resolve('failed');
    return lending.close();
  });
  const { context } = lending;
  const body = aNewPersonsSoftPull({ ssn: '900-10-0001' });
  assert.equal((await lending.call('POST', softPullPath, { body })).status, 200);
  await context.database.transaction(async (tx) => {
    for (let message = 0; message < places; message += 1) {
      await queueMessage(context, tx, {
        sponsor_id: 'sponsor@example.test',
        application_id: null,
        merchant_id: null,
        kind: 'one_time_code',
        channel: 'email',
        recipient: `merchant-${message}@example.test`,
        subject: 'Your code',
        text: 'A code',
        links: [],
      });
    }
  });
  await until('messages are under way', async () => asked > 0 || undefined);
  lending.tick(61 * dayMs);
  await until('the offers expire', async () => {
    const rows = await context.database.query.selectFrom('applications').select('status').execute();
    return rows.every(({ status }) => status === 'Expired') || undefined;
  });
  // As many as the mail server has connections for: what waits longer than its lease is sent twice.
  assert.ok(asked <= 8, `${asked} messages at a time`);
});
