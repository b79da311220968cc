import assert from 'node:assert/strict';
import { it } from 'node:test';
import { recordEvent } from '../../../server/lending/operations/callbacks.ts';
import { startTestLending } from '../../helpers/lending.ts';
import { rawHttpServer } from '../../helpers/raw-server.ts';
import { aCancellation } from './operations/events/a-cancellation.ts';

const sponsor_id = 'sponsor@example.test';

it('cuts off a callback at the deadline of a stop, and notes that it was not delivered', {
  timeout: 9_000,
}, async (t) => {
  const called = Promise.withResolvers<void>();
  const { url: target_url } = await rawHttpServer(t, () => called.resolve());
  const lending = await startTestLending();
  t.after(() => lending.close());
  const { context } = lending;
  const cause = { sponsor_id, application_id: null, merchant_id: null, target_url };
  await context.database.transaction((tx) => recordEvent(context, tx, cause, aCancellation));
  await called.promise;
  await lending.stop(Promise.resolve());
  const attempts = await context.database.query
    .selectFrom('event_attempts')
    .select('event_id')
    .where('sponsor_id', '=', sponsor_id)
    .execute();
  assert.equal(attempts.length, 1);
});
