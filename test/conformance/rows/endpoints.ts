import { endpoints } from '../calls/endpoints.ts';
import type { Row } from './row.ts';

/** What each endpoint does, in the description's order, and tests of its own rules. */
const rules: readonly (readonly [says: string, proofs: readonly string[]])[] = [
  [
    'Registers a merchant with its first Admin; answers both ids and the invitation’s link',
    ['transition-merchant-onboarded'],
  ],
  ['Creates a user of a merchant that is there', ['post-merchants-users']],
  ['Changes a user', ['patch-merchants-users']],
  ['Creates users all at once or none', ['batch-users 100']],
  ['Retrieves a user by the sponsor’s own id', ['get-merchants-users-user-id']],
  [
    'Registers or replaces the bank account and echoes it; verification starts',
    ['transition-bank-account-registered'],
  ],
  [
    'Verifies by the two exact amounts; for an Admin',
    ['post-merchants-payment-detail-verify-micro-deposits-request-user-id'],
  ],
  ['Starts a verification that failed again', ['transition-verification-started-again']],
  ['Lists the products; for an Admin', ['get-merchants-rate-sheets-request-user-id']],
  [
    'Selects products; none selected means no offers',
    ['patch-merchants-rate-sheets-1', 'patch-merchants-rate-sheets-2'],
  ],
  ['Lists offer codes', ['get-merchants-merchant-uuid-offer-code']],
  ['Creates an offer code', ['post-merchants-merchant-uuid-offer-code']],
  ['Retrieves an offer code', ['get-merchants-merchant-uuid-offer-code-id']],
  [
    'Deletes an offer code for good; its path has no slash at the end',
    ['patch-merchants-merchant-uuid-offer-code-id'],
  ],
  ['Lists the sponsor’s merchants', ['get-merchants']],
  ['Retrieves one merchant', ['get-merchants-external-org-id']],
  ['Lists statements', ['get-merchants-request-user-id-statement']],
  ['Retrieves one statement', ['get-merchants-request-user-id-statement-id']],
  ['Invites a consumer by exactly one of SMS and e-mail', ['transition-consumer-invited-3']],
  [
    'Lists invitations a page at a time, ordered, searched; a Salesrep sees its own',
    [
      'get-merchants-request-user-id-invitation-1',
      'get-merchants-request-user-id-invitation-2',
      'get-merchants-request-user-id-invitation-3',
    ],
  ],
  [
    'Sends the e-mail to set up the Payment Portal',
    ['post-merchants-loan-applications-request-user-id-loan-loan-id-invite-portal'],
  ],
  [
    'De-duplicates, checks stacking and identity, pulls and answers with offers or none',
    [
      'post-consumers-soft-pull-1',
      'post-consumers-soft-pull-2',
      'state-merchant-active',
      'post-consumers-soft-pull-3',
      'post-consumers-soft-pull-4',
    ],
  ],
  [
    'Records the chosen offer and answers the link to its terms',
    ['patch-consumers-offers-offer-uuid-select'],
  ],
  ['Lists loan applications', ['get-merchants-loan-applications-request-user-id']],
  ['Retrieves one loan', ['get-merchants-loan-applications-request-user-id-loan-loan-id']],
  ['Cancels an account on which nothing is spent', ['post-consumers-accounts-cancel']],
  [
    'Raises a credit line once, up to the approved maximum',
    ['post-consumers-accounts-credit-line-increase'],
  ],
  [
    'Requests a charge: balanced, by SMS and e-mail, for 48 hours',
    ['transition-charge-requested-1'],
  ],
  [
    'Approves for the consumer, where enabled',
    ['post-merchants-payment-request-payment-request-uuid-approve', 'transition-charge-approved-2'],
  ],
  [
    'Lists requests that wait, between two dates',
    ['transaction-code-111', 'get-merchants-payment-request-request-user-id'],
  ],
  [
    'Lists what can be refunded',
    ['get-merchants-request-user-id-refundable-transactions-external-application-id'],
  ],
  [
    'Refunds: in full before the processor has it, not while it settles, up to the rest afterwards',
    [
      'post-merchants-refund-payment-request-1',
      'post-merchants-refund-payment-request-2',
      'post-merchants-refund-payment-request-3',
    ],
  ],
  ['Lists charges and refunds that are done', ['transaction-code-109']],
  [
    'Lists all activity a page at a time, with dates of its own form',
    [
      'convention-page-envelope-1',
      'get-merchants-request-user-id-all-transactions-1',
      'get-merchants-request-user-id-all-transactions-2',
    ],
  ],
  ['Lists what may be charged', ['get-merchants-request-user-id-available-transactions']],
  [
    'Tells whether a transaction has settled',
    ['post-merchants-request-user-id-settled', 'not-settled Submitted'],
  ],
];

export const endpointRows: readonly Row[] = endpoints.map(({ method, path }, index) => {
  const [says, own] = rules[index] ?? ['', []];
  const name = `${method} ${path}`;
  const proofs = [`endpoint ${name}`, `access ${name}`, `bad-input ${name}`, ...own];
  return { kind: 'endpoint', name, says, proofs };
});
