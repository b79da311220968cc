import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { LenderMemory } from '../../../../server/bff/store/lender-loans.ts';
import { startTestBff, type TestBff } from '../../../helpers/bff.ts';

describe('whether a lender knows loans by our ids', () => {
  let bff: TestBff;
  before(async () => {
    bff = await startTestBff();
  });
  after(() => bff.close());

  const memoryOf = (baseUrl: string, isKnown = false) => {
    const { database, context } = bff;
    return new LenderMemory({ database, clock: context.clock, baseUrl, isKnown });
  };

  it('is known from its first loan on, by each process, and of no other lender', async () => {
    const memory = memoryOf('https://one.example');
    assert.equal(await memory.knowsOurIds(), false);
    await memory.noteFound();
    await memoryOf('https://one.example').noteFound();
    assert.equal(await memory.knowsOurIds(), true);
    assert.equal(await memoryOf('https://one.example').knowsOurIds(), true);
    assert.equal(await memoryOf('https://other.example').knowsOurIds(), false);
    assert.equal(await memoryOf('https://other.example', true).knowsOurIds(), true);
  });
});
