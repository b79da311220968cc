import type { PortalAccountStatus } from '../../../lending-api/statuses.ts';
import { portalAccountMachine } from '../../domain/states/portal-account.ts';
import { transition } from '../../domain/states/state-machine.ts';
import type { ApplicantScript } from '../../providers/applicants.ts';

/** Acceptance invites to the Payment Portal: its page links there. A persona may be active at once. */
export function portalAfterAcceptance(
  status: PortalAccountStatus,
  portal: ApplicantScript['portal'],
): PortalAccountStatus {
  const invited = transition(portalAccountMachine, status, 'invited');
  return portal === 'active_at_acceptance'
    ? transition(portalAccountMachine, invited, 'set_up')
    : invited;
}
