import { type Row, rowsOf } from './row.ts';

export const eventRows: readonly Row[] = rowsOf('event', [
  [
    'merchant onboarding complete',
    'When the Admin has accepted the terms, to sponsor_callback_url',
    ['transition-merchant-onboarding-complete-2'],
  ],
  [
    'consumer application complete',
    'When it was decided and when documents or terms were accepted, to sponsor_callback_url',
    [
      'transition-invited-application-decided-1',
      'transition-invited-application-decided-2',
      'transition-soft-pull-accepted',
    ],
  ],
  [
    'consumer account cancel',
    'After a cancellation, to sponsor_callback_url',
    ['transition-account-canceled-2', 'event-consumer-account-cancel'],
  ],
  [
    'consumer charge outcome',
    'When the consumer approves or rejects, to transaction_callback_url',
    ['charge-outcome approved', 'charge-outcome rejected', 'event-consumer-charge-outcome'],
  ],
  [
    'consumer refund outcome',
    'When the refund has settled, to transaction_callback_url',
    ['transition-refund-accepted-2'],
  ],
  [
    'acknowledgement',
    '200 or 201, whatever the body; anything else is logged as an error',
    [
      'acknowledged 200',
      'acknowledged 201',
      'not-acknowledged 202',
      'not-acknowledged 302',
      'not-acknowledged 404',
      'not-acknowledged 500',
      'event-acknowledgement',
    ],
  ],
]);
