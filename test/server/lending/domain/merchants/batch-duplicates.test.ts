import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { batchDuplicates } from '../../../../../server/lending/domain/batch-duplicates.ts';

const user = (user_id: string, email: string) => ({ user_id, email });

describe('batchDuplicates()', () => {
  for (const [name, batch, stored, expected] of [
    ['nominal', [user('a', 'a@x'), user('b', 'b@x')], [user('c', 'c@x')], [[], []]],
    ['a stored user_id', [user('a', 'a@x')], [user('a', 'z@x')], [['a'], []]],
    ['a stored e-mail in capitals', [user('a', 'A@X')], [user('z', 'a@x')], [[], ['A@X']]],
    [
      'both, stored with two users',
      [user('a', 'a@x')],
      [user('a', 'y@x'), user('z', 'a@x')],
      [['a'], ['a@x']],
    ],
    [
      'the same thrice',
      [user('a', 'a@x'), user('a', 'a@x'), user('a', 'A@x')],
      [],
      [['a'], ['a@x', 'A@x']],
    ],
    ['a user_id in another case', [user('a', 'a@x'), user('A', 'b@x')], [], [[], []]],
  ] as const) {
    it(name, () => {
      const { user_id, emails } = batchDuplicates(batch, stored);
      assert.deepEqual([user_id, emails], expected);
    });
  }
});
