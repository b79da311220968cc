import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { UserType } from '../../../../server/lending-api/merchant-users.ts';
import { type Action, type Reach, reach } from '../../../../server/lending/domain/roles.ts';

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
  manage_offer_codes: adminOnly,
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
