import { html } from 'hono/html';
import { withPhoneNumbers } from '../../documents/html.ts';
import type { InvitationScreen } from '../../operations/invitations/invitation-screen.ts';
import type { Notice } from '../notice-page.ts';
import type { Reader } from '../reader.ts';

type Said = Omit<Notice, 'back'>;

/** What is said where there is nothing to do; null for a screen with a page of its own. */
export function endNotice(
  { strings, format, lender }: Reader,
  screen: InvitationScreen,
  merchantName: string,
): Said | null {
  const { apply, state } = strings;
  switch (screen.kind) {
    case 'not_yet':
      return { title: apply.notYetTitle, text: apply.notYet(format.date(screen.opensOn)) };
    case 'unavailable':
      return { title: apply.unavailableTitle, text: apply.unavailable(merchantName) };
    case 'in_review':
      return { title: state.reviewTitle, text: state.review };
    case 'declined':
      return {
        title: apply.noOffersTitle,
        text: apply.noOffers,
        more: html`<p>${withPhoneNumbers(apply.paper(lender.phone))}</p>
          <p>${lender.name}, ${lender.address}</p>`,
      };
    case 'cancelled':
      return { title: apply.cancelledTitle, text: apply.cancelled };
    case 'expired':
      return { title: apply.expiredTitle, text: apply.expired(merchantName) };
    default:
      return null;
  }
}

/** The terms have a page of their own, whose link is over. */
export function afterTerms({ strings }: Reader, kind: 'in_step_up' | 'accepted'): Said {
  const { apply, state } = strings;
  return kind === 'accepted'
    ? { title: apply.acceptedTitle, text: apply.accepted, tone: 'good' }
    : { title: state.reviewTitle, text: state.review };
}

/** There is no decision yet: the page is looked at again by whoever waits, not by itself. */
export function inWorkNotice({ strings }: Reader, path: string): Said {
  const { inWorkTitle, inWork, lookAgain } = strings.apply;
  return {
    title: inWorkTitle,
    text: inWork,
    more: html`<p class="actions"><a class="button" href="${path}">${lookAgain}</a></p>`,
  };
}
