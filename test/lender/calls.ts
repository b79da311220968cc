import type { Lender } from '../../server/bff/lender/lender.ts';
import type { Story } from './story.ts';
import { merchantUsers } from './tested-lender.ts';

const { rep, admin } = merchantUsers;

/** A method of the port, with what differs from what a scenario's application would send. */
export interface Call {
  readonly method: Method;
  readonly with?: Readonly<Record<string, unknown>>;
}

export type Method = keyof typeof argumentsOf;

const argumentsOf = {
  softPull: (story: Story) => story.softPullCall(),
  select: (story: Story) => story.selectCall(),
  loan: loanName,
  invitePortal: loanName,
  createCharge: (story: Story) => story.chargeCall(),
  charges: (story: Story) => story.chargeQuery(),
  transactions: (story: Story) => story.chargeQuery(),
  rateSheet: () => ({}),
  refundable: ({ id }: Story) => ({ requestUserId: admin, applicationId: id }),
  refund: (story: Story) => story.refundCall(),
  cancelAccount: accountName,
  increaseCreditLine: (story: Story) => ({ ...accountName(story), cents: 1_000_000 }),
  approveOnBehalf: ({ chargeUuid }: Story) => ({
    requestUserId: rep,
    paymentRequestUuid: chargeUuid,
    authorization: { method: 'signed_contract', reference: 'HC-2201' },
  }),
  settlement: ({ chargeUuid }: Story) => ({ adminUserId: admin, paymentRequestUuid: chargeUuid }),
} as const;

function loanName({ id }: Story) {
  return { requestUserId: rep, loanId: id };
}

function accountName({ id }: Story) {
  return { requestUserId: rep, applicationId: id };
}

/** Makes the call of a scenario. Rejects as the lender's method does. */
export function make(call: Call, lender: Lender, story: Story): Promise<unknown> {
  const { method } = call;
  const args = { ...argumentsOf[method](story), ...call.with };
  // Each method takes what stands under its name above.
  const callable = lender as unknown as Record<Method, (args: unknown) => Promise<unknown>>;
  return callable[method](method === 'rateSheet' ? merchantUsers.admin : args);
}
