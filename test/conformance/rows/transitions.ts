import { type Row, rowsOf } from './row.ts';

export const transitionRows: readonly Row[] = rowsOf('transition', [
  [
    'merchant onboarded',
    'Merchant and first Admin are there, not active; an e-mail invites',
    ['transition-merchant-onboarded'],
  ],
  [
    'merchant onboarding complete',
    'The Admin finishes the pages and accepts the terms; a callback follows',
    ['transition-merchant-onboarding-complete-1', 'transition-merchant-onboarding-complete-2'],
  ],
  [
    'bank account registered',
    'Verification starts, two deposits are sent',
    ['transition-bank-account-registered'],
  ],
  [
    'verification failed',
    'After more than three wrong attempts, or 14 days',
    ['transition-verification-failed-1', 'transition-verification-failed-2'],
  ],
  [
    'verification started again',
    'From VerificationFailed alone',
    ['transition-verification-started-again'],
  ],
  [
    'consumer invited',
    'By SMS or by e-mail, not both',
    [
      'transition-consumer-invited-1',
      'transition-consumer-invited-2',
      'transition-consumer-invited-3',
    ],
  ],
  [
    'invited application decided',
    'Approved or canceled, with a callback; another when the documents are accepted',
    ['transition-invited-application-decided-1', 'transition-invited-application-decided-2'],
  ],
  [
    'soft pull accepted',
    'The application is complete when the terms are accepted, with a callback',
    ['transition-soft-pull-accepted'],
  ],
  [
    'account canceled',
    'Nothing spent, a user who may: account closed, application Cancelled, callback',
    ['transition-account-canceled-1', 'transition-account-canceled-2'],
  ],
  [
    'credit line increased',
    'The limit is raised, the application shows it',
    ['transition-credit-line-increased'],
  ],
  [
    'charge requested',
    'Accepted application, active portal and bank account: SMS and e-mail go out',
    ['transition-charge-requested-1', 'transition-charge-requested-2'],
  ],
  [
    'charge approved',
    'By the consumer, or by the sponsor where enabled, within 48 hours; a callback follows',
    ['transition-charge-approved-1', 'transition-charge-approved-2'],
  ],
  ['charge expired', 'After 48 hours', ['transition-charge-expired']],
  [
    'refund accepted',
    'By an Admin, within what may be refunded; e-mails go out, a callback when it has settled',
    ['transition-refund-accepted-1', 'transition-refund-accepted-2'],
  ],
]);

export const stateRows: readonly Row[] = rowsOf('state', [
  [
    'application Approved: Accepted',
    'What a charge needs',
    ['state-application-approved-accepted', 'application-state Approved: Accepted'],
  ],
  [
    'application Cancelled',
    'Also written Canceled; final',
    ['state-application-cancelled', 'application-state Cancelled'],
  ],
  ['application Suspended', 'No increase, no charge', ['state-application-suspended']],
  ['account Closed', 'No increase, no charge', ['state-account-closed']],
  ['account Suspended', 'As the application', ['reaches-every-state account']],
  [
    'bank account VerificationFailed',
    'What a new verification starts from',
    ['transition-verification-failed-1'],
  ],
  ['merchant Active', 'What a soft pull needs', ['state-merchant-active']],
]);
