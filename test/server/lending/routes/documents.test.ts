import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { en } from '../../../../server/lending/pages/strings/en.ts';
import { startTestLending, type TestLending } from '../../../helpers/lending.ts';
import { Consumer } from '../pages/consumer.ts';

interface Document {
  type: string;
  sha256: string;
  url: string;
}

describe('documents of a loan', () => {
  let lending: TestLending;
  let consumer: Consumer;
  let listed: Document[];

  before(async () => {
    lending = await startTestLending();
    consumer = await Consumer.choosing(lending);
    await consumer.accept();
    const { loan_id } = await consumer.application();
    const path = `/api/v1/sponsor/merchants/loan-applications/hillside-rep-1/loan/${loan_id}/`;
    listed = ((await (await lending.call('GET', path)).json()) as { documents: Document[] })
      .documents;
  });
  after(() => lending.close());

  it('are read by their sponsor at the addresses of the loan', async () => {
    const types = listed.map(({ type }) => type);
    assert.ok(types.includes('truth_in_lending') && types.includes('signature'));
    for (const { url } of listed) {
      const answer = await lending.call('GET', new URL(url).pathname);
      assert.equal(answer.status, 200);
      assert.equal(answer.headers.get('cache-control'), 'no-store');
    }
  });

  it('keep the consumer’s credit score from sponsor and merchant', async () => {
    assert.ok(listed.every(({ type }) => !type.startsWith('credit_score')));
    const kept = await consumer.documents();
    const score = kept.find(({ type }) => type === 'credit_score_disclosure_h4');
    const answer = await lending.call('GET', `/documents/${score?.id}`);
    assert.equal(answer.status, 404);
  });

  it('are a page too where there is no such document, to a browser', async () => {
    const none = '/documents/00000000-0000-4000-8000-000000000000';
    const page = await lending.call('GET', none, { headers: { accept: 'text/html,*/*;q=0.8' } });
    assert.equal(page.status, 404);
    assert.ok((await page.text()).includes(en.link.unknownTitle));
    const answer = await lending.call('GET', none);
    assert.deepEqual(await answer.json(), { detail: 'Not found.' });
  });

  it('are nobody else’s', async () => {
    const path = new URL(listed[0]?.url ?? '').pathname;
    const other = await lending.call('GET', path, { as: 'sponsor-two@example.test' });
    assert.equal(other.status, 404);
    assert.equal((await lending.app.request(path)).status, 401);
  });
});
