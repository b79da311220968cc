import type { LendingContext } from '../../context.ts';
import type { DueWorkHandler } from '../../../platform/due-work/runner.ts';
import { expireMerchantInvitation } from './move-merchant.ts';
import { expireMicroDeposits, MICRO_DEPOSIT_EXPIRY } from './micro-deposits.ts';
import { MERCHANT_INVITATION_EXPIRY } from './send-merchant-invitation.ts';

/** The deadlines of a merchant: its invitation's 7 days, its micro-deposits' 14. */
export function merchantTimers(context: LendingContext): Readonly<Record<string, DueWorkHandler>> {
  return {
    [MERCHANT_INVITATION_EXPIRY]: (work) => expireMerchantInvitation(context, work),
    [MICRO_DEPOSIT_EXPIRY]: (work) => expireMicroDeposits(context, work),
  };
}
