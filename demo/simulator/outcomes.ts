/**
 * What is done once the form is sent, one after the other. `agree` sends it again, `choose` takes
 * the first offer and `charge` asks for the charge, all of them in the checkout; the rest is done in
 * the lender's sandbox, in the consumer's stead.
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

/** They concern everybody who uses the sandbox: its clock, and when callbacks leave it. */
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
        'Declined; a notice follows by e-mail.',
        '0101',
        'no_offers',
      ),
      outcome('review', 'Review', 'A person looks at it first.', '0106', 'review'),
      outcome(
        'expired',
        'Expired',
        'The offers are past their time on arrival.',
        '0004',
        'expired',
      ),
    ],
  },
  {
    title: 'Trouble on the way',
    outcomes: [
      outcome(
        'down',
        '503',
        'The bureau is down: nothing is decided, and it may be tried again.',
        '0201',
        'details',
      ),
      outcome('down-once', '503, then success', 'Sent again, it is decided.', '0204', 'offers', [
        'agree',
      ]),
      outcome(
        'slow',
        'Slow',
        'The answer takes 25 seconds; stay, and the offers come by themselves.',
        '0202',
        'working',
      ),
      outcome(
        'failed',
        'Timeout',
        'The answer is lost. Stay: a minute later the BFF has read from the lender that nothing was decided, and the form comes back as it was typed.',
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
        'The terms are accepted: there is a loan.',
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
        'Each callback comes three times; the page hears of it once.',
        '0001',
        'accepted',
        ['choose', 'accept_terms', 'repeat_callbacks'],
      ),
      outcome(
        'late-callbacks',
        'Late callbacks',
        'They come seconds late, twice each and in the wrong order.',
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
        'The consumer approves it by the link of the message.',
        '0001',
        'charge_outcome',
        [...approved, 'approve_charge'],
      ),
      outcome(
        'charge-rejected',
        'Charge rejected',
        'The consumer rejects it; it may be asked for again.',
        '0001',
        'charge_outcome',
        [...approved, 'reject_charge'],
      ),
      outcome(
        'charge-expired',
        'Charge expired',
        'Nobody answers for two days of the lender’s clock.',
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

/** Those that move what strangers share are left out where strangers share it. */
export function offeredGroups(isPublic: boolean): OutcomeGroup[] {
  const isOffered = ({ steps }: Outcome) =>
    !isPublic || !steps.some((step) => sharedMoves.some((move) => move === step));
  return outcomeGroups.map(({ title, outcomes }) => ({
    title,
    outcomes: outcomes.filter(isOffered),
  }));
}
