import assert from 'node:assert/strict';
import { it } from 'node:test';
import { isReached } from './part.ts';
import { sponsorCallbacks } from './sponsor-callbacks.ts';
import { webhooks } from './webhooks.ts';

const events = 200;

for (const part of [webhooks(events), sponsorCallbacks(events)]) {
  it(`accounts for all ${part.name} to slow and dead receivers, too`, async () => {
    const figures = await part.run();
    const counts = figures.filter(({ unit }) => unit === '');
    assert.deepEqual(
      counts.filter((figure) => !isReached(figure)),
      [],
    );
    const figureOf = (name: string) => counts.find((figure) => figure.name === name)?.value;
    assert.equal(figureOf('events'), events);
    assert.equal(figureOf('for receivers that answer at once'), events * 0.7);
    assert.equal(figureOf('for slow ones'), events * 0.1);
    assert.equal(figureOf('for those that were dead until then'), events * 0.2);
    assert.equal(figureOf('events that did not arrive'), 0);
  });
}
