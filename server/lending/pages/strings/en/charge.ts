/** Amounts of an approved charge as they are read. */
interface PaidAmounts {
  amount: string;
  refunded: string;
  merchant: string;
}

/** Approving or rejecting a charge, in English. */
export const charge = {
  title: (merchant: string) => `${merchant} asks for a charge`,
  amount: 'Amount',
  kind: 'Kind of charge',
  kinds: {
    109: 'Deposit / initial charge',
    111: 'Project charge',
    113: 'Final charge',
  },
  finalNote: 'After a final charge is paid, no more charges can be made on this loan.',
  description: 'For',
  before: 'Available to spend now',
  after: 'Available after this charge',
  expires: 'Answer by',
  confirmTitle: 'Approve or reject',
  identityLede:
    'Confirm that it is you. Then we show you the charge, and you approve or reject it.',
  numberLabel: 'Loan number',
  numberHint: 'Ten digits, in the e-mail with your loan documents.',
  approve: 'Approve',
  reject: 'Reject',
  missingNumber: 'Enter your ten-digit loan number',
  wrong: (left: number) =>
    left === 1
      ? 'These details do not match the loan. You have 1 try left'
      : `These details do not match the loan. You have ${left} tries left`,
  approvedTitle: 'You approved the charge',
  payments: {
    being_paid: ({ amount, merchant }: PaidAmounts) =>
      `${amount} is being paid to ${merchant}. It becomes part of what you owe on your loan.`,
    paid: ({ amount, merchant }: PaidAmounts) =>
      `${amount} was paid to ${merchant} and charged to your loan.`,
    partly_refunded: ({ amount, merchant, refunded }: PaidAmounts) =>
      `${amount} was paid to ${merchant}. ${refunded} of it was refunded to your loan.`,
    refunded: ({ amount, merchant }: PaidAmounts) =>
      `The charge of ${amount} by ${merchant} was refunded in full. Nothing of it is left on your loan.`,
    failed: ({ amount, merchant }: PaidAmounts) =>
      `The payment of ${amount} to ${merchant} did not go through. Nothing was charged to your loan.`,
    returned: ({ amount, merchant }: PaidAmounts) =>
      `The payment of ${amount} to ${merchant} was returned. Nothing of it is left on your loan.`,
  },
  paymentTitles: {
    partly_refunded: 'Part of this charge was refunded',
    refunded: 'This charge was refunded',
    failed: 'This charge failed',
    returned: 'This charge was returned',
  },
  rejectedTitle: 'You rejected the charge',
  rejected: (merchant: string) => `Nothing was charged. We have told ${merchant}.`,
  expiredTitle: 'This charge request has expired',
  expired: (merchant: string) => `Nothing was charged. ${merchant} can send a new request.`,
  expiredForGood: 'Nothing was charged.',
  canceledTitle: 'This charge request was canceled',
  canceled: {
    account_cancelled: () => 'Nothing was charged: the loan was canceled.',
    final_charge: () =>
      'Nothing was charged: a final charge was paid before you answered, so no more charges can be made on this loan.',
    loan_suspended: () =>
      'Nothing was charged: the loan was put on hold before you answered. Call us to find out more.',
    window_over: (merchant: string) =>
      `Nothing was charged: the time to use the loan ended before you answered. Ask ${merchant} how else you can pay.`,
    merchant_not_active: (merchant: string) =>
      `Nothing was charged: ${merchant} could not take charges when you answered. It can send a new request once it can again.`,
    bank_account: (merchant: string) =>
      `Nothing was charged: ${merchant} could not take charges when you answered. It can send a new request once it can again.`,
    loan_not_chargeable: (merchant: string) =>
      `Nothing was charged: when you answered, your Payment Portal was locked or the time to use the loan was over. Sign in to your Payment Portal to see which. If it was locked, ${merchant} can send a new request once you have unlocked it.`,
  },
  approvedElsewhere: 'This charge was approved',
} as const;
