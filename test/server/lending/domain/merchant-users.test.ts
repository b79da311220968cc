import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  type Action,
  batchDuplicates,
  type Reach,
  reach,
} from '../../../../server/lending/domain/merchant-users.ts';
import type { UserType } from '../../../../server/lending-api/merchant-users.ts';

type ByRole = Record<UserType, Reach | undefined>;

const adminOnly: ByRole = {
  Admin: 'all',
  Salesmanager: undefined,
  Salesrep: undefined,
  Salesperson: undefined,
};

const everyone: ByRole = {
  Admin: 'all',
  Salesmanager: 'all',
  Salesrep: 'own',
  Salesperson: 'own',
};

const withoutSalesperson: ByRole = { ...everyone, Salesperson: undefined };

const expected: Record<Action, ByRole> = {
  manage_users: adminOnly,
  manage_bank_account: adminOnly,
  manage_rate_sheet: adminOnly,
  refund: adminOnly,
  invite: everyone,
  view_consumers: everyone,
  request_charge: everyone,
  cancel_account: withoutSalesperson,
  increase_credit_line: withoutSalesperson,
};

for (const [action, byRole] of Object.entries(expected) as [Action, ByRole][]) {
  describe(`the right to ${action}`, () => {
    for (const [role, allowed] of Object.entries(byRole) as [UserType, Reach | undefined][]) {
      it(`reaches ${allowed ?? 'nothing'} for a ${role}`, () =>
        assert.equal(reach(role, action), allowed));
    }
  });
}

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
