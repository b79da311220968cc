import { type Row, rowsOf, testsIn } from './row.ts';

const events = testsIn('conformance/events');
const delivery = testsIn('server/lending/operations/events/deliver-event');

export const eventRows: readonly Row[] = rowsOf('event', [
  [
    'merchant onboarding complete',
    'When the Admin has accepted the terms, to sponsor_callback_url',
    events('tells of a merchant whose onboarding is complete'),
  ],
  [
    'consumer application complete',
    'When it was decided and when documents or terms were accepted, to sponsor_callback_url',
    events(
      'tells of an invited application’s decision, and again of the accepted documents',
      'tells of an invited application that was canceled',
      'tells of a soft pull’s terms when they are accepted, and of nothing before',
    ),
  ],
  [
    'consumer account cancel',
    'After a cancellation, to sponsor_callback_url',
    [
      ...events('tells of an account that was canceled'),
      ...testsIn('server/lending/routes/cancel-account')(
        'calls the sponsor back about an open invitation as about an account',
      ),
    ],
  ],
  [
    'consumer charge outcome',
    'When the consumer approves or rejects, to transaction_callback_url',
    events(
      'tells the transaction’s address of a charge that was approved',
      'tells the transaction’s address of a charge that was rejected',
      'tells nobody of a charge that has expired',
    ),
  ],
  [
    'consumer refund outcome',
    'When the refund has settled, to transaction_callback_url',
    events('tells the transaction’s address of a refund when it has settled'),
  ],
  [
    'acknowledgement',
    '200 or 201, whatever the body; anything else is logged as an error',
    delivery(
      'takes 200 as the acknowledgement and keeps the reply',
      'takes 201 as the acknowledgement and keeps the reply',
      'tries again after 202, which it logs as an error',
      'tries again after 302, which it logs as an error',
      'tries again after 404, which it logs as an error',
      'tries again after 500, which it logs as an error',
      'stops at once at 410, which it logs as an error',
    ),
  ],
]);
