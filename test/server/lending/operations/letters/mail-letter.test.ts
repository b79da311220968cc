import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import type { LendingContext } from '../../../../../server/lending/context.ts';
import { mailLetter, queueLetter } from '../../../../../server/lending/operations/letters.ts';
import type { Letter } from '../../../../../server/lending/providers/providers.ts';
import { timerKinds } from '../../../../../server/lending/work-kinds.ts';
import { makeTestContext, testSponsor } from '../../test-context.ts';

async function setup(t: TestContext) {
  const { context: made, fixture } = await makeTestContext(t);
  const posted: Letter[] = [];
  const office = { outcome: 'posted' as 'posted' | 'failed' };
  const postalMail = {
    post: async (letter: Letter) => {
      if (office.outcome === 'posted') posted.push(letter);
      return office.outcome;
    },
  };
  const context: LendingContext = { ...made, providers: { ...made.providers, postalMail } };
  await context.database.transaction((tx) =>
    queueLetter(context, tx, {
      sponsor_id: testSponsor.id,
      application_id: 'application-1',
      kind: 'paper_copy',
      recipient: { name: 'Ada Sample', lines: ['12 Hillside Avenue', 'Dayton, OH 45402'] },
      content: 'What you signed',
    }),
  );
  const { query } = context.database;
  const work = await query.selectFrom('due_work').selectAll().executeTakeFirstOrThrow();
  return {
    fixture,
    posted,
    office,
    work,
    mail: () => mailLetter(context, { key: work.key, scope: testSponsor.id, now: work.due_at }),
    status: async () =>
      (await query.selectFrom('letters').select('status').executeTakeFirstOrThrow()).status,
  };
}

describe('a letter', () => {
  it('goes with the next post, at the cut-off of a business day', async (t) => {
    const { work } = await setup(t);
    assert.equal(work.kind, timerKinds.letter);
    // 10:00 on a Monday in New York.
    assert.equal(new Date(work.due_at).toISOString(), '2026-03-02T22:00:00.000Z');
  });

  it('is mailed once, to the whole address', async (t) => {
    const { mail, posted, status, work } = await setup(t);
    assert.equal(await mail(), 'done');
    assert.equal(await mail(), 'done');
    assert.deepEqual(posted, [
      {
        id: work.key,
        recipient: ['Ada Sample', '12 Hillside Avenue', 'Dayton, OH 45402'],
        text: 'What you signed',
      },
    ]);
    assert.equal(await status(), 'Mailed');
  });

  it('is tried again the next day when it could not be mailed', async (t) => {
    const { mail, office, status, work } = await setup(t);
    office.outcome = 'failed';
    assert.deepEqual(await mail(), { retryAt: work.due_at + 86_400_000 });
    assert.equal(await status(), 'MailRequired');
  });
});
