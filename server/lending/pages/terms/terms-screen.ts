import type { LendingContext } from '../../context.ts';
import {
  type HostedLink,
  type LinkProblem,
  linkProblem,
} from '../../operations/identity/hosted-link.ts';
import { isInStepUp, needsStepUp } from '../../operations/terms/step-up.ts';

export type TermsScreen =
  | { kind: 'problem'; problem: LinkProblem }
  | {
      kind:
        | 'nothing_left'
        | 'declined_by_consumer'
        | 'cancelled'
        | 'not_offered'
        | 'offer_expired'
        | 'identity'
        | 'code'
        | 'terms'
        | 'review'
        | 'accepted'
        | 'suspended';
    };

/**
 * What the terms page shows now: the end of the application, said only to who is known, else what is
 * the matter with the link, else its next question.
 */
export function termsScreen(
  context: LendingContext,
  hosted: HostedLink,
  isIdentified: boolean,
): TermsScreen {
  const ended = howItEnded(context, hosted);
  if (ended !== null) return { kind: isIdentified ? ended : 'nothing_left' };
  const problem = linkProblem(context, hosted);
  if (problem !== null) return { kind: 'problem', problem };
  const { application } = hosted;
  if (!isIdentified || needsStepUp(application)) return { kind: 'identity' };
  switch (application.status) {
    case 'Approved: Offer Selected':
      return { kind: 'terms' };
    case 'Approved: Accepted':
      return { kind: 'accepted' };
    case 'Suspended':
      return { kind: 'suspended' };
    case 'Pending: Verification':
      return { kind: isInStepUp(application) ? 'code' : 'review' };
    default:
      return { kind: 'problem', problem: 'replaced' };
  }
}

function howItEnded(
  { clock }: LendingContext,
  { application }: HostedLink,
): 'declined_by_consumer' | 'cancelled' | 'not_offered' | 'offer_expired' | null {
  const { status, accepted_at, offers_expire_at, sponsor_id } = application;
  if (status === 'Cancelled') return accepted_at === null ? 'declined_by_consumer' : 'cancelled';
  if (status === 'Declined') return 'not_offered';
  const isOver = offers_expire_at !== null && clock.now(sponsor_id) >= offers_expire_at;
  const isOpen = status === 'Approved: Offer Selected' || status === 'Pending: Verification';
  return status === 'Expired' || (isOpen && isOver) ? 'offer_expired' : null;
}
