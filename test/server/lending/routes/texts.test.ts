import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { sampleTexts } from '../../../../server/lending-api/texts/sample-texts.ts';
import { startTestLending, type TestLending } from '../../../helpers/lending.ts';

describe('a published text', () => {
  let lending: TestLending;
  before(async () => {
    lending = await startTestLending();
  });
  after(() => lending.close());

  for (const locale of ['en', 'es'] as const) {
    it(`says of its plain text that it is in “${locale}”`, async () => {
      const { id, version, text } = sampleTexts.current('privacy_notice', locale, '2026-03-02');
      const answer = await lending.app.request(`/texts/${id}/${version}/${locale}`);
      assert.equal(answer.status, 200);
      assert.match(answer.headers.get('content-type') ?? '', /^text\/plain/);
      assert.equal(answer.headers.get('content-language'), locale);
      assert.equal(await answer.text(), text);
    });
  }

  it('is nothing in a language that it does not have', async () => {
    const { id, version } = sampleTexts.current('privacy_notice', 'en', '2026-03-02');
    const answer = await lending.app.request(`/texts/${id}/${version}/fr`);
    assert.equal(answer.status, 404);
    assert.equal(answer.headers.get('content-language'), null);
  });
});
