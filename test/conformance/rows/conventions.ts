import { type Row, rowsOf } from './row.ts';

export const conventionRows: readonly Row[] = rowsOf('convention', [
  [
    'content types',
    'Bodies are JSON; consumer endpoints take both kinds of form as well',
    [
      'every-content-type POST /api/v1/sponsor/consumers/soft-pull/',
      'content-type a form where only JSON is taken',
    ],
  ],
  [
    'sponsor scope',
    'Every call is in the scope of the sponsor whose credentials it carries',
    ['access GET /api/v1/sponsor/merchants/'],
  ],
  [
    'DetailResponse',
    'A simple error is an object with a detail',
    ['bad-input POST /api/v1/sponsor/merchants/onboarding/'],
  ],
  [
    'page envelope',
    'count and results, next and previous where there are such pages',
    ['convention-page-envelope-1', 'convention-page-envelope-2', 'page-envelope-null'],
  ],
  [
    'fee split',
    'The charge is what merchant, platform and sponsor get together',
    ['convention-fee-split-1', 'convention-fee-split-2'],
  ],
  [
    'version 1.0.0',
    'Paths begin with /api/v1/sponsor/; the document names the version',
    ['convention-version-1-0-0'],
  ],
  [
    'two parts',
    'sponsor_consumer_v1 and sponsor_merchant_v1: the document marks every endpoint with its own',
    ['convention-two-parts'],
  ],
]);

export const transactionCodeRows: readonly Row[] = rowsOf('transaction code', [
  ['109', 'Initial charge', ['transaction-code-109']],
  ['111', 'Project charge', ['transaction-code-111']],
  ['113', 'Final charge', ['transaction-code-113']],
  ['115', 'Refund', ['transaction-code-115']],
]);

export const eligibilityRows: readonly Row[] = rowsOf('eligibility code', [
  ['0', 'Allowed', ['eligibility-code-0']],
  ['1', 'Blocked', ['eligibility-code-1']],
  ['2', 'A Payment Portal account is needed first', ['eligibility-code-2']],
]);

const statuses = [
  'Pending',
  'Submitted',
  'Successful',
  'Transferred',
  'Failed',
  'Reversed',
  'Excluded',
];

export const transactionStatusRows: readonly Row[] = rowsOf(
  'transaction status',
  statuses.map((status) => [status, `A transaction can be ${status}`, [`charge-status ${status}`]]),
);

export const roleRows: readonly Row[] = rowsOf('role', [
  [
    'Admin',
    'Sees and does all, alone what is about users, bank account, products and refunds',
    ['access POST /api/v1/sponsor/merchants/refund-payment-request/'],
  ],
  [
    'Salesmanager',
    'Sees all of the merchant’s consumers',
    ['access GET /api/v1/sponsor/merchants/{request_user_id}/invitation/'],
  ],
  [
    'Salesrep',
    'Sees and changes what it invited, and goes on with what its consumer was answered with',
    [
      'access POST /api/v1/sponsor/consumers/accounts/cancel/',
      'shared-application-use hillside-rep-2',
      'shared-application-lists hillside-rep-2',
    ],
  ],
  [
    'Salesperson',
    'As a Salesrep, but neither cancels nor increases',
    ['access POST /api/v1/sponsor/consumers/accounts/credit-line-increase/'],
  ],
]);

export const authenticationRows: readonly Row[] = rowsOf('authentication', [
  [
    'Basic credentials',
    'Every request carries user name and API password',
    ['refuses no credentials', 'authentication-basic-credentials'],
  ],
  [
    'the sponsor',
    'It is known by the credentials, never by a parameter',
    ['refuses another sponsor’s password'],
  ],
  [
    'environments',
    'Sandbox passwords guard nothing outside the sandbox',
    ['authentication-environments'],
  ],
  ['callbacks', 'They carry the credentials that the sponsor gave', ['authentication-callbacks']],
  ['callback addresses', 'They are absolute', ['no-web-address /callbacks']],
  [
    'role of request_user_id',
    'Some calls depend on it',
    [
      'access PATCH /api/v1/sponsor/merchants/rate-sheets/',
      'planted a Salesmanager may choose products',
    ],
  ],
]);
