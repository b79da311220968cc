import { orNull, refundOfTheLoan, some, uuid } from './expectations.ts';
import { accepted, approved, charged, type Scenario, settled } from './scenario.ts';
import { chargedCents } from './scenario-loan.ts';

/** What a lender may be able to do beside. */
export const accountScenarios: readonly Scenario[] = [
  {
    name: "has the merchant's products",
    call: { method: 'rateSheet' },
    answer: { reads: some({ is_available: true, is_selected: true }) },
  },
  {
    name: 'lists what can be refunded',
    given: { steps: settled },
    call: { method: 'refundable' },
    answer: {
      reads: { isWhole: true, records: some({ maximumRefundableCents: chargedCents }) },
    },
  },
  {
    name: 'lists nothing to refund of a charge that waits',
    given: { steps: charged },
    call: { method: 'refundable' },
    answer: { reads: { isWhole: true, records: [] } },
  },
  {
    name: 'refunds a part of a settled charge',
    given: { steps: settled },
    call: { method: 'refund' },
    answer: { reads: { refundUuid: orNull(uuid) } },
  },
  {
    name: 'lists a refund that was asked for here',
    given: { steps: [...settled, 'refund'] },
    needs: 'refund',
    call: { method: 'transactions' },
    answer: { reads: refundOfTheLoan },
  },
  {
    name: 'refunds no part of a charge that is not settled',
    given: { steps: approved },
    call: { method: 'refund' },
    answer: { fails: { failure: 'refused', status: 400 } },
  },
  {
    name: 'cancels an account on which nothing is spent',
    given: { steps: accepted },
    call: { method: 'cancelAccount' },
    answer: { reads: undefined },
  },
  {
    name: 'cancels no account with a charge on it',
    given: { steps: approved },
    call: { method: 'cancelAccount' },
    answer: { fails: { failure: 'refused', status: 403 } },
  },
  {
    name: 'cancels no account that it does not know',
    call: { method: 'cancelAccount' },
    answer: { fails: { failure: 'refused', status: 404 } },
  },
  {
    name: 'raises the limit of an account',
    given: { steps: accepted },
    call: { method: 'increaseCreditLine' },
    answer: { reads: undefined },
  },
  {
    name: 'raises no limit beyond what was approved',
    given: { steps: accepted },
    call: { method: 'increaseCreditLine', with: { cents: 99_999_999 } },
    answer: { fails: { failure: 'refused', status: 400 } },
  },
];
