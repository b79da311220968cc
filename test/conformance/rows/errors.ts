import { type Row, rowsOf } from './row.ts';

export const errorRows: readonly Row[] = rowsOf('error', [
  [
    'onboarding 400',
    'User, merchant or merchant user is there already',
    [
      'onboarding-400 a user already exists',
      'onboarding-400 a merchant already exists',
      'onboarding-400 a merchant user already exists',
    ],
  ],
  ['batch users 400', 'user_id or e-mail in use; the body lists them', ['error-batch-users-400']],
  ['batch users 403', 'With a detail', ['error-batch-users-403']],
  ['cancel 400', 'Invalid data', ['error-cancel-400']],
  ['cancel 403', 'The account has activity', ['error-cancel-403']],
  ['cancel 404', 'Nothing has the id', ['error-cancel-404']],
  [
    'increase 400',
    'Invalid data, application or account ended or on hold, something spent, a second one, amount out of bounds',
    [
      'error-increase-400-1',
      'state-account-closed',
      'state-application-suspended',
      'error-increase-400-2',
      'error-increase-400-3',
      'increase-400 not above the current limit',
      'increase-400 above the approved maximum',
    ],
  ],
  ['increase 403', 'The user may not', ['error-increase-403']],
  ['increase 404', 'Nothing has the id', ['error-increase-404']],
  ['increase 503', 'Unavailable at the moment', ['error-increase-503']],
  [
    'charge or refund 400',
    'The fee split does not balance',
    ['convention-fee-split-1', 'convention-fee-split-2'],
  ],
  [
    'charge 424',
    'Opted out of SMS, and no e-mail to use instead',
    ['error-charge-424-1', 'error-charge-424-2'],
  ],
  ['charge 201 with a warning', 'E-mail was used instead', ['error-charge-201-with-a-warning']],
]);

export const limitRows: readonly Row[] = rowsOf('limit', [
  ['charge request', '48 hours', ['limit-charge-request']],
  ['micro-deposit amounts', 'Two, of $0.01 to $0.99', ['limit-micro-deposit-amounts']],
  [
    'micro-deposit attempts',
    'More than three wrong ones fail',
    ['transition-verification-failed-1'],
  ],
  ['micro-deposit expiry', '14 days', ['transition-verification-failed-2']],
  ['account number', '17 digits or fewer', ['limit-account-number']],
  ['routing number', '9 digits', ['limit-routing-number']],
  ['credit line increases', 'One an account', ['limit-credit-line-increases']],
  [
    'uniqueness',
    'contractor_id, user_id and user_business_email within a sponsor',
    ['limit-uniqueness'],
  ],
]);
