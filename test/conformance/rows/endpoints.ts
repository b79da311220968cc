import type { Endpoint } from '../calls/endpoint.ts';
import { endpoints } from '../calls/endpoints.ts';
import type { Proof, Row } from './row.ts';
import { testsIn } from './row.ts';

const route = (file: string) => testsIn(`server/lending/routes/${file}`);
const users = route('update-merchant-user');
const batch = route('batch-create-users');
const sheets = route('rate-sheets');
const codes = route('offer-codes');
const loans = route('loan-applications');
const lists = route('transaction-lists');
const refunds = route('refunds');
const merchants = route('merchant-lists');
const statements = route('statements');

/** What each endpoint does, in the description's order, and tests of its own rules. */
const rules: readonly (readonly [says: string, proofs: readonly Proof[]])[] = [
  [
    'Registers a merchant with its first Admin; answers both ids and the invitation’s link',
    route('merchants')(
      'registers a merchant and its Admin, both Invited, and sends the invitation',
    ),
  ],
  [
    'Creates a user of a merchant that is there',
    route('merchants')('creates a user who is Active at once'),
  ],
  ['Changes a user', users('changes what is sent and leaves the rest')],
  [
    'Creates users all at once or none',
    batch('creates 100, Active at once, and answers their ids in order'),
  ],
  [
    'Retrieves a user by the sponsor’s own id',
    route('merchants')('retrieves a user, inactive ones too'),
  ],
  [
    'Registers or replaces the bank account and echoes it; verification starts',
    route('register-bank-account')('registers the account, echoes it and sends two deposits'),
  ],
  [
    'Verifies by the two exact amounts; for an Admin',
    route('verify-micro-deposits')('fails at the fourth wrong attempt, not before'),
  ],
  [
    'Starts a verification that failed again',
    route('initiate-micro-deposits')(
      'starts a failed verification again, with fresh attempts and 14 days',
    ),
  ],
  ['Lists the products; for an Admin', sheets('lists the default products with their wire fields')],
  [
    'Selects products; none selected means no offers',
    [
      ...sheets('replaces the whole selection'),
      ...route('soft-pull-refusals')(
        'names the merchant, without a report, where none is selected',
      ),
    ],
  ],
  ['Lists offer codes', codes('lists every code, deleted ones too')],
  ['Creates an offer code', codes('creates a code with all its fields, its name in capitals')],
  ['Retrieves an offer code', codes('retrieves one, with and without a slash at the end')],
  [
    'Deletes an offer code for good; its path has no slash at the end',
    codes('deletes for good, with and without a slash at the end'),
  ],
  ['Lists the sponsor’s merchants', merchants('lists the sponsor’s merchants, the newest first')],
  ['Retrieves one merchant', merchants('finds by external_org_id first, then by contractor_id')],
  ['Lists statements', statements('lists a statement of every month, the open one first')],
  [
    'Retrieves one statement',
    statements('has a line for each leg, of charges, returns and refunds'),
  ],
  [
    'Invites a consumer by exactly one of SMS and e-mail',
    route('invitations')(
      'takes exactly one of phone and e-mail, and no phone whose owner did not agree',
    ),
  ],
  [
    'Lists invitations a page at a time, ordered, searched; a Salesrep sees its own',
    route('list-invitations')(
      'orders by any field, up and down',
      'searches in any case, and takes no sign for a wild card',
      'shows a Salesrep its own alone, an Admin and a Salesmanager all',
    ),
  ],
  [
    'Sends the e-mail to set up the Payment Portal',
    loans('sends the e-mail with its link, and again while it is not followed'),
  ],
  [
    'De-duplicates, checks stacking and identity, pulls and answers with offers or none',
    [
      ...route('soft-pull')('answers with offers, the lowest total first'),
      ...route('soft-pull-refusals')('a sponsor without the flag', 'a merchant that is not active'),
      ...route('soft-pull-repeats')(
        'is answered with the offers that stand; its own id stays free',
        'end in a decline for an own-data reason, without a report',
      ),
    ],
  ],
  [
    'Records the chosen offer and answers the link to its terms',
    route('select-offer')('answers a link to the terms, without a body'),
  ],
  ['Lists loan applications', loans('lists the merchant’s applications, the newest first')],
  ['Retrieves one loan', loans('has all that a lost answer said')],
  [
    'Cancels an account on which nothing is spent',
    route('cancel-account')(
      'is forbidden while anything is spent, and allowed again when nothing is',
    ),
  ],
  [
    'Raises a credit line once, up to the approved maximum',
    route('increase-credit-line')(
      'an amount that is not above the limit, or above the maximum approved',
    ),
  ],
  [
    'Requests a charge: balanced, by SMS and e-mail, for 48 hours',
    route('create-charge-request')('sets the amount aside and answers the pending request'),
  ],
  [
    'Approves for the consumer, where enabled',
    testsIn('server/lending/operations/funding/answer-charge')(
      'where its flag is off: 403, and the request waits on',
      'approves, keeps the evidence and calls back',
    ),
  ],
  [
    'Lists requests that wait, between two dates',
    lists('lists what waits for approval', 'compares days inclusively'),
  ],
  [
    'Lists what can be refunded',
    refunds('lists what has not gone out and what has settled, with what is left of it'),
  ],
  [
    'Refunds: in full before the processor has it, not while it settles, up to the rest afterwards',
    refunds(
      'takes a charge back that has not gone out, in full only',
      'refunds by thirds, to the last cent',
      'is for Admins of the charge’s merchant',
    ),
  ],
  [
    'Lists charges and refunds that are done',
    lists('lists approved charges with their legs, and no request that waits'),
  ],
  [
    'Lists all activity a page at a time, with dates of its own form',
    lists(
      'turns pages by its own links',
      'takes its own date format, and no range that ends before it begins',
      'searches by loan number',
    ),
  ],
  [
    'Lists what may be charged',
    route('available-transactions')('lists a loan that can be charged, with what is left of it'),
  ],
  [
    'Tells whether a transaction has settled',
    route('settlement')(
      'tells when a charge has settled',
      'tells of a Submitted charge that it has not settled, and when it should',
    ),
  ],
];

function proofsOf(endpoint: Endpoint, own: readonly Proof[]): Proof[] {
  const name = `${endpoint.method} ${endpoint.path}`;
  return [
    ...testsIn('conformance/endpoints')(`${name} answers ${endpoint.success} in its own form`),
    ...testsIn('conformance/access')(`gets what it may of ${name}, and nothing else`),
    ...testsIn('conformance/bad-input')(`is refused by ${name}, and changes nothing`),
    ...own,
  ];
}

export const endpointRows: readonly Row[] = endpoints.map((endpoint, index) => {
  const [says, own] = rules[index] ?? ['', []];
  const name = `${endpoint.method} ${endpoint.path}`;
  return { kind: 'endpoint', name, says, proofs: proofsOf(endpoint, own) };
});
