import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { mutants } from './authorization/mutants.ts';
import { findMutant } from './authorization-part.ts';

/** A share of them: the part has all. */
const tried = mutants.filter(({ name }, index) => name.startsWith('a Sales') || index % 10 === 0);

describe('a round of strangers’ calls notices that', { concurrency: 2 }, () => {
  for (const mistake of tried) {
    it(`${mistake.name} [conformance:planted ${mistake.name}]`, async () => {
      assert.notEqual(await findMutant(mistake), '');
    });
  }
});
