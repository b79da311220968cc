import type { AccountCall, Lender } from '../lender.ts';
import type { Calls } from './calls.ts';
import { consumersPath } from './paths.ts';

/** Sponsor Lending API, consumer account endpoints. */
export function accountCalls(calls: Calls): Pick<Lender, 'cancelAccount' | 'increaseCreditLine'> {
  const post = async (operation: string, path: string, body: Readonly<Record<string, unknown>>) => {
    await calls.perform({ operation, method: 'POST', path, body }, () => null);
  };
  return {
    cancelAccount: (call) =>
      post('cancelAccount', `${consumersPath}/accounts/cancel/`, namesOf(call)),
    increaseCreditLine: ({ cents, ...call }) =>
      post('increaseCreditLine', `${consumersPath}/accounts/credit-line-increase/`, {
        ...namesOf(call),
        // The one amount that the API takes as a number.
        cli_amount: cents / 100,
      }),
  };
}

function namesOf({ requestUserId, applicationId }: AccountCall) {
  return { external_application_id: applicationId, request_user_id: requestUserId };
}
