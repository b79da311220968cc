import type { MerchantStatus } from '../../../lending-api/statuses.ts';
import { merchantMachine } from '../states/merchant.ts';
import { canMove, transition } from '../states/state-machine.ts';

/**
 * The status at a time (epoch ms): an invitation that ran out has expired, whether or not a timer
 * has seen it (7 days).
 */
export function merchantStatusAt(
  { status, invitation_expires_at }: { status: MerchantStatus; invitation_expires_at: number },
  now: number,
): MerchantStatus {
  const isOver =
    now >= invitation_expires_at && canMove(merchantMachine, status, 'invitation_expired');
  return isOver ? transition(merchantMachine, status, 'invitation_expired') : status;
}
