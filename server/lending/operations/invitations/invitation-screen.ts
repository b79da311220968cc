import type { Offer } from '../../../lending-api/offers.ts';
import type { CalendarDate } from '../../../platform/calendar/calendar-date.ts';
import { easternDate } from '../../../platform/calendar/eastern-time.ts';
import type { LendingContext } from '../../context.ts';
import { statusAt } from '../../domain/application-status.ts';
import { invitationStatusAt } from '../../domain/invitation-deadlines.ts';
import { listOffers } from '../../store/offers.ts';
import { standingOffer } from '../applications/offers-of-application.ts';
import type { InvitedLink } from './invited-link.ts';

/** What an invited consumer is to be shown. */
export type InvitationScreen =
  /** The invitation is for a later day. */
  | { kind: 'not_yet'; opensOn: CalendarDate }
  /** The merchant is not active at present: nothing can be applied for. */
  | { kind: 'unavailable' }
  | { kind: 'start' }
  /** The form; it is there again when the bureau could not be asked. */
  | { kind: 'details' }
  /** Being decided by another call; looking again soon shows what came of it. */
  | { kind: 'in_progress' }
  /** Offers to choose from, cheapest first; `selected` has its own terms page. */
  | { kind: 'offers'; offers: Offer[]; selected: string | null }
  | { kind: 'in_review' }
  /** Ask the one-time code on the terms page: the offer is selected already. */
  | { kind: 'in_step_up' }
  | { kind: 'declined' }
  | { kind: 'accepted' }
  | { kind: 'cancelled' }
  | { kind: 'expired' };

/** The screen of an invitation as it stands now. Links that are locked are the caller's matter. */
export async function invitationScreen(
  context: LendingContext,
  { invitation, application, merchant }: InvitedLink,
): Promise<InvitationScreen> {
  const now = context.clock.now(application.sponsor_id);
  const status = statusAt(application, now);
  switch (status) {
    case 'Invited':
    case 'Started':
      return beforeDecision(invitationStatusAt(invitation, now), {
        isStarted: status === 'Started',
        isSent: application.person_index !== '',
        isAvailable: merchant.status === 'Active',
        opensOn: easternDate(invitation.activates_at),
      });
    case 'Approved: Offers Available':
    case 'Approved: Offer Selected': {
      const { sponsor_id, id, selected_offer_id } = application;
      const rows = await listOffers(context.database.query, sponsor_id, id);
      const offers = rows.map((row) => standingOffer(context.config, application, row, now));
      return { kind: 'offers', offers, selected: selected_offer_id };
    }
    case 'Pending: Verification':
      return { kind: application.selected_offer_id === null ? 'in_review' : 'in_step_up' };
    case 'Declined':
      return { kind: 'declined' };
    case 'Approved: Accepted':
    case 'Suspended':
      return { kind: 'accepted' };
    case 'Cancelled':
      return { kind: 'cancelled' };
    case 'Expired':
      return { kind: 'expired' };
  }
}

interface Beginning {
  isStarted: boolean;
  /** The details were sent and are being decided on. */
  isSent: boolean;
  isAvailable: boolean;
  opensOn: CalendarDate;
}

function beforeDecision(
  status: ReturnType<typeof invitationStatusAt>,
  { isStarted, isSent, isAvailable, opensOn }: Beginning,
): InvitationScreen {
  if (isSent) return { kind: 'in_progress' };
  switch (status) {
    case 'Scheduled':
      return { kind: 'not_yet', opensOn };
    case 'Expired':
      return { kind: 'expired' };
    case 'Cancelled':
      return { kind: 'cancelled' };
    default:
      if (!isAvailable) return { kind: 'unavailable' };
      return { kind: isStarted ? 'details' : 'start' };
  }
}
