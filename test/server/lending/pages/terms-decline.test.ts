import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { en } from '../../../../server/lending/pages/strings/en.ts';
import { startTestLending, type TestLending } from '../../../helpers/lending.ts';
import { Consumer } from './consumer.ts';

describe('declining the terms', () => {
  let lending: TestLending;
  before(async () => {
    lending = await startTestLending();
  });
  after(() => lending.close());

  it('asks once more, and changes nothing by asking', async () => {
    const consumer = await Consumer.choosing(lending);
    await consumer.identify();
    const page = await consumer.browser.open(`${consumer.link}/decline`);
    assert.equal(page.heading, en.decline.title);
    assert.equal((await consumer.application()).status, 'Approved: Offer Selected');
  });

  it('cancels the application and tells the sponsor', async () => {
    const consumer = await Consumer.choosing(lending);
    await consumer.identify();
    const page = await consumer.decline();
    assert.equal(page.heading, en.decline.doneTitle);
    assert.match(page.html, /href="https:\/\/shop\.example\/checkout#resume"/);
    const { status, account_status } = await consumer.application();
    assert.equal(status, 'Cancelled');
    assert.equal(account_status, null);
    const [callback] = await consumer.callbacks();
    assert.equal(callback?.stage, 'decision');
    assert.equal(callback?.decision, 'canceled');
    assert.equal(callback?.application_status, 'Cancelled');
  });

  it('is final: a repeat or a late signature changes nothing', async () => {
    const consumer = await Consumer.choosing(lending);
    const { hidden } = await consumer.identify();
    await consumer.decline();
    await consumer.decline();
    const form = { ...hidden, typed_name: 'Ada Sample', agree: 'yes' };
    const page = await consumer.browser.post(`${consumer.link}/accept`, form);
    assert.equal(page.heading, en.decline.doneTitle);
    assert.equal((await consumer.application()).status, 'Cancelled');
    assert.equal((await consumer.callbacks()).length, 1);
    assert.deepEqual(await consumer.documents(), []);
  });

  it('is not possible once the loan was accepted', async () => {
    const consumer = await Consumer.choosing(lending);
    await consumer.accept();
    const page = await consumer.decline();
    assert.equal(page.heading, en.accepted.title);
    assert.equal((await consumer.application()).status, 'Approved: Accepted');
  });

  it('needs the question answered', async () => {
    const consumer = await Consumer.choosing(lending);
    assert.equal((await consumer.decline()).heading, en.identity.title);
    assert.equal((await consumer.application()).status, 'Approved: Offer Selected');
  });
});
