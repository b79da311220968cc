import type { OutcomeStrings } from '../strings.ts';

export const outcome: OutcomeStrings = {
  working: {
    title: 'Checking with the lender',
    text: 'The lender is being asked. You can keep this page open: the answer appears here by itself.',
    usually: 'This usually takes less than 30 seconds.',
    slow: 'This takes longer than usual and is still being checked. You can leave this page and come back in this tab: nothing is lost, and nothing is asked twice.',
  },
  review: {
    title: 'The lender is taking a closer look',
    text: 'Your application has arrived, and a person at the lender is reviewing it. Nothing has been decided yet.',
    next: 'This page shows the result once the review is done. The lender may also e-mail you.',
  },
  offers: {
    title: (count) => (count === 1 ? 'You have one offer' : `You have ${count} offers`),
    intro: (amount, count) =>
      count === 1
        ? `For ${amount}.`
        : `For ${amount}. Open one to see all its terms and choose it.`,
    sortBy: 'Sort by',
    sortKeys: { total: 'Lowest total', apr: 'Lowest APR', payment: 'Lowest payment' },
    sortedBy: (key) => `Sorted by: ${key}`,
    more: {
      title: 'The lender has more offers',
      text: 'They cannot be shown here. Please ask the lender about them.',
    },
    unnamed: (months) => `Financing over ${months} months`,
    notFinal: 'Offer, not final until you accept the terms',
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
    firstPayment: 'First payment, estimated',
    promoPayoff: (months) => `To owe no interest, pay within ${months} months`,
    counterOffer: 'Lower amount',
    counterOfferText: (approved, requested) =>
      `This offer is for ${approved}. You asked for ${requested}.`,
    current: 'Chosen before',
    choose: 'Choose this offer',
    chooseLong: (product, apr) => `Choose this offer: ${product}, ${apr} annual percentage rate`,
    hardInquiry: 'Accepting leads to a hard credit inquiry, which may affect your credit score.',
    noHardInquiry: 'Choosing an offer does not affect your credit score.',
    lender: (name, nmlsId) => `Offered by ${name}${nmlsId ? `, NMLS ID ${nmlsId}` : ''}`,
    afterwards:
      'You read and accept the terms on the lender’s own page. You can look at the offers again until then.',
  },
  noOffers: {
    title: 'We can’t offer financing right now',
    text: 'The lender explains why in a notice, which comes by e-mail or, where that fails, by post.',
    notice: { queued: 'The notice is on its way.', sent: 'The notice has been sent.' },
    none: 'The lender can tell you more.',
    paper: 'You can ask the lender for the notice on paper.',
    lender: 'Lender',
    phone: 'Phone',
    address: 'Address',
  },
  redirect: {
    title: 'Accept the terms on the lender’s page',
    text: 'Your offer is reserved. Read the terms and accept or decline them with the lender; then you come back here.',
    go: 'Continue to the lender',
    lookAgain: 'Look at the offers again',
    identity: 'The lender may first ask for the last four digits of your Social Security number.',
    until: (time) =>
      `The link to the lender is good until ${time}. After that, the button renews it.`,
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
    approveFirst:
      'Next, the lender sends you a message. Nothing is paid until you approve it there.',
    blocked: {
      order_required: {
        title: 'The shop has to confirm your order',
        text: 'Nothing is charged before that. Go back to the shop’s cart, or check again here.',
      },
      portal_required: {
        title: 'Set up your Payment Portal',
        text: 'Follow the invitation you get, then come back to pay.',
      },
      portal_locked: {
        title: 'Your Payment Portal is locked',
        text: 'Sign in with the link that the lender e-mailed you, then come back to pay.',
      },
      bank_required: {
        title: 'The shop cannot take a charge yet',
        text: 'The shop still has to confirm its bank account with the lender. Your loan stays as it is.',
      },
      suspended: {
        title: 'This loan is on hold',
        text: 'Nothing can be charged for now. The lender’s phone number is in your loan documents.',
      },
    },
    invite: 'Send me the invitation',
    inviteAgain: 'Send the invitation again',
  },
  chargePending: {
    title: 'Approve the payment',
    message: {
      both: (lender) =>
        `Look for a text message or e-mail from ${lender}. It has a link: open it, check the amount, and approve or reject it there.`,
      sms: (lender) =>
        `Look for a text message from ${lender}. It has a link: open it, check the amount, and approve or reject it there.`,
      email: (lender) =>
        `Look for an e-mail from ${lender}. It has a link: open it, check the amount, and approve or reject it there.`,
      none: (lender) => `No message could be sent. Please call ${lender}.`,
    },
    theLender: 'the lender',
    noSms: {
      skipped_opted_out: 'You chose not to get text messages.',
      failed: 'The text message could not be delivered.',
    },
    identity:
      'The lender’s page asks for your loan number and the last four digits of your Social Security number.',
    numberInDocuments: 'The loan number is in your loan documents.',
    amount: 'Payment',
    until: 'Answer by',
  },
  chargeOutcome: {
    approved: {
      title: 'All done: you approved the payment',
      text: 'The shop has been told and can go ahead with your order.',
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
      text: 'The lender could not complete it.',
    },
    held: {
      title: 'The lender is holding the payment back',
      text: 'There is nothing for you to do.',
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
      'The refund goes to your loan, not to your bank account or card. It lowers what you owe. The lender may need a few days to show it. You do not need to do anything.',
  },
  askLender: {
    title: 'Please ask the lender about your application',
    unreadable: 'The lender has your application, but its answer cannot be shown here.',
    silent: 'The lender may have your application, but no answer has come that can be shown here.',
    next: 'You do not need to apply again.',
  },
  cancelled: {
    terms_declined: {
      title: 'You did not take this loan',
      text: 'The application was withdrawn, and nothing was charged.',
    },
    account_cancelled: {
      title: 'This loan was canceled',
      text: 'Nothing can be charged any more. The lender’s phone number is in your loan documents.',
    },
  },
  expired: {
    offers: {
      title: 'These offers have expired',
      text: 'You can start again to see new ones. That is a soft inquiry, which does not affect your credit score.',
    },
    review: {
      title: 'The review has ended',
      text: 'The lender could not finish it in time. You can start again.',
    },
    application: {
      title: 'This application has expired',
      text: 'It was left for a while. You can start again; nothing was decided.',
    },
  },
};
