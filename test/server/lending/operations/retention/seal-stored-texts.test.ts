import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { sealTextsOfSponsor } from '../../../../../server/lending/operations/retention.ts';
import { verifyEvidence } from '../../../../../server/lending/operations/verify-evidence.ts';
import { isSealed } from '../../../../../server/lending/store/sealed-texts.ts';
import { startTestLending } from '../../../../helpers/lending.ts';
import { storedRows } from '../../../../helpers/stored-rows.ts';
import { Consumer } from '../../pages/consumer.ts';

describe('texts that were stored before texts were sealed', () => {
  it('can be read as they are, are sealed once, and are still what they were', async (t) => {
    const lending = await startTestLending();
    t.after(() => lending.close());
    const { context } = lending;
    const { query } = context.database;
    await lending.stop();
    const consumer = await Consumer.choosing(lending);
    await consumer.accept();
    const texts = () =>
      storedRows(context).selectFrom('messages').selectAll().orderBy('id').execute();
    const documents = () => consumer.documents();
    const before = { texts: await texts(), documents: await documents() };
    assert.ok(before.texts.length > 0 && before.documents.length > 0);
    for (const { id, text } of before.texts) {
      await query.updateTable('messages').set({ text }).where('id', '=', id).execute();
    }
    for (const { id, content } of before.documents) {
      await query.updateTable('documents').set({ content }).where('id', '=', id).execute();
    }
    assert.equal((await verifyEvidence(query, context.sealer)).broken, null);

    const scope = 'sponsor@example.test';
    await sealTextsOfSponsor(context, { scope });
    const stored = await query
      .selectFrom('messages')
      .select(['id', 'text'])
      .orderBy('id')
      .execute();
    assert.ok(stored.every(({ text }) => isSealed(text)));
    const contents = await query.selectFrom('documents').select('content').execute();
    assert.ok(contents.every(({ content }) => isSealed(content)));
    assert.deepEqual({ texts: await texts(), documents: await documents() }, before);
    assert.equal((await verifyEvidence(query, context.sealer)).broken, null);

    await sealTextsOfSponsor(context, { scope });
    assert.deepEqual(
      await query.selectFrom('messages').select(['id', 'text']).orderBy('id').execute(),
      stored,
    );
  });
});
