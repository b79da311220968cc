import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { en } from '../../../../../server/lending/pages/strings/en.ts';
import { sandboxProvidersThatWait } from '../../../../../server/lending/providers/sandbox-providers.ts';
import { answered } from '../../../../helpers/answered.ts';
import { startTestLending, type TestLending } from '../../../../helpers/lending.ts';
import { aSoftPull, decidedSoftPull, sendSoftPull } from '../../../../helpers/soft-pull.ts';
import { until } from '../../../../helpers/until.ts';
import { InvitedConsumer } from '../../pages/invited-consumer.ts';

const places = 512;

let lending: TestLending;
const letGo: (() => void)[] = [];
before(async () => {
  const wait = () => new Promise<void>((resolve) => letGo.push(resolve));
  lending = await startTestLending({}, sandboxProvidersThatWait(wait));
});
after(async () => {
  for (const go of letGo) go();
  await lending.close();
});

const person = (at: number, change: Record<string, unknown> = {}) =>
  aSoftPull({ external_application_id: `at-once-${at}`, email: `${at}@example.test`, ...change });

const rows = async () =>
  (await lending.context.database.query.selectFrom('applications').select('id').execute()).length;

it('refuses an application while so many wait for a slow bureau, and does nothing of it', async () => {
  const consumer = await InvitedConsumer.invited(lending);
  await consumer.fillIn();
  const waiting = Array.from({ length: places }, (_none, at) =>
    sendSoftPull(lending, person(at, { ssn: '900-10-0202' })),
  );
  const all = async () => (letGo.length === places ? true : undefined);
  await until('all of them wait', all, { withinMs: 60_000 });
  const before = await rows();

  const refused = await sendSoftPull(lending, person(places));
  assert.equal(refused.headers.get('retry-after'), '2');
  const { detail } = await answered(refused, 503);
  assert.equal(detail, 'Too many applications at a time; nothing was done.');
  assert.equal((await consumer.authorize()).heading, en.apply.notDecidedTitle);
  assert.equal(await rows(), before);

  for (const go of letGo) go();
  for (const answer of await Promise.all(waiting)) await answered(answer, 200);
  await decidedSoftPull(lending, person(places));
});
