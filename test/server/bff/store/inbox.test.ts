import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import {
  addCallback,
  deleteCallback,
  findCallback,
  markProcessed,
  markReceivedAgain,
} from '../../../../server/bff/store/inbox.ts';
import { startTestBff, type TestBff } from '../../../helpers/bff.ts';
import { noon } from '../../../helpers/checkouts.ts';

describe('the callbacks that are kept', () => {
  let bff: TestBff;
  before(async () => {
    bff = await startTestBff();
  });
  after(() => bff.close());

  const add = (eventId: string) =>
    bff.database.transaction((tx) =>
      addCallback(tx, { eventId, eventType: 'consumer_charge_outcome', ids: [eventId] }, noon),
    );
  const find = async (eventId: string) =>
    (await findCallback(bff.database.query, eventId)) ?? assert.fail(eventId);

  it('are processed and deleted each by itself, also of one moment', async () => {
    for (const eventId of ['one', 'other']) assert.equal(await add(eventId), true);
    assert.equal(await add('one'), false);
    const found = await find('one');
    await bff.database.transaction((tx) => markProcessed(tx, found, noon + 5));
    assert.deepEqual(await find('one'), { ...found, processedAt: noon + 5 });
    assert.equal((await find('other')).processedAt, null);
    await bff.database.transaction((tx) => deleteCallback(tx, 'one'));
    assert.equal(await findCallback(bff.database.query, 'one'), undefined);
    assert.deepEqual((await find('other')).ids, ['other']);
  });

  it('are not processed by who found them before they came again', async () => {
    for (const eventId of ['again', 'beside']) await add(eventId);
    const beside = await find('beside');
    const found = await find('again');
    await bff.database.transaction(async (tx) => {
      await markReceivedAgain(tx, 'again');
      await markProcessed(tx, found, noon + 5);
    });
    assert.equal((await find('again')).processedAt, null);
    assert.deepEqual(await find('beside'), beside);
    const later = await find('again');
    await bff.database.transaction((tx) => markProcessed(tx, later, noon + 6));
    assert.equal((await find('again')).processedAt, noon + 6);
  });
});
