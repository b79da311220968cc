import { basicAuthHeader } from '../../../platform/http/basic-auth.ts';
import type { Lender, LenderOptions, AccountCall } from '../lender.ts';
import { applicationCalls } from './application-calls.ts';
import { Calls, consumersPath } from './calls.ts';
import { chargeCalls, refundCalls } from './charge-calls.ts';
import { chargeLists } from './charge-lists.ts';
import { rateSheetCalls, rateSheetPath } from './rate-sheet.ts';
import { offerFields } from './read-loan.ts';

/**
 * The Sponsor Lending API. What it documents is needed, and what else a lender says is taken where
 * it is there.
 */
export default function createSponsorLendingApi(options: LenderOptions): Lender {
  const calls = new Calls(options);
  return {
    offerFields,
    probe: {
      url: `${options.baseUrl}${rateSheetPath(options.probeUserId)}`,
      headers: { authorization: basicAuthHeader(options) },
    },
    ...applicationCalls(calls, options),
    ...chargeCalls(calls),
    ...chargeLists(calls),
    ...rateSheetCalls(calls),
    ...refundCalls(calls),
    ...accountCalls(calls),
  };
}

/** Sponsor Lending API, consumer account endpoints. */
function accountCalls(calls: Calls): Pick<Lender, 'cancelAccount' | 'increaseCreditLine'> {
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
