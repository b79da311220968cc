import { type Row, rowsOf, testsIn } from './row.ts';

const merchants = testsIn('server/lending/routes/merchants');
const onboarding = testsIn('server/lending/pages/onboarding-acceptance');
const bank = testsIn('server/lending/routes/register-bank-account');
const events = testsIn('conformance/events');
const limits = testsIn('conformance/limits');
const cancels = testsIn('server/lending/routes/cancel-account');
const answers = testsIn('server/lending/operations/funding/answer-charge');
const charge = testsIn('server/lending/routes/create-charge-request');
const refunds = testsIn('server/lending/routes/refunds');
const takes = (state: string) =>
  testsIn('conformance/states')(
    `an application that is: ${state} takes what that state allows, and nothing else`,
  );
const machines = testsIn('server/lending/domain/states/state-machines');

export const transitionRows: readonly Row[] = rowsOf('transition', [
  [
    'merchant onboarded',
    'Merchant and first Admin are there, not active; an e-mail invites',
    merchants('registers a merchant and its Admin, both Invited, and sends the invitation'),
  ],
  [
    'merchant onboarding complete',
    'The Admin finishes the pages and accepts the terms; a callback follows',
    [
      ...onboarding('completes with the terms accepted: callback, evidence, and the way back'),
      ...events('tells of a merchant whose onboarding is complete'),
    ],
  ],
  [
    'bank account registered',
    'Verification starts, two deposits are sent',
    bank('registers the account, echoes it and sends two deposits'),
  ],
  [
    'verification failed',
    'After more than three wrong attempts, or 14 days',
    limits(
      'micro-deposits: fail after more than three wrong attempts',
      'micro-deposits: expire after 14 days',
    ),
  ],
  [
    'verification started again',
    'From VerificationFailed alone',
    testsIn('server/lending/routes/initiate-micro-deposits')(
      'starts a failed verification again, with fresh attempts and 14 days',
    ),
  ],
  [
    'consumer invited',
    'By SMS or by e-mail, not both',
    testsIn('server/lending/routes/invitations')(
      'invites by e-mail at once, in the locale',
      'invites by SMS, with the merchant’s word that the consumer agreed',
      'takes exactly one of phone and e-mail, and no phone whose owner did not agree',
    ),
  ],
  [
    'invited application decided',
    'Approved or canceled, with a callback; another when the documents are accepted',
    events(
      'tells of an invited application’s decision, and again of the accepted documents',
      'tells of an invited application that was canceled',
    ),
  ],
  [
    'soft pull accepted',
    'The application is complete when the terms are accepted, with a callback',
    events('tells of a soft pull’s terms when they are accepted, and of nothing before'),
  ],
  [
    'account canceled',
    'Nothing spent, a user who may: account closed, application Cancelled, callback',
    [
      ...cancels('cancels the application and closes the account'),
      ...events('tells of an account that was canceled'),
    ],
  ],
  [
    'credit line increased',
    'The limit is raised, the application shows it',
    testsIn('server/lending/routes/increase-credit-line')(
      'raises the limit at once and shows the increase',
    ),
  ],
  [
    'charge requested',
    'Accepted application, active portal and bank account: SMS and e-mail go out',
    [
      ...charge('sets the amount aside and answers the pending request'),
      ...testsIn('server/lending/domain/funding/charge-prerequisites')(
        'misses nothing of an accepted loan, an active portal account and a verified bank account',
      ),
    ],
  ],
  [
    'charge approved',
    'By the consumer, or by the sponsor where enabled, within 48 hours; a callback follows',
    [
      ...answers('spends what was set aside, starts the charge and calls back'),
      ...answers('approves, keeps the evidence and calls back'),
    ],
  ],
  [
    'charge expired',
    'After 48 hours',
    answers('and the request expires after 48 hours, without a callback'),
  ],
  [
    'refund accepted',
    'By an Admin, within what may be refunded; e-mails go out, a callback when it has settled',
    [
      ...refunds('refunds a settled charge in full and tells consumer and merchant user'),
      ...events('tells the transaction’s address of a refund when it has settled'),
    ],
  ],
]);

export const stateRows: readonly Row[] = rowsOf('state', [
  [
    'application Approved: Accepted',
    'What a charge needs',
    [
      ...testsIn('server/lending/pages/terms-acceptance')('opens the account when it is signed'),
      ...takes('Approved: Accepted'),
    ],
  ],
  [
    'application Cancelled',
    'Also written Canceled; final',
    [...cancels('an account that is cancelled already, or on hold'), ...takes('Cancelled')],
  ],
  [
    'application Suspended',
    'No increase, no charge',
    testsIn('conformance/errors')('is refused with 400 when application and account are suspended'),
  ],
  [
    'account Closed',
    'No increase, no charge',
    testsIn('conformance/errors')(
      'is refused with 400 when the application is canceled and the account closed',
    ),
  ],
  [
    'account Suspended',
    'As the application',
    machines('the state machine: account: reaches every state'),
  ],
  [
    'bank account VerificationFailed',
    'What a new verification starts from',
    limits('micro-deposits: fail after more than three wrong attempts'),
  ],
  [
    'merchant Active',
    'What a soft pull needs',
    testsIn('server/lending/routes/soft-pull-refusals')('a merchant that is not active'),
  ],
]);
