/** Amounts of an approved charge as they are read. */
interface PaidAmounts {
  amount: string;
  refunded: string;
  merchant: string;
}

/** The terms, the Payment Portal, charges and preferences of a consumer. */
export const loan = {
  terms: {
    title: 'Review and accept your loan',
    lede: (merchant: string) =>
      `This is our loan for your purchase at ${merchant}. Take your time to read it. Nothing is signed until you accept at the end of this page.`,
    limit: (minutes: number, hours: number) =>
      `If you open no page here for ${minutes} minutes, we ask again who you are. After ${hours} hours we always ask. Do you need more time? Open this page or its documents again: the ${minutes} minutes then start again.`,
    changed:
      'The numbers have changed since you opened this page. Please review them and accept again.',
    upTo: 'You can borrow up to',
    monthly: 'Monthly payment (e)',
    payments: (count: number) => `${count} payments`,
    rate: 'APR',
    onThisPage: 'On this page',
    save: 'Print or save these documents',
    documentsTitle: 'Your loan documents',
    signTitle: 'Accept or decline',
    nameLabel: 'Type your full name to sign',
    nameHint: 'As you would sign on paper.',
    agreeLabel: 'I agree',
    accept: 'Accept the loan',
    decline: 'Decline',
    missingName: 'Type your full name to sign',
    missingAgree: 'Check “I agree” to accept the loan',
    missingHardPull: 'Check the box about the hard inquiry to accept the loan',
  },
  spouse: {
    title: 'For Wisconsin residents',
    why: 'Under Wisconsin law, we must tell a spouse about a loan like this one. Your loan is already approved, so your answer does not change our decision.',
    question: 'Are you married?',
    yes: 'Yes',
    no: 'No, or legally separated',
    name: 'Your spouse’s full name',
    nameHint: 'Only if you are married. We mail your spouse a notice about this loan.',
    address: 'Your spouse’s mailing address',
    addressHint: 'Only if it is not the same as yours: street, city, state and ZIP code.',
    missing: 'Answer whether you are married',
    missingName: 'Enter your spouse’s full name',
  },
  decline: {
    title: 'Decline this loan?',
    text: 'Nothing will be signed, and you will owe nothing. To borrow later, you will have to apply again.',
    confirm: 'Yes, decline',
    back: 'Go back to the loan',
    doneTitle: 'You declined this loan',
    done: 'Nothing was signed, and you owe nothing. We have told the merchant that you will not use this loan.',
  },
  accepted: {
    title: 'Your loan is ready',
    lede: (email: string) => `Thank you. We email a copy of everything you signed to ${email}.`,
    usedTitle: 'You accepted this loan',
    copySent: (email: string) => `We emailed a copy of everything you signed to ${email}.`,
    /** For either of the two, once that e-mail has come back or could not be sent. */
    didNotArrive: (email: string, phone: string) =>
      `Our email to ${email} did not arrive, so we mail you a copy of everything you signed. If the address is wrong, call us at ${phone}.`,
    portalTitle: 'Next: set up your Payment Portal',
    portal: 'The merchant can ask you for a charge only when your portal account is active.',
    portalButton: 'Set up my Payment Portal',
    portalActive: 'Your Payment Portal account is active.',
    portalLocked:
      'Your Payment Portal account is locked, because someone entered wrong details too many times. Until you sign in to unlock it, no charge can be requested.',
    keepNumber:
      'Keep this number: you need it to approve charges and to sign in to your Payment Portal.',
    keepNumberToSignIn: 'Keep this number: you need it to sign in to your Payment Portal.',
    whatNextTitle: 'What happens next',
    whatNext:
      'When the merchant asks for a charge, we send you a text message and an email with a link.',
    whatNextByEmail: 'When the merchant asks for a charge, we send you an email with a link.',
    whatNextBySms: 'When the merchant asks for a charge, we send you a text message with a link.',
    untilApproved: 'Nothing is charged until you approve it there.',
    answerThere: 'You can approve or reject it there.',
    documents: 'Print or save what you signed',
  },
  portal: {
    title: 'Set up your Payment Portal',
    autopayTitle: 'Automatic payments',
    autopay: 'Email me how to set up autopay',
    button: 'Activate my account',
    overTitle: 'The time to use this loan has ended',
    over: (day: string) =>
      `You could use it until ${day}. Nothing more can be charged to it, so there is no account to set up. We sent you your documents.`,
    unavailableTitle: 'Your account could not be set up yet',
    unavailable:
      'We are not ready yet. There is nothing wrong with your loan. Please try again later, or call us.',
  },
  account: {
    signInTitle: 'Sign in to your Payment Portal',
    signInLede: (merchant: string) => `For your loan at ${merchant}.`,
    signIn: 'Sign in',
    title: 'Your Payment Portal',
    mayBeCharged: (merchant: string) =>
      `${merchant} can ask you for a charge. You approve or reject each one.`,
    onBehalf: 'If you gave the merchant permission, it can also approve a charge for you.',
    cannotBeCharged: (merchant: string) => `${merchant} cannot ask you for another charge now.`,
    limit: 'Loan amount',
    spent: 'Charged so far',
    setAside: 'Held for charges that wait for your answer',
    available: 'Available to spend',
    windowEnd: 'Use it by',
    windowEnded: 'You could use it until',
    chargesTitle: 'Charges',
    noCharges: 'There are no charges yet.',
    requested: 'Requested',
    amount: 'Amount',
    status: 'Status',
    statuses: {
      Pending: 'Waiting for your answer: use the link that we sent you',
      Rejected: 'Rejected',
      Expired: 'Expired',
      Canceled: 'Canceled',
    },
    payments: {
      being_paid: () => 'Approved: it is being paid',
      paid: () => 'Paid',
      partly_refunded: (refunded: string) => `Paid, and ${refunded} of it refunded`,
      refunded: () => 'Refunded',
      failed: () => 'Failed: nothing was charged',
      returned: () => 'Returned: it is no longer on your loan',
    },
    paymentTitle: 'Make a payment',
    payment: (phone: string) => `Call ${phone} to make a payment. There is no fee.`,
    preferences: 'Text messages, paper copies and your consent',
  },
  charge: {
    confirmTitle: 'Approve or reject',
    identityLede:
      'Confirm that it is you. Then we show you the charge, and you approve or reject it.',
    numberLabel: 'Loan number',
    numberHint: 'Ten digits. It is in the loan documents that we sent you.',
    changed:
      'The figures have changed since you opened this page. Please look at them and answer again.',
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
        `${merchant} refunded the whole charge of ${amount}. It is no longer on your loan.`,
      failed: ({ amount, merchant }: PaidAmounts) =>
        `The payment of ${amount} to ${merchant} did not go through. Nothing was charged to your loan.`,
      returned: ({ amount, merchant }: PaidAmounts) =>
        `The payment of ${amount} to ${merchant} was returned. It is no longer on your loan.`,
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
        'Nothing was charged: a final charge was paid before you answered. After a final charge, this loan takes no more charges.',
      loan_suspended: () =>
        'Nothing was charged: the loan was put on hold before you answered. To find out more, call us.',
      window_over: (merchant: string) =>
        `Nothing was charged: the time to use the loan ended before you answered. Ask ${merchant} how else you can pay.`,
      merchant_not_active: (merchant: string) =>
        `Nothing was charged: ${merchant} could not take charges when you answered. It can send a new request later.`,
      bank_account: (merchant: string) =>
        `Nothing was charged: ${merchant} could not take charges when you answered. It can send a new request later.`,
      loan_not_chargeable: (merchant: string) =>
        `Nothing was charged: when you answered, your Payment Portal was locked or the time to use the loan had ended. Sign in to your Payment Portal to see which. If it was locked, unlock it, and ${merchant} can send a new request.`,
    },
    approvedElsewhere: 'This charge was approved',
  },
  preferences: {
    title: 'Your messages and documents',
    lede: (merchant: string) => `For your application at ${merchant}.`,
    smsTitle: 'Text messages',
    smsOn: 'We may text you about this application and loan.',
    smsOnTo: (phone: string) =>
      `We may text you about this application and loan. We use the phone number ending in ${phone}.`,
    smsOff:
      'We do not send you text messages. We email you when we need your answer. If you want text messages, call us.',
    smsStop: 'Stop all text messages',
    paperTitle: 'Paper copies',
    paper:
      'You can have your notices and documents on paper, free of charge. We mail them to the address in your application.',
    paperAsk: 'Mail me paper copies',
    paperDone:
      'We mail your paper copies to the address in your application. You can ask for copies again after 30 days.',
    paperNoAddress:
      'We no longer keep the address in your application. Call us and tell us where to mail your paper copies. They are free of charge.',
    esignTitle: 'Electronic documents',
    esign:
      'You may have agreed to get notices and documents electronically. You can take back this consent at any time. It is free of charge.',
    esignEffect:
      'After that, we mail you all records on paper. If you have accepted a loan, it does not change. If you have not finished your application, it ends, because you can only finish it online. You owe nothing on it.',
    esignAsk: 'Withdraw my consent',
    esignDone: 'You have withdrawn your consent. From now on we mail you all records on paper.',
    esignEnded:
      'Your application has ended, because you can only finish it online. You owe nothing on it.',
    contactTitle: 'Has your address or number changed?',
    contact: (lender: string, phone: string) => `Call ${lender} at ${phone}.`,
  },
} as const;
