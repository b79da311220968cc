import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { drawSteps, spread } from '../faults/lender/draw-steps.ts';
import { runLenderInThreads } from '../faults/lender/run-lender.ts';
import { journey } from './models/journey.ts';

const stepsDrawn = 16;

describe('what a lender writes', () => {
  const here = journey();

  it('is text on every screen that shows it, whatever it looks like [asvs:lenders-texts]', async () => {
    const { marked } = await runLenderInThreads({ seed: 11, answers: 600 });
    const { drawn, texts, finds } = await drawSteps(here, spread(marked, stepsDrawn));
    assert.deepEqual(finds, []);
    assert.equal(drawn, stepsDrawn);
    assert.ok(texts >= stepsDrawn, `${texts} texts were read`);
  });
});
