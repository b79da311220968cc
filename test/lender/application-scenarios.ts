import { noOffers, offers, oneOf, orNull, ourId, time, webAddress } from './expectations.ts';
import { accepted, applied, type Scenario } from './scenario.ts';

const absent = { fails: { failure: 'refused', status: 404 } } as const;

/** From the application to the accepted terms. */
export const applicationScenarios: readonly Scenario[] = [
  {
    name: 'decides with offers that can be drawn',
    call: { method: 'softPull' },
    answer: {
      reads: {
        decision: 'offers',
        offers,
        lacking: null,
        status: oneOf(null, 'Approved: Offers Available'),
        applicationId: orNull(ourId),
        loanId: orNull(ourId),
        offersExpireAt: orNull(time),
        decidedAt: orNull(time),
      },
    },
  },
  {
    name: 'decides without offers',
    given: { person: 'declined' },
    call: { method: 'softPull' },
    answer: {
      reads: {
        decision: 'no_offers',
        offers: noOffers,
        lacking: null,
        status: oneOf(null, 'Declined'),
      },
    },
  },
  {
    name: 'says that it reviews',
    given: { person: 'in_review' },
    call: { method: 'softPull' },
    answer: { reads: { offers: noOffers, status: 'Pending: Verification' } },
  },
  {
    name: 'names the field of an application that it refuses',
    given: { person: 'misspelt' },
    call: { method: 'softPull' },
    answer: { fails: { failure: 'refused', status: oneOf(400, 422), fields: ['ssn'] } },
  },
  {
    name: 'refuses an application for a merchant user whom it does not know',
    call: { method: 'softPull', with: { requestUserId: 'nobody' } },
    answer: { fails: { failure: 'refused', status: oneOf(400, 403, 404) } },
  },
  {
    name: 'decides nothing for a stranger',
    call: { method: 'softPull' },
    isStranger: true,
    answer: { fails: { failure: 'unavailable', status: 401 } },
  },
  {
    name: 'answers the choice of an offer with a link',
    given: { steps: applied },
    call: { method: 'select' },
    answer: { reads: { link: webAddress, linkExpiresAt: orNull(time) } },
  },
  {
    name: 'answers a choice that is repeated with a link',
    given: { steps: [...applied, 'select'] },
    call: { method: 'select' },
    answer: { reads: { link: webAddress } },
  },
  {
    name: 'knows no offer that it never made',
    call: { method: 'select' },
    answer: { fails: { failure: 'refused', status: 404 } },
  },
  {
    name: 'refuses an offer whose terms were declined',
    given: { steps: [...applied, 'select', 'decline terms'] },
    call: { method: 'select' },
    answer: { fails: { failure: 'refused', status: oneOf(400, 404) } },
  },
  { name: 'knows no loan that nobody applied for', call: { method: 'loan' }, answer: absent },
  {
    name: 'has the loan under our id',
    given: { steps: applied },
    call: { method: 'loan' },
    answer: {
      reads: {
        status: oneOf(null, 'Approved: Offers Available'),
        loanId: orNull(ourId),
        isAccepted: oneOf(null, false),
        lacking: null,
      },
    },
  },
  {
    name: 'says when the terms are accepted',
    given: { steps: accepted },
    call: { method: 'loan' },
    answer: {
      reads: { status: 'Approved: Accepted', isAccepted: true, isClosed: oneOf(null, false) },
    },
  },
  {
    name: 'says when the terms are declined',
    given: { steps: [...applied, 'select', 'decline terms'] },
    call: { method: 'loan' },
    answer: { reads: { status: 'Cancelled', isAccepted: oneOf(null, false) } },
  },
  {
    name: 'says when the account is suspended',
    given: { steps: [...accepted, 'suspend'] },
    call: { method: 'loan' },
    answer: { reads: { isAccepted: oneOf(null, true), isSuspended: true } },
  },
  {
    name: 'says when nothing is offered',
    given: { person: 'declined', steps: applied },
    call: { method: 'loan' },
    answer: { reads: { status: oneOf(null, 'Declined'), offers: noOffers } },
  },
  {
    name: 'shows a stranger no loan',
    given: { steps: applied },
    call: { method: 'loan' },
    isStranger: true,
    answer: { fails: { failure: 'unavailable', status: 401 } },
  },
  {
    name: 'invites to the Payment Portal',
    given: { person: 'without_portal', steps: accepted },
    call: { method: 'invitePortal' },
    answer: { reads: { portalStatus: oneOf(null, 'Invited'), eligibility: oneOf(null, 2) } },
  },
  {
    name: 'invites nobody for a loan that it does not know',
    call: { method: 'invitePortal' },
    answer: absent,
  },
];
