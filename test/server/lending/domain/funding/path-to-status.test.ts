import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { pathToStatus } from '../../../../../server/lending/domain/funding/path-to-status.ts';

describe('pathToStatus()', () => {
  for (const [from, to, path] of [
    ['Pending', 'Transferred', ['submitted', 'accepted', 'settled']],
    ['Pending', 'Reversed', ['submitted', 'accepted', 'settled', 'returned']],
    ['Pending', 'Failed', ['rejected']],
    ['Submitted', 'Excluded', ['excluded']],
    ['Successful', 'Successful', []],
    ['Successful', 'Failed', undefined],
    ['Transferred', 'Pending', undefined],
    ['Failed', 'Successful', undefined],
  ] as const) {
    it(`${from} → ${to}: ${path?.join(', ') ?? 'unreachable'}`, () => {
      assert.deepEqual(pathToStatus(from, to), path);
    });
  }
});
