import { type Row, rowsOf, testsIn } from './row.ts';

const app = testsIn('server/lending/app');
const strict = testsIn('conformance/bad-input');
const types = testsIn('conformance/content-types');
const access = testsIn('conformance/access');
const lists = testsIn('server/lending/routes/transaction-lists');
const invitations = testsIn('server/lending/routes/list-invitations');
const document = testsIn('conformance/openapi');

export const conventionRows: readonly Row[] = rowsOf('convention', [
  [
    'content types',
    'Bodies are JSON; consumer endpoints take both kinds of form as well',
    [
      ...types(
        'POST /api/v1/sponsor/consumers/soft-pull/: answers a right call alike as JSON, form-urlencoded and multipart',
      ),
      ...app('answers 415 to a form where only JSON is taken'),
    ],
  ],
  [
    'sponsor scope',
    'Every call is in the scope of the sponsor whose credentials it carries',
    access('gets what it may of GET /api/v1/sponsor/merchants/, and nothing else'),
  ],
  [
    'DetailResponse',
    'A simple error is an object with a detail',
    strict('is refused by POST /api/v1/sponsor/merchants/onboarding/, and changes nothing'),
  ],
  [
    'page envelope',
    'count and results, next and previous where there are such pages',
    [
      ...lists('turns pages by its own links'),
      ...invitations('is paged, and names the pages beside it'),
      ...testsIn('server/lending-api/page-envelope')('may have null in their place'),
    ],
  ],
  [
    'fee split',
    'The charge is what merchant, platform and sponsor get together',
    testsIn('conformance/errors')(
      'a charge request: is refused with 400 when the fee split does not balance',
      'a refund request: is refused with 400 when the fee split does not balance',
    ),
  ],
  [
    'version 1.0.0',
    'Paths begin with /api/v1/sponsor/; the document names the version',
    document('has the version and the path prefix of the description'),
  ],
  [
    'two parts',
    'sponsor_consumer_v1 and sponsor_merchant_v1: the document marks every endpoint with its own',
    document('is published as two parts, with each endpoint in one of them'),
  ],
]);

const transactions = lists('lists approved charges with their legs, and no request that waits');
const eligible = testsIn('conformance/codes');

export const transactionCodeRows: readonly Row[] = rowsOf('transaction code', [
  ['109', 'Initial charge', transactions],
  ['111', 'Project charge', lists('lists what waits for approval')],
  [
    '113',
    'Final charge',
    testsIn('server/lending/operations/funding/move-transaction')(
      'of the final kind ends the purchase window and what waits for approval',
    ),
  ],
  ['115', 'Refund', eligible('lists a refund as 115')],
]);

export const eligibilityRows: readonly Row[] = rowsOf('eligibility code', [
  ['0', 'Allowed', eligible('says 0 of a loan that may be charged')],
  ['1', 'Blocked', eligible('says 1 of a loan that may not be charged')],
  [
    '2',
    'A Payment Portal account is needed first',
    eligible('says 2 of a loan without a Payment Portal account'),
  ],
]);

export const transactionStatusRows: readonly Row[] = rowsOf('transaction status', [
  ...['Pending', 'Submitted', 'Successful', 'Transferred', 'Failed', 'Reversed', 'Excluded'].map(
    (status) =>
      [
        status,
        `A transaction can be ${status}`,
        eligible(`shows a charge that is ${status}`),
      ] as const,
  ),
]);

export const roleRows: readonly Row[] = rowsOf('role', [
  [
    'Admin',
    'Sees and does all, alone what is about users, bank account, products and refunds',
    access(
      'gets what it may of POST /api/v1/sponsor/merchants/refund-payment-request/, and nothing else',
    ),
  ],
  [
    'Salesmanager',
    'Sees all of the merchant’s consumers',
    access(
      'gets what it may of GET /api/v1/sponsor/merchants/{request_user_id}/invitation/, and nothing else',
    ),
  ],
  [
    'Salesrep',
    'Sees and changes what it invited, and goes on with what its soft pull was answered with',
    [
      ...access(
        'gets what it may of POST /api/v1/sponsor/consumers/accounts/cancel/, and nothing else',
      ),
      ...testsIn('server/lending/routes/shared-application')(
        'an application that answered hillside-rep-2, who did not send it: can be read, selected, invited to the portal and charged from then on',
        'an application that answered hillside-rep-2, who did not send it: stays in the lists of its sender alone, who alone cancels and increases',
      ),
    ],
  ],
  [
    'Salesperson',
    'As a Salesrep, but neither cancels nor increases',
    access(
      'gets what it may of POST /api/v1/sponsor/consumers/accounts/credit-line-increase/, and nothing else',
    ),
  ],
]);

export const authenticationRows: readonly Row[] = rowsOf('authentication', [
  [
    'Basic credentials',
    'Every request carries user name and API password',
    app('refuses no credentials', 'guards every route of the API and what is beside them'),
  ],
  [
    'the sponsor',
    'It is known by the credentials, never by a parameter',
    app('refuses another sponsor’s password'),
  ],
  [
    'environments',
    'Sandbox passwords guard nothing outside the sandbox',
    testsIn('server/config/outside-sandbox')(
      'refuses published sandbox values outside the sandbox',
    ),
  ],
  [
    'callbacks',
    'They carry the credentials that the sponsor gave',
    testsIn('server/lending/operations/events/deliver-event')(
      'posts the envelope with the sponsor’s own credentials',
    ),
  ],
  [
    'callback addresses',
    'They are absolute',
    testsIn('server/lending-api/fields')('may not be /callbacks'),
  ],
  [
    'role of request_user_id',
    'Some calls depend on it',
    testsIn('conformance/planted/planted')('a Salesmanager may choose products'),
  ],
]);
