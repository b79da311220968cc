import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { pathToStatus } from '../../../../../server/lending/domain/states/transaction.ts';

describe('pathToStatus()', () => {
  for (const [transaction_description, status, to, path] of [
    [109, 'Pending', 'Transferred', ['submitted', 'accepted', 'settled']],
    [109, 'Pending', 'Reversed', ['submitted', 'accepted', 'settled', 'returned']],
    [111, 'Pending', 'Failed', ['rejected']],
    [111, 'Submitted', 'Excluded', ['excluded']],
    [113, 'Successful', 'Successful', []],
    [113, 'Successful', 'Failed', undefined],
    [109, 'Transferred', 'Pending', undefined],
    [109, 'Failed', 'Successful', undefined],
    [115, 'Pending', 'Successful', ['submitted', 'accepted']],
    [115, 'Submitted', 'Transferred', ['accepted', 'settled']],
    [115, 'Submitted', 'Failed', ['rejected']],
    [115, 'Pending', 'Excluded', undefined],
    [115, 'Transferred', 'Reversed', undefined],
  ] as const) {
    it(`${transaction_description}: ${status} → ${to}: ${path?.join(', ') ?? 'unreachable'}`, () => {
      assert.deepEqual(pathToStatus({ transaction_description, status }, to), path);
    });
  }
});
