import { type Row, rowsOf } from './row.ts';

const subjects = [
  'merchant',
  'merchant user',
  'bank account',
  'application',
  'invitation',
  'offer',
  'account',
  'portal account',
  'charge request',
  'charge',
  'refund',
  'callback',
  'notice',
  'letter',
  'SMS consent',
  'credit line increase',
];

/** Moves that the description leaves open, each table proved by itself. */
export const machineRows: readonly Row[] = rowsOf(
  'state machine',
  subjects.map((subject) => [
    subject,
    'Every state is reached, only the terminal ones are final, every other move is refused',
    [`reaches-every-state ${subject}`, `leaves-every-state ${subject}`],
  ]),
);

/** Times that the description leaves open; the ones that it names stand among the limits. */
export const deadlineRows: readonly Row[] = rowsOf('deadline', [
  ['merchant invitation', '7 days', ['deadline-merchant-invitation']],
  [
    'consumer invitation',
    'Sent on its day, over after 30 days',
    [
      'deadline-consumer-invitation-1',
      'deadline-consumer-invitation-2',
      'deadline-consumer-invitation-3',
    ],
  ],
  ['offers', '30 days', ['deadline-offers']],
  ['review', '14 days', ['deadline-review']],
  ['link to the terms', '72 hours, never past the offer', ['deadline-link-to-the-terms']],
  ['settlement', 'Two business days after the cut-off', ['deadline-settlement']],
  ['statement', 'Of every month', ['get-merchants-request-user-id-statement']],
  ['callback', 'Tried again for 35 days', ['deadline-callback']],
  [
    'a year in one step',
    'Every record is in a legal state, every sum adds up',
    [
      'deadline-a-year-in-one-step-1',
      'deadline-a-year-in-one-step-2',
      'deadline-a-year-in-one-step-3',
    ],
  ],
]);

/** Two at the same moment, of which one wins. */
export const raceRows: readonly Row[] = rowsOf('race', [
  ['two charges', 'Never more than may be spent', ['race-two-charges']],
  ['two approvals', 'One charge', ['race-two-approvals']],
  ['two refunds', 'Never more than was charged', ['race-two-refunds']],
  ['two increases', 'One increase', ['race-two-increases']],
  [
    'cancel and charge',
    'A closed account without spending, or an open one with it',
    ['race-cancel-and-charge'],
  ],
]);
