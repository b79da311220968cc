import type { DueWorkHandler } from '../../../platform/due-work/runner.ts';
import type { LendingContext } from '../../context.ts';
import { runChargeDeadline } from './run-charge-deadline.ts';
import { runChargeSettlement } from './run-charge-settlement.ts';
import { runChargeSubmission } from './run-charge-submission.ts';
import { runConsumerAnswer } from './run-consumer-answer.ts';
import { runMerchantPayout } from './run-merchant-payout.ts';

/** The 48 hours of a request; the batch, the settlement and the payout of a charge. */
export function fundingTimers(context: LendingContext): Readonly<Record<string, DueWorkHandler>> {
  return {
    charge_deadline: (work) => runChargeDeadline(context, work),
    consumer_answer: (work) => runConsumerAnswer(context, work),
    charge_submission: (work) => runChargeSubmission(context, work),
    charge_settlement: (work) => runChargeSettlement(context, work),
    merchant_payout: (work) => runMerchantPayout(context, work),
  };
}
