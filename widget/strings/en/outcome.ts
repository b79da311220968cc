import type { OutcomeStrings } from '../strings.ts';

export const outcome: OutcomeStrings = {
  checkAgain: 'Check again',
  answers: {
    refresh: 'There is no news yet.',
    invite_to_portal:
      'We asked the lender to email you the invitation. It may take some minutes. We can ask again in an hour.',
  },
  working: {
    title: 'Checking with the lender',
    text: 'The lender’s answer will show up here. You can keep this page open.',
    usually: 'This usually takes less than 30 seconds.',
    slow: 'This takes longer than usual. You can leave and come back in this tab. Nothing is lost, and your credit is not checked twice.',
  },
  review: {
    title: 'The lender is taking a closer look',
    text: 'The lender has your application and is reviewing it. Nothing has been decided yet.',
    next: 'The result will show up here. The lender may also email you. If the lender’s page asks for a code, enter it there.',
  },
  offers: {
    title: (count) => (count === 1 ? 'You have one offer' : `You have ${count} offers`),
    intro: (amount, count, isOffered) =>
      `${isOffered ? 'For' : 'You asked for'} ${amount}.${count === 1 ? '' : ' Open one to see its terms and choose it.'}`,
    sortBy: 'Sort by',
    sortKeys: { total: 'Lowest total', apr: 'Lowest APR', payment: 'Lowest payment' },
    sortedBy: (key) => `Sorted by: ${key}`,
    more: {
      title: 'The lender has more offers',
      text: 'They cannot be shown here. Please ask the lender.',
    },
    unnamed: (months) => `Financing over ${months} months`,
    until: (time) => `Available until ${time}`,
    apr: 'APR',
    aprLong: 'Annual percentage rate',
    perMonth: 'a month',
    payments: (count) => `${count} payments`,
    term: (months) => `over ${months} months`,
    lastPayment: 'Last payment',
    amount: 'Loan amount',
    totalCost: (months) => `Total over ${months} months`,
    amountFinanced: 'Amount financed',
    financeCharge: 'Finance charge',
    total: 'Total of payments',
    rate: 'Interest rate',
    originationFee: 'Origination fee',
    firstPayment: 'First payment (estimated)',
    promoPayoff: (months) => `To owe no interest, pay within ${months} months`,
    counterOffer: 'Lower amount',
    counterOfferText: (approved, requested) =>
      `This offer is for ${approved}. You asked for ${requested}.`,
    current: 'Chosen before',
    choose: 'Choose this offer',
    chooseLong: (product, apr) => `Choose this offer: ${product}, ${apr} annual percentage rate`,
    noHardInquiry: 'Choosing an offer does not affect your credit score.',
    lender: (name, nmlsId) => `Offered by ${name}${nmlsId ? `, NMLS ID ${nmlsId}` : ''}`,
    afterwards: 'You accept the terms on the lender’s page. Until then, you can come back here.',
  },
  noOffers: {
    title: 'We can’t offer financing right now',
    text: 'The lender explains why in a notice. It comes by email, or by mail if the email does not reach you.',
    notice: { queued: 'The notice is on its way.', sent: 'The notice has been sent.' },
    none: 'The lender can tell you more.',
    paper: 'You can ask the lender for a paper copy of the notice.',
    lender: 'Lender',
    phone: 'Phone',
    address: 'Address',
  },
  redirect: {
    title: 'Accept the terms on the lender’s page',
    text: 'Your offer is reserved. Read the terms on the lender’s page, and accept or decline. Then you come back here.',
    go: 'Continue to the lender',
    backToOffers: 'Back to the offers',
    identity: 'The lender may first ask for the last four digits of your Social Security number.',
    until: (time) => `The link works until ${time}. After that, the button gets you a new one.`,
    chosen: 'Your choice',
  },
  accepted: {
    title: 'Your loan is ready',
    text: 'You accepted the terms.',
    loanNumber: 'Loan number',
    available: 'Available to spend',
    window: 'Use it by',
    portal: 'Payment Portal',
    portalStatus: {
      NotInvited: 'Not set up yet',
      Invited: 'Invitation sent',
      Active: 'Active',
      Locked: 'Locked',
    },
    charge: (amount) => `Pay ${amount} with this loan`,
    pays: {
      whole: (amount) => `This pays your whole order of ${amount}.`,
      part: (amount, order) =>
        `This pays ${amount} of your order of ${order}. Ask the shop how to pay the rest.`,
      amount: (amount) => `This pays ${amount} to the shop.`,
    },
    answerThere:
      'Next, the lender sends you a message. You can approve or reject the payment there.',
    blocked: {
      order_required: {
        title: 'The shop has to confirm your order',
        text: 'Nothing is charged until then. Go back to the cart, or check again here.',
      },
      portal_required: {
        title: 'Set up your Payment Portal',
        text: 'Use the link in the invitation that the lender emails you. Then come back to pay.',
      },
      portal_locked: {
        title: 'Your Payment Portal is locked',
        text: 'Sign in with the link that the lender emailed you. Then come back to pay.',
      },
      bank_required: {
        title: 'The shop cannot take payments yet',
        text: 'The shop must confirm its bank account with the lender. Your loan has not changed.',
      },
      suspended: {
        title: 'Nothing can be charged to this loan now',
        text: 'The lender can tell you why. The lender’s phone number is in your loan documents.',
      },
    },
    invite: 'Send me the invitation',
    inviteAgain: 'Send the invitation again',
  },
  chargePending: {
    title: 'Approve the payment',
    message: {
      both: (lender) =>
        `Look for a text message or email from ${lender}. It has a link: open it, check the amount, and approve or reject it there.`,
      sms: (lender) =>
        `Look for a text message from ${lender}. It has a link: open it, check the amount, and approve or reject it there.`,
      email: (lender) =>
        `Look for an email from ${lender}. It has a link: open it, check the amount, and approve or reject it there.`,
      none: (lender) => `No message could be sent. Please call ${lender}.`,
    },
    theLender: 'the lender',
    noSms: {
      skipped_opted_out: 'You chose not to get text messages.',
      failed: 'The text message could not be delivered.',
    },
    identity:
      'You will need your loan number and the last four digits of your Social Security number.',
    numberInDocuments: 'The loan number is in your loan documents.',
    amount: 'Payment',
    until: 'Answer by',
  },
  chargeOutcome: {
    approved: {
      title: 'The payment was approved',
      text: 'The shop knows and can go ahead with your order.',
    },
    rejected: {
      title: 'You rejected the payment',
      text: 'Nothing was paid.',
    },
    expired: {
      title: 'The payment was not approved in time',
      text: 'Nothing was paid.',
    },
    canceled: {
      title: 'The payment was canceled',
      text: 'Nothing was paid.',
    },
    failed: {
      title: 'The payment did not go through',
      text: 'Nothing was paid.',
    },
    held: {
      title: 'The lender is holding the payment',
      text: 'You do not need to do anything.',
    },
    refunded: {
      title: 'Your payment was refunded',
      text: 'The shop paid the money back to the lender.',
    },
    reversed: {
      title: 'The payment was reversed',
      text: 'The payment to the shop was undone.',
    },
    unresolved: {
      title: 'The lender has not confirmed the payment',
      text: 'It may have gone through. Please do not pay again.',
    },
    mayRepeat: 'You can try again.',
    askShop: 'The shop or the lender can tell you more.',
    again: (amount) => `Try again to pay ${amount}`,
    refundedAmount: 'Refunded',
    next: 'What happens next',
    afterRefund:
      'The refund goes to your loan, not to your bank account or card. It lowers what you owe. This may take a few days.',
  },
  askLender: {
    title: 'Please ask the lender about your application',
    unreadable: 'The lender has your application, but its answer cannot be shown here.',
    silent: 'The lender may have your application, but we have not received its answer.',
    next: 'You do not need to apply again.',
  },
  cancelled: {
    terms_declined: {
      title: 'You did not take this loan',
      text: 'The application was withdrawn, and nothing was charged.',
    },
    account_cancelled: {
      title: 'This loan was canceled',
      text: 'Nothing more can be charged to it. The lender’s phone number is in your loan documents.',
    },
    merchant_cancelled: {
      title: 'The shop canceled this financing',
      text: 'You do not need to do anything. The shop can tell you more.',
    },
  },
  expired: {
    offers: {
      title: 'These offers have expired',
      text: 'You can start again to see new ones. This is another soft inquiry, which does not affect your credit score.',
    },
    review: {
      title: 'The review has ended',
      text: 'The lender could not finish it in time. You can start again.',
    },
    application: {
      title: 'This application has expired',
      text: 'It was not finished in time. Nothing was decided. You can start again.',
    },
  },
};
