import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { createInvitationRequest } from '../../../../server/lending-api/invitations.ts';
import { refundRequest } from '../../../../server/lending-api/refunds.ts';
import type { LendingContext, Sponsor } from '../../../../server/lending/context.ts';
import { createRefund } from '../../../../server/lending/operations/funding/create-refund.ts';
import { createInvitation } from '../../../../server/lending/operations/invitations/create-invitation.ts';
import { anAcceptedLoan, aRefund } from '../../../helpers/accepted-loan.ts';
import { anInvitation } from '../../../helpers/invitations.ts';
import { startTestLending, type TestLending } from '../../../helpers/lending.ts';
import { fundingFlow } from '../funding-flow.ts';

let lending: TestLending;
let flow: ReturnType<typeof fundingFlow>;
before(async () => {
  lending = await startTestLending();
  flow = fundingFlow(lending);
});
after(() => lending.close());

/** The service, with something that happens just before its next transaction begins. */
function interrupted(happening: () => Promise<unknown>): LendingContext {
  const { database: before } = lending.context;
  const database: LendingContext['database'] = {
    ...before,
    transaction: async (work) => {
      await happening();
      return before.transaction(work);
    },
  };
  return { ...lending.context, database };
}

function sponsor(): Sponsor {
  const found = lending.context.config.sponsors.find(({ id }) => id === 'sponsor@example.test');
  assert.ok(found);
  return found;
}

describe('a call whose user or merchant changes while it begins', () => {
  it('refunds nothing for a user who is no Admin any more', async () => {
    const loan = await anAcceptedLoan(lending);
    const charge = await flow.settledCharge(loan);
    const demoted = interrupted(() => setType('Salesrep'));
    const body = refundRequest.parse(aRefund(charge));
    await assert.rejects(createRefund(demoted, sponsor(), body), { kind: 'forbidden' });
    await setType('Admin');
    await flow.refund(charge);
  });

  it('invites nobody for a merchant that was suspended', async () => {
    const merchant = '/merchants/hillside-hvac';
    const suspended = interrupted(() => flow.sandbox(`${merchant}/suspend`));
    const body = createInvitationRequest.parse(anInvitation());
    await assert.rejects(createInvitation(suspended, sponsor(), body), { kind: 'forbidden' });
    await flow.sandbox(`${merchant}/release`);
  });

  const setType = (user_type: string) =>
    lending.context.database.query
      .updateTable('merchant_users')
      .set({ user_type })
      .where('user_id', '=', 'hillside-admin')
      .execute();
});
