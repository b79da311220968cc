import type { DueWorkHandler } from '../../../platform/due-work/runner.ts';
import type { LendingContext } from '../../context.ts';
import {
  CHARGE_DEADLINE,
  CHARGE_SETTLEMENT,
  CHARGE_SUBMISSION,
  CONSUMER_ANSWER,
  MERCHANT_PAYOUT,
  REFUND_SETTLEMENT,
  REFUND_SUBMISSION,
} from './funding-timers.ts';
import { runChargeDeadline } from './run-charge-deadline.ts';
import { runConsumerAnswer } from './answer-as-consumer.ts';
import { runMerchantPayout } from './run-merchant-payout.ts';
import { runSettlement, runSubmission } from './submit-transaction.ts';

/** The 48 hours of a request; the batch and the settlement of charges and refunds; the payout. */
export function fundingTimers(context: LendingContext): Readonly<Record<string, DueWorkHandler>> {
  return {
    [CHARGE_DEADLINE]: (work) => runChargeDeadline(context, work),
    [CONSUMER_ANSWER]: (work) => runConsumerAnswer(context, work),
    [CHARGE_SUBMISSION]: (work) => runSubmission(context, work),
    [CHARGE_SETTLEMENT]: (work) => runSettlement(context, work),
    [REFUND_SUBMISSION]: (work) => runSubmission(context, work),
    [REFUND_SETTLEMENT]: (work) => runSettlement(context, work),
    [MERCHANT_PAYOUT]: (work) => runMerchantPayout(context, work),
  };
}
