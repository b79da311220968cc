import type { DueWorkHandler } from '../../../platform/due-work/runner.ts';
import type { LendingContext } from '../../context.ts';
import {
  CHARGE_DEADLINE,
  CHARGE_SETTLEMENT,
  CHARGE_SUBMISSION,
  CONSUMER_ANSWER,
  MERCHANT_PAYOUT,
} from './funding-timers.ts';
import { runChargeDeadline } from './run-charge-deadline.ts';
import { runChargeSettlement } from './run-charge-settlement.ts';
import { runChargeSubmission } from './run-charge-submission.ts';
import { runConsumerAnswer } from './run-consumer-answer.ts';
import { runMerchantPayout } from './run-merchant-payout.ts';

/** The 48 hours of a request; the batch, the settlement and the payout of a charge. */
export function fundingTimers(context: LendingContext): Readonly<Record<string, DueWorkHandler>> {
  return {
    [CHARGE_DEADLINE]: (work) => runChargeDeadline(context, work),
    [CONSUMER_ANSWER]: (work) => runConsumerAnswer(context, work),
    [CHARGE_SUBMISSION]: (work) => runChargeSubmission(context, work),
    [CHARGE_SETTLEMENT]: (work) => runChargeSettlement(context, work),
    [MERCHANT_PAYOUT]: (work) => runMerchantPayout(context, work),
  };
}
