import { type Row, rowsOf, testsIn } from './row.ts';

const errors = testsIn('conformance/errors');

export const errorRows: readonly Row[] = rowsOf('error', [
  [
    'onboarding 400',
    'User, merchant or merchant user is there already',
    errors(
      'is refused with 400 when a user already exists',
      'is refused with 400 when a merchant already exists',
      'is refused with 400 when a merchant user already exists',
    ),
  ],
  [
    'batch users 400',
    'user_id or e-mail in use; the body lists them',
    errors('is refused with 400 that lists every user_id and e-mail in use'),
  ],
  [
    'batch users 403',
    'With a detail',
    errors('is refused with 403 and a detail when the user is no Admin'),
  ],
  [
    'cancel 400',
    'Invalid data',
    errors('a cancellation: is refused with 400 when its data is not valid'),
  ],
  [
    'cancel 403',
    'The account has activity',
    errors('is refused with 403 when the account has activity'),
  ],
  [
    'cancel 404',
    'Nothing has the id',
    errors('a cancellation: is answered 404 when nothing has the id'),
  ],
  [
    'increase 400',
    'Invalid data, application or account ended or on hold, something spent, a second one, amount out of bounds',
    errors(
      'a credit line increase: is refused with 400 when its data is not valid',
      'is refused with 400 when the application is canceled and the account closed',
      'is refused with 400 when application and account are suspended',
      'is refused with 400 when something was spent',
      'is refused with 400 after another',
      'is refused with 400 when the amount is not above the current limit',
      'is refused with 400 when the amount is above the approved maximum',
    ),
  ],
  ['increase 403', 'The user may not', errors('is refused with 403 when the user may not')],
  [
    'increase 404',
    'Nothing has the id',
    errors('a credit line increase: is answered 404 when nothing has the id'),
  ],
  [
    'increase 503',
    'Unavailable at the moment',
    errors('is answered 503 while increases are unavailable'),
  ],
  [
    'charge or refund 400',
    'The fee split does not balance',
    errors(
      'a charge request: is refused with 400 when the fee split does not balance',
      'a refund request: is refused with 400 when the fee split does not balance',
    ),
  ],
  [
    'charge 424',
    'Opted out of SMS, and no e-mail to use instead',
    [
      ...testsIn('server/lending/routes/create-charge-request')(
        'answers 424 and does nothing when e-mail has come back too',
      ),
      ...testsIn('server/lending/pages/preferences')(
        'leaves no way to a consumer without e-mail: 424',
      ),
    ],
  ],
  [
    'charge 201 with a warning',
    'E-mail was used instead',
    errors('is answered 201 with a warning when e-mail was used in place of SMS'),
  ],
]);

const limits = testsIn('conformance/limits');

export const limitRows: readonly Row[] = rowsOf('limit', [
  [
    'charge request',
    '48 hours',
    limits('a charge request: can be approved until 48 hours have passed, and not then'),
  ],
  ['micro-deposit amounts', 'Two, of $0.01 to $0.99', limits('are two amounts from 0.01 to 0.99')],
  [
    'micro-deposit attempts',
    'More than three wrong ones fail',
    limits('fail after more than three wrong attempts'),
  ],
  ['micro-deposit expiry', '14 days', limits('expire after 14 days')],
  ['account number', '17 digits or fewer', limits('has a number of at most 17 digits')],
  ['routing number', '9 digits', limits('has a routing number of 9 digits')],
  ['credit line increases', 'One an account', limits('is increased once')],
  [
    'uniqueness',
    'contractor_id, user_id and user_business_email within a sponsor',
    limits('has ids and an e-mail address that no other of its sponsor has'),
  ],
]);
