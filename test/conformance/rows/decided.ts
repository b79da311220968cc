import { type Row, rowsOf, testsIn } from './row.ts';

const machines = testsIn('server/lending/domain/states/state-machines');
const reviews = testsIn('server/lending/operations/application-timers');
const invited = testsIn('server/lending/operations/invitations/timers');

const subjects = [
  ...['merchant', 'merchant user', 'bank account', 'application', 'invitation', 'offer', 'account'],
  ...['portal account', 'charge request', 'charge', 'refund', 'callback', 'notice', 'letter'],
  'SMS consent',
  'credit line increase',
];

/** Moves that the description leaves open, each table proved by itself. */
export const machineRows: readonly Row[] = rowsOf(
  'state machine',
  subjects.map((subject) => [
    subject,
    'Every state is reached, only the terminal ones are final, every other move is refused',
    machines(
      `the state machine: ${subject}: reaches every state`,
      `the state machine: ${subject}: leaves every state but the terminal ones`,
    ),
  ]),
);

/** Times that the description leaves open; the ones that it names stand among the limits. */
export const deadlineRows: readonly Row[] = rowsOf('deadline', [
  [
    'merchant invitation',
    '7 days',
    testsIn('server/lending/pages/onboarding')(
      'expires after seven days, before its timer has run as well',
    ),
  ],
  [
    'consumer invitation',
    'Sent on its day, over after 30 days',
    invited(
      'is sent when that day begins in New York, and not before',
      'expires with its application after 30 days, whatever was begun; no callback',
      'is over at its last moment though its timer is late',
    ),
  ],
  ['offers', '30 days', reviews('expire after 30 days, without a callback')],
  [
    'review',
    '14 days',
    reviews('a review: ends by itself after 14 days, as a refusal with its notice'),
  ],
  [
    'link to the terms',
    '72 hours, never past the offer',
    testsIn('server/lending/routes/select-offer')(
      'is renewed after 72 hours, never past the offer, and gone with it',
    ),
  ],
  [
    'settlement',
    'Two business days after the cut-off',
    testsIn('server/lending/operations/funding/move-transaction')(
      'goes out at the batch cut-off and settles two business days on',
    ),
  ],
  [
    'statement',
    'Of every month',
    testsIn('server/lending/routes/statements')(
      'lists a statement of every month, the open one first',
    ),
  ],
  [
    'callback',
    'Tried again for 35 days',
    testsIn('server/lending/operations/events/deliver-event')('gives up after the eighteenth try'),
  ],
  [
    'a year in one step',
    'Every record is in a legal state, every sum adds up',
    testsIn('server/lending/a-year-later')(
      'wait for nothing whose time is over',
      'came there by legal moves, one after the other',
      'left every other record in a state of its table',
    ),
  ],
]);

const charges = testsIn('server/lending/races/charges');
const refunds = testsIn('server/lending/races/refunds');
const accounts = testsIn('server/lending/races/accounts');

/** Two at the same moment, of which one wins. */
export const raceRows: readonly Row[] = rowsOf('race', [
  [
    'two charges',
    'Never more than may be spent',
    charges('when two charges together exceed the available spend'),
  ],
  ['two approvals', 'One charge', charges('when one charge is approved twice')],
  [
    'two refunds',
    'Never more than was charged',
    refunds('when together they exceed what was charged'),
  ],
  [
    'two increases',
    'One increase',
    accounts('raise the limit once, to the amount of the one that won'),
  ],
  [
    'cancel and charge',
    'A closed account without spending, or an open one with it',
    accounts('leaves a closed account without spending, or an open one with it'),
  ],
]);
