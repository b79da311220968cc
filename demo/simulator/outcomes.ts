/**
 * What is done after the form is sent, in order. In the checkout, `agree` sends it again, `choose`
 * takes the first offer and `charge` asks for the charge. The other moves are made in the lender's
 * sandbox for the consumer.
 */
export type Step = 'agree' | 'choose' | 'charge' | Move;

/** What the shop's server does in the sandbox for the checkout on the page. */
export const moves = [
  'accept_terms',
  'accept_terms_late',
  'decline_terms',
  'approve_charge',
  'reject_charge',
  'repeat_callbacks',
  'two_days',
] as const;
export type Move = (typeof moves)[number];

/** Moves that affect all users of the sandbox: its clock, and when its callbacks are sent. */
export const sharedMoves: readonly Move[] = ['two_days', 'accept_terms_late'];

export interface Outcome {
  readonly id: string;
  readonly title: string;
  readonly about: string;
  /** Whose Social Security number is typed: 900-10- and these. */
  readonly persona: string;
  readonly steps: readonly Step[];
  /** The screen on which it ends. */
  readonly until: string;
}

export interface OutcomeGroup {
  readonly title: string;
  readonly outcomes: readonly Outcome[];
}

const approved = ['choose', 'accept_terms', 'charge'] as const;

export const outcomeGroups: readonly OutcomeGroup[] = [
  {
    title: 'The decision',
    outcomes: [
      outcome(
        'five-offers',
        'Five offers',
        'Approved for the standard products.',
        '0001',
        'offers',
      ),
      outcome('three-offers', 'Three offers', 'Approved for three products.', '0010', 'offers'),
      outcome('one-offer', 'One offer', 'Approved for one product.', '0009', 'offers'),
      outcome(
        'no-offers',
        'No offers',
        'Declined. A notice follows by email.',
        '0101',
        'no_offers',
      ),
      outcome('review', 'Review', 'A person reviews the application.', '0106', 'review'),
      outcome('expired', 'Expired', 'The offers have already expired.', '0004', 'expired'),
    ],
  },
  {
    title: 'Errors and delays',
    outcomes: [
      outcome(
        'down',
        '503',
        'The bureau is down. There is no decision, and the consumer can try again.',
        '0201',
        'details',
      ),
      outcome(
        'down-once',
        '503, then success',
        'The second try gets a decision.',
        '0204',
        'offers',
        ['agree'],
      ),
      outcome(
        'slow',
        'Slow',
        'The answer takes 25 seconds. Stay on the page until the offers appear.',
        '0202',
        'working',
      ),
      outcome(
        'failed',
        'Timeout',
        'The answer is lost. Stay on the page: after a minute, the BFF reads from the lender that there is no decision. The form comes back with everything typed.',
        '0203',
        'working',
      ),
    ],
  },
  {
    title: 'On the lender’s page',
    outcomes: [
      outcome(
        'accepted',
        'Accepted',
        'The consumer accepts the terms and has a loan.',
        '0001',
        'accepted',
        ['choose', 'accept_terms'],
      ),
      outcome('declined', 'Cancelled', 'The consumer declines the terms.', '0001', 'cancelled', [
        'choose',
        'decline_terms',
      ]),
      outcome(
        'duplicate-callbacks',
        'Duplicate callbacks',
        'Each callback comes three times. The page gets one event.',
        '0001',
        'accepted',
        ['choose', 'accept_terms', 'repeat_callbacks'],
      ),
      outcome(
        'late-callbacks',
        'Late callbacks',
        'Callbacks come seconds late, twice each and in the wrong order.',
        '0001',
        'accepted',
        ['choose', 'accept_terms_late'],
      ),
    ],
  },
  {
    title: 'The charge',
    outcomes: [
      outcome(
        'charge-approved',
        'Charge approved',
        'The consumer approves the charge on the lender’s page.',
        '0001',
        'charge_outcome',
        [...approved, 'approve_charge'],
      ),
      outcome(
        'charge-rejected',
        'Charge rejected',
        'The consumer rejects the charge. It can be requested again.',
        '0001',
        'charge_outcome',
        [...approved, 'reject_charge'],
      ),
      outcome(
        'charge-expired',
        'Charge expired',
        'The lender’s clock moves forward two days without an answer.',
        '0001',
        'charge_outcome',
        [...approved, 'two_days'],
      ),
    ],
  },
];

function outcome(
  id: string,
  title: string,
  about: string,
  persona: string,
  until: string,
  steps: readonly Step[] = [],
): Outcome {
  return { id, title, about, persona, until, steps };
}

/** Where strangers share the sandbox, moves that affect all of them are left out. */
export function offeredGroups(isPublic: boolean): OutcomeGroup[] {
  const isOffered = ({ steps }: Outcome) =>
    !isPublic || !steps.some((step) => sharedMoves.some((move) => move === step));
  return outcomeGroups.map(({ title, outcomes }) => ({
    title,
    outcomes: outcomes.filter(isOffered),
  }));
}
