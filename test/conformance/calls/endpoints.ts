import { accountEndpoints, applicationEndpoints } from './consumers.ts';
import type { Endpoint } from './endpoint.ts';
import { fundingEndpoints, historyEndpoints } from './funding.ts';
import { merchantRecordEndpoints } from './merchant-records.ts';
import { merchantEndpoints } from './merchants.ts';

/** The 36 endpoints of the description, in its order. */
export const endpoints: readonly Endpoint[] = [
  ...merchantEndpoints,
  ...merchantRecordEndpoints,
  ...applicationEndpoints,
  ...accountEndpoints,
  ...fundingEndpoints,
  ...historyEndpoints,
];
