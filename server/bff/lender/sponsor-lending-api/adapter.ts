import { basicAuthHeader } from '../../../platform/http/basic-auth.ts';
import type { Lender, LenderOptions } from '../lender.ts';
import { accountCalls } from './account-calls.ts';
import { applicationCalls } from './application-calls.ts';
import { Calls } from './calls.ts';
import { chargeCalls } from './charge-calls.ts';
import { chargeLists } from './charge-lists.ts';
import { rateSheetCalls, rateSheetPath } from './rate-sheet.ts';
import { offerFields } from './read-offers.ts';
import { refundCalls } from './refund-calls.ts';

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
