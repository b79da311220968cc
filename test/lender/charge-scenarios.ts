import { chargeAs, noCharge, oneOf, orNull, refundOfTheLoan, time, uuid } from './expectations.ts';
import { accepted, applied, approved, charged, type Scenario, settled } from './scenario.ts';
import { chargedCents } from './scenario-loan.ts';

const asked = { kind: 109, cents: chargedCents } as const;

/** A charge, and what the lender's lists say of it. */
export const chargeScenarios: readonly Scenario[] = [
  {
    name: 'creates a charge that waits for the consumer',
    given: { steps: accepted },
    call: { method: 'createCharge' },
    answer: {
      reads: { paymentRequestUuid: uuid, lenderStatus: 'pending', expiresAt: orNull(time) },
    },
  },
  {
    name: 'refuses a charge before the terms are accepted',
    given: { steps: applied },
    call: { method: 'createCharge' },
    answer: { fails: { failure: 'refused', status: 400, reason: undefined } },
  },
  {
    name: 'says that a charge lacks the Payment Portal account',
    given: { person: 'without_portal', steps: accepted },
    call: { method: 'createCharge' },
    answer: { fails: { failure: 'refused', reason: 'portal_missing' } },
  },
  {
    name: 'creates a charge once the Payment Portal account is active',
    given: { person: 'without_portal', steps: [...accepted, 'invite portal', 'activate portal'] },
    call: { method: 'createCharge' },
    answer: { reads: { paymentRequestUuid: uuid, lenderStatus: 'pending' } },
  },
  {
    name: "says that a charge lacks the merchant's bank account",
    given: { steps: [...accepted, 'lose bank'] },
    call: { method: 'createCharge' },
    answer: { fails: { failure: 'refused', reason: 'bank_missing' } },
  },
  {
    name: 'says that it cannot reach the consumer',
    given: { steps: [...accepted, 'lose reach'] },
    call: { method: 'createCharge' },
    answer: { fails: { failure: 'refused', status: 424, reason: 'consumer_unreachable' } },
  },
  {
    name: 'refuses a charge whose parts do not sum to it',
    given: { steps: accepted },
    call: { method: 'createCharge', with: { cents: chargedCents + 1 } },
    answer: { fails: { failure: 'refused', status: 400, reason: undefined } },
  },
  {
    name: 'lists no charge that was never made',
    given: { steps: accepted },
    call: { method: 'charges' },
    answer: { reads: noCharge },
  },
  {
    name: 'lists a charge that waits',
    given: { steps: charged },
    call: { method: 'charges' },
    answer: { reads: chargeAs({ ...asked, lenderStatus: 'pending', list: 'pending' }) },
  },
  {
    name: 'lists a charge where no loan is searched for',
    given: { steps: charged },
    call: { method: 'charges', with: { loanNumber: null } },
    answer: { reads: chargeAs({ ...asked, lenderStatus: 'pending' }) },
  },
  {
    name: 'lists a charge that the consumer has approved',
    given: { steps: approved },
    call: { method: 'charges' },
    answer: { reads: chargeAs({ ...asked, lenderStatus: 'approved' }) },
  },
  {
    name: 'lists a charge that the consumer has rejected',
    given: { steps: [...charged, 'reject'] },
    call: { method: 'charges' },
    answer: { reads: chargeAs({ ...asked, lenderStatus: 'rejected', list: 'activity' }) },
  },
  {
    name: 'lists a charge that nobody has answered as expired',
    given: { steps: [...charged, 'wait 49 hours'] },
    call: { method: 'charges' },
    answer: { reads: chargeAs({ ...asked, lenderStatus: 'expired', list: 'activity' }) },
  },
  {
    name: 'lists a charge that is settled',
    given: { steps: settled },
    call: { method: 'charges' },
    answer: { reads: chargeAs({ ...asked, lenderStatus: 'settled' }) },
  },
  {
    name: 'lists a charge that has failed',
    given: { steps: [...approved, { move: 'Failed' }] },
    call: { method: 'charges' },
    answer: { reads: chargeAs({ ...asked, lenderStatus: 'failed' }) },
  },
  {
    name: 'lists a charge that was reversed',
    given: { steps: [...settled, { move: 'Reversed' }] },
    call: { method: 'charges' },
    answer: { reads: chargeAs({ ...asked, lenderStatus: 'reversed' }) },
  },
  {
    name: 'lists a charge that is held back',
    given: { steps: [...approved, { move: 'Excluded' }] },
    call: { method: 'charges' },
    answer: { reads: chargeAs({ ...asked, lenderStatus: 'held' }) },
  },
  {
    name: 'lists a refund as what it is',
    given: { steps: [...settled, 'refund'] },
    call: { method: 'charges' },
    answer: { reads: refundOfTheLoan },
  },
  {
    name: 'lists the charges of the days that are asked for, and no others',
    given: { steps: charged },
    call: { method: 'charges', with: { from: 0, to: 0 } },
    answer: { reads: noCharge },
  },
  {
    name: 'shows a stranger no charges',
    call: { method: 'charges' },
    isStranger: true,
    answer: { fails: { failure: 'unavailable', status: 401 } },
  },
  {
    name: 'lists what has reached the payment processor',
    given: { steps: settled },
    call: { method: 'transactions' },
    answer: { reads: chargeAs({ ...asked, lenderStatus: 'settled', list: 'transactions' }) },
  },
  {
    name: 'lists nothing there that waits',
    given: { steps: charged },
    call: { method: 'transactions' },
    answer: { reads: noCharge },
  },
  {
    name: 'tells whether a charge is settled',
    given: { steps: settled },
    call: { method: 'settlement' },
    answer: { reads: { isSettled: true } },
  },
  {
    name: 'tells that a charge is not settled',
    given: { steps: approved },
    call: { method: 'settlement' },
    answer: { reads: { isSettled: false } },
  },
  {
    name: 'approves a charge for the consumer',
    given: { steps: charged },
    call: { method: 'approveOnBehalf' },
    answer: { reads: { lenderStatus: 'approved' } },
  },
  {
    name: 'approves no charge that is rejected',
    given: { steps: [...charged, 'reject'] },
    call: { method: 'approveOnBehalf' },
    answer: { fails: { failure: 'refused', status: oneOf(400, 403, 404) } },
  },
];
