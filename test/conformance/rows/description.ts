import {
  authenticationRows,
  conventionRows,
  eligibilityRows,
  roleRows,
  transactionCodeRows,
  transactionStatusRows,
} from './conventions.ts';
import { deadlineRows, machineRows, raceRows } from './decided.ts';
import { endpointRows } from './endpoints.ts';
import { errorRows, limitRows } from './errors.ts';
import { eventRows } from './events.ts';
import type { Row } from './row.ts';
import { stateRows, transitionRows } from './transitions.ts';

/** Every row of the Sponsor Lending API's description, in its order. */
export const description: readonly Row[] = [
  ...conventionRows,
  ...eligibilityRows,
  ...transactionCodeRows,
  ...transactionStatusRows,
  ...roleRows,
  ...transitionRows,
  ...stateRows,
  ...machineRows,
  ...endpointRows,
  ...authenticationRows,
  ...eventRows,
  ...errorRows,
  ...limitRows,
  ...deadlineRows,
  ...raceRows,
];
