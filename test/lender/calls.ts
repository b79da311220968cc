import type { Lender } from '../../server/bff/lender/lender.ts';
import type { ScenarioLoan } from './scenario-loan.ts';
import { merchantUsers } from './tested-lender.ts';

const { rep, admin } = merchantUsers;

/** A method of the port, with what differs from what a scenario's application would send. */
export interface Call {
  readonly method: Method;
  readonly with?: Readonly<Record<string, unknown>>;
}

export type Method = keyof typeof argumentsOf;

const argumentsOf = {
  softPull: (scenarioLoan: ScenarioLoan) => scenarioLoan.softPullCall(),
  select: (scenarioLoan: ScenarioLoan) => scenarioLoan.selectCall(),
  loan: loanName,
  invitePortal: loanName,
  createCharge: (scenarioLoan: ScenarioLoan) => scenarioLoan.chargeCall(),
  charges: (scenarioLoan: ScenarioLoan) => scenarioLoan.chargeQuery(),
  transactions: (scenarioLoan: ScenarioLoan) => scenarioLoan.chargeQuery(),
  rateSheet: () => ({}),
  refundable: ({ id }: ScenarioLoan) => ({ requestUserId: admin, applicationId: id }),
  refund: (scenarioLoan: ScenarioLoan) => scenarioLoan.refundCall(),
  cancelAccount: accountName,
  increaseCreditLine: (scenarioLoan: ScenarioLoan) => ({
    ...accountName(scenarioLoan),
    cents: 1_000_000,
  }),
  approveOnBehalf: ({ chargeUuid }: ScenarioLoan) => ({
    requestUserId: rep,
    paymentRequestUuid: chargeUuid,
    authorization: { method: 'signed_contract', reference: 'HC-2201' },
  }),
  settlement: ({ chargeUuid }: ScenarioLoan) => ({
    adminUserId: admin,
    paymentRequestUuid: chargeUuid,
  }),
} as const;

function loanName({ id }: ScenarioLoan) {
  return { requestUserId: rep, loanId: id };
}

function accountName({ id }: ScenarioLoan) {
  return { requestUserId: rep, applicationId: id };
}

/** Makes the call of a scenario. Rejects as the lender's method does. */
export function make(call: Call, lender: Lender, scenarioLoan: ScenarioLoan): Promise<unknown> {
  const { method } = call;
  const args = { ...argumentsOf[method](scenarioLoan), ...call.with };
  // Each method takes what stands under its name above.
  const callable = lender as unknown as Record<Method, (args: unknown) => Promise<unknown>>;
  return callable[method](method === 'rateSheet' ? merchantUsers.admin : args);
}
