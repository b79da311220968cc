/** The Payment Portal of a loan, in English. */
export const account = {
  signInTitle: 'Sign in to your Payment Portal',
  signInLede: (merchant: string) => `For your loan at ${merchant}.`,
  signIn: 'Sign in',
  lockedTitle: 'Your Payment Portal is locked',
  locked:
    'The details did not match too many times. To protect you we locked the account; no charge can be requested meanwhile. We have e-mailed you a new link: sign in with it to unlock the account.',
  title: 'Your Payment Portal',
  mayBeCharged: (merchant: string) =>
    `${merchant} can ask you for a charge. You approve or reject each one yourself.`,
  cannotBeCharged: (merchant: string) => `${merchant} cannot ask you for another charge now.`,
  limit: 'Loan amount',
  spent: 'Charged so far',
  setAside: 'Set aside for charges that wait for your answer',
  available: 'Available to spend',
  windowEnd: 'Use it by',
  windowEnded: 'Could be used until',
  chargesTitle: 'Charges',
  noCharges: 'There are no charges yet.',
  requested: 'Requested',
  amount: 'Amount',
  status: 'Status',
  statuses: {
    Pending: 'Waiting for your answer: use the link that we sent you',
    Approved: 'Approved',
    Rejected: 'Rejected',
    Expired: 'Expired',
    Canceled: 'Canceled',
  },
  paymentTitle: 'Make a payment',
  payment: (phone: string) => `Call ${phone} to make a payment. There is no fee.`,
  preferences: 'Text messages, paper copies and your consent',
} as const;
