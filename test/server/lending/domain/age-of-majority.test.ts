import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { isOfAge } from '../../../../server/lending/domain/age-of-majority.ts';

describe('isOfAge()', () => {
  for (const [state, birthDate, ofAge] of [
    ['OH', '2008-03-02', true],
    ['OH', '2008-03-03', false],
    ['AL', '2008-03-02', false],
    ['AL', '2007-03-02', true],
    ['NE', '2007-03-03', false],
    ['MS', '2005-03-02', true],
    ['MS', '2005-03-03', false],
    ['PR', '2006-03-02', false],
  ] as const) {
    it(`is ${ofAge} in ${state} for ${birthDate}`, () =>
      assert.equal(isOfAge(birthDate, state, '2026-03-02'), ofAge));
  }
});
