import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  type Action,
  mayActOn,
  type Reach,
  type Role,
  reachOf,
} from '../../../../server/lending/domain/roles.ts';

const EXPECTED: Record<Action, Record<Role, Reach>> = {
  manage_merchant: { Admin: 'all', Salesmanager: 'none', Salesrep: 'none', Salesperson: 'none' },
  apply: { Admin: 'all', Salesmanager: 'all', Salesrep: 'own', Salesperson: 'own' },
  read_loans: { Admin: 'all', Salesmanager: 'all', Salesrep: 'own', Salesperson: 'own' },
  invite_to_portal: { Admin: 'all', Salesmanager: 'all', Salesrep: 'own', Salesperson: 'own' },
  charge: { Admin: 'all', Salesmanager: 'all', Salesrep: 'own', Salesperson: 'own' },
  refund: { Admin: 'all', Salesmanager: 'none', Salesrep: 'none', Salesperson: 'none' },
  cancel_account: { Admin: 'all', Salesmanager: 'all', Salesrep: 'own', Salesperson: 'none' },
  increase_credit_line: { Admin: 'all', Salesmanager: 'all', Salesrep: 'own', Salesperson: 'none' },
};

for (const [action, byRole] of Object.entries(EXPECTED) as [Action, Record<Role, Reach>][]) {
  describe(`the right to ${action}`, () => {
    for (const [role, reach] of Object.entries(byRole) as [Role, Reach][]) {
      it(`reaches ${reach} for a ${role}`, () => {
        const user = { user_id: 'u1', user_type: role };
        assert.equal(reachOf(role, action), reach);
        assert.equal(mayActOn(user, action, 'u1'), reach !== 'none');
        assert.equal(mayActOn(user, action, 'u2'), reach === 'all');
      });
    }
  });
}
