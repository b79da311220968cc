import type { Widened } from '../../documents/strings/widened.ts';

/** Amounts of an approved charge as they are read. */
interface PaidAmounts {
  amount: string;
  refunded: string;
  merchant: string;
}

/** The hosted pages in English, page by page. What a document says is in `documents/strings/`. */
export const en = {
  common: {
    sandbox: 'Sandbox: sample lender, sample money. Never enter real personal data.',
    skip: 'Skip to the content',
    errorTitle: 'There is a problem',
    errorPrefix: 'Error:',
    returnTo: (merchant: string) => `Return to ${merchant}`,
    contact: (lender: string, phone: string) => `Questions? Call ${lender} at ${phone}.`,
    nmls: (id: string) => `NMLS ID ${id}`,
  },
  link: {
    unknownTitle: 'This link does not work',
    unknown:
      'Check that the whole link was copied, or open it again from the message or page it came from.',
    replacedTitle: 'This link was replaced',
    replaced: {
      invitation: 'A newer link was made for you. Go back to the merchant and continue from there.',
      terms: 'A newer link was made for you. Go back to the merchant and continue from there.',
      charge: 'A newer link was sent to you. Use the link in the latest message.',
      portal: 'A newer link was sent to you. Use the link in the latest message.',
      preferences: 'A newer link was sent to you. Use the link in the latest message.',
    },
    expiredTitle: 'This link has expired',
    expired:
      'Links work for a limited time, to keep your information safe. Go on with the newest e-mail that we sent you, or go back to the merchant to get a new link.',
    nothingLeftTitle: 'There is nothing left to do here',
    nothingLeft:
      'If you want to know more, look at the e-mails that we sent you, ask the merchant or call us.',
    lockedTitle: 'This link is locked',
    locked:
      'The answers given here did not match too many times, so this link takes no more of them. Links that we e-mail to you still do.',
    dayLockedTitle: 'Locked until tomorrow',
    dayLocked:
      'The answers did not match too many times today. To protect you, nothing can be confirmed here until tomorrow: try this link again then. We have e-mailed you about it.',
    bothLocked:
      'The answers given here did not match too many times. To protect you, this link takes no more of them, and no other link does until tomorrow.',
    mailed: {
      already_sent: 'We have e-mailed you a new link: use that one to go on.',
      none: 'To go on, have a new link e-mailed to you.',
      too_many:
        'We have e-mailed you as many links as we may in one day. Please try again tomorrow, or call us.',
    },
    mailAgain:
      'A new link is in your e-mail already. Look in the folder for unwanted mail too, or call us.',
    mailButton: 'E-mail me a new link',
  },
  failure: {
    undoneTitle: 'That did not work just now',
    undone: 'Nothing was changed. Wait a moment, then try again.',
    unknownTitle: 'Something went wrong',
    unknown:
      'It may have gone through all the same. Open your link again to see what happened, before you try again.',
  },
  identity: {
    title: 'Confirm that it is you',
    lede: (merchant: string) =>
      `Before we show you your loan for ${merchant}, tell us the last four digits of the Social Security number you applied with.`,
    label: 'Last four digits of your Social Security number',
    hint: 'Four digits. We never send them in a message or show them to the merchant.',
    button: 'Continue',
    missing: 'Enter the last four digits of your Social Security number',
    wrong: (left: number) =>
      left === 1
        ? 'That does not match what you applied with. You have 1 try left'
        : `That does not match what you applied with. You have ${left} tries left`,
  },
  stepUp: {
    title: 'Enter the code we sent you',
    lede: (phone: string) =>
      `To protect you we sent a text message with a six-digit code to the phone number ending in ${phone}.`,
    ledeEmail: (email: string) =>
      `To protect you we sent an e-mail with a six-digit code to ${email}.`,
    label: 'Six-digit code',
    hint: 'It can take a minute to arrive, and is good for 10 minutes.',
    sandboxHint: 'In the sandbox 123456 passes and 000000 fails.',
    button: 'Confirm',
    sendAgain: 'Send a new code',
    sentAgain: 'We have sent a new code. Only the newest one is good.',
    over: 'The code that we sent is no longer good. Have a new one sent.',
    tooMany:
      'We have sent as many codes as we may in one day. Please try again tomorrow, or call us.',
    missing: 'Enter the six digits of the code',
    wrong: (left: number) =>
      left === 1
        ? 'That is not the code. You have 1 try left'
        : `That is not the code. You have ${left} tries left`,
  },
  state: {
    offerExpiredTitle: 'This offer has expired',
    offerExpired:
      'Nothing was signed and nothing is owed. You can check for new offers at the merchant.',
    declinedTitle: 'We cannot offer you this loan',
    declined:
      'A notice explaining why will be e-mailed to the address you gave. You may have it on paper, too.',
    cancelledTitle: 'This loan was canceled',
    cancelled:
      'You owe nothing on it, and nothing can be charged to it any more. You can start again at the merchant.',
    reviewTitle: 'We are still checking',
    review:
      'Someone is looking at your application. We will e-mail you as soon as there is a decision.',
    suspendedTitle: 'This loan is on hold',
    suspended: 'No charges can be made at the moment. Call us to find out more.',
  },
  terms: {
    title: 'Review and accept your loan',
    lede: (merchant: string) =>
      `A loan from us for your purchase at ${merchant}. Read it in your own time: nothing is signed until you accept at the end of this page.`,
    changed:
      'The figures were brought up to date since you opened this page. Please review them and accept again.',
    upTo: 'You can borrow up to',
    monthly: 'Monthly payment (e)',
    payments: (count: number) => `${count} payments`,
    rate: 'APR',
    onThisPage: 'On this page',
    save: 'Print or save these documents',
    signTitle: 'Accept or decline',
    nameLabel: 'Type your full name to sign',
    nameHint: 'As you would sign on paper.',
    agreeLabel: 'I agree',
    accept: 'Accept the loan',
    decline: 'Decline',
    missingName: 'Type your full name to sign',
    missingAgree: 'Tick “I agree” to accept the loan',
    missingHardPull: 'Tick the box about the hard inquiry to accept the loan',
  },
  spouse: {
    title: 'For Wisconsin residents',
    why: 'Wisconsin law has us tell a spouse of a loan like this one. We ask now that your loan is approved: your answer has no part in the decision.',
    question: 'Are you married?',
    yes: 'Yes',
    no: 'No, or legally separated',
    name: 'Full name of your spouse',
    nameHint: 'Only if you are married. We mail your spouse a notice of this loan.',
    address: 'Mailing address of your spouse',
    addressHint: 'Only if it is not yours: street, city, state and ZIP code.',
    missing: 'Answer whether you are married',
    missingName: 'Enter the full name of your spouse',
  },
  decline: {
    title: 'Decline this loan?',
    text: 'Nothing will be signed and nothing is owed. To borrow later you would have to apply again.',
    confirm: 'Yes, decline',
    back: 'Go back to the loan',
    doneTitle: 'You declined this loan',
    done: 'Nothing was signed and nothing is owed. We have told the merchant that you will not use this loan.',
  },
  accepted: {
    title: 'Your loan is ready',
    lede: (email: string) =>
      `Thank you. A copy of everything you signed is on its way to ${email}.`,
    usedTitle: 'You accepted this loan',
    copySent: (email: string) => `We e-mailed a copy of everything you signed to ${email}.`,
    portalTitle: 'Next: set up your Payment Portal',
    portal: 'The merchant can ask for a charge only after your portal account is active.',
    portalButton: 'Set up my Payment Portal',
    portalActive: 'Your Payment Portal account is active.',
    portalLocked:
      'Your Payment Portal account is locked, because the details did not match too many times. No charge can be requested meanwhile. Sign in to unlock it.',
    keepNumber:
      'Keep this number: you need it to approve charges and to sign in to your Payment Portal.',
    keepNumberToSignIn: 'Keep this number: you need it to sign in to your Payment Portal.',
    whatNextTitle: 'What happens next',
    whatNext:
      'When the merchant asks for a charge, we send you a text message and an e-mail with a link. Nothing is charged until you approve it there.',
    whatNextByEmail:
      'When the merchant asks for a charge, we send you an e-mail with a link. Nothing is charged until you approve it there.',
    documents: 'Print or save what you signed',
  },
  portal: {
    title: 'Set up your Payment Portal',
    autopayTitle: 'Automatic payments',
    autopay: 'E-mail me how to set up autopay',
    button: 'Activate my account',
    overTitle: 'The time to use this loan is over',
    over: (day: string) =>
      `It could be used until ${day}. Nothing can be charged to it any more, so there is no account to set up. Your documents are in the e-mail that we sent you.`,
    unavailableTitle: 'Your account could not be set up yet',
    unavailable:
      'Something on our side is not ready. Nothing is wrong with your loan. Please try again later, or call us.',
  },
  account: {
    signInTitle: 'Sign in to your Payment Portal',
    signInLede: (merchant: string) => `For your loan at ${merchant}.`,
    signIn: 'Sign in',
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
      returned: () => 'Returned: nothing of it is left on your loan',
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
  },
  apply: {
    startTitle: (merchant: string) => `See your financing options for ${merchant}`,
    startLede: (merchant: string, lender: string) =>
      `${merchant} has invited you to apply with ${lender}. It takes about three minutes.`,
    startNeedTitle: 'What you will need',
    startNeed: [
      'Your address, date of birth and Social Security number',
      'Your yearly income before taxes and what you pay for housing',
      'A minute to read the notices: you can save or print each of them',
    ],
    start: 'Start',
    withdraw: 'I do not want to apply',
    progress: (part: number, parts: number) => `Step ${part} of ${parts}`,
    steps: {
      contact: 'You and the amount',
      consents: 'Electronic documents and privacy',
      home: 'Date of birth and home',
      income: 'Income and identity',
      authorize: 'Your authorization',
    },
    next: 'Continue',
    back: 'Back',
    optional: 'optional',
    choose: 'Choose one',
    save: 'Print or save this text',
    textTitles: {
      esign_consent: 'Electronic documents statement',
      privacy_notice: 'Privacy notice',
      sms_consent: 'Text messages',
    },
    fields: {
      requested_amount: {
        label: 'Amount to finance',
        hint: 'In dollars, from 500 to 100,000',
        missing: 'Enter the amount you want to finance',
      },
      purchase_description: {
        label: 'What it is for',
        hint: 'In a few words',
        missing: 'Enter what it is for',
      },
      first_name: { label: 'First name', hint: '', missing: 'Enter your first name' },
      middle_name: { label: 'Middle name', hint: '', missing: 'Enter your middle name' },
      last_name: { label: 'Last name', hint: '', missing: 'Enter your last name' },
      suffix: { label: 'Suffix', hint: 'Such as Jr. or III', missing: 'Enter your suffix' },
      email: {
        label: 'E-mail',
        hint: 'Your documents and notices go here',
        missing: 'Enter your e-mail address',
      },
      phone: { label: 'Mobile phone', hint: '', missing: 'Enter your mobile phone number' },
      esign_consent: {
        label: 'I have read the statement on electronic documents and agree to receive them',
        hint: '',
        missing: 'Tick the box to receive documents electronically',
      },
      privacy_notice_ack: {
        label: 'I have read the privacy notice',
        hint: '',
        missing: 'Tick the box once you have read the privacy notice',
      },
      sms_consent: {
        label: 'Text me about this application and my loan',
        hint: 'Optional. Your offers do not depend on it.',
        missing: 'Tick the box to get text messages',
      },
      date_of_birth: {
        label: 'Date of birth',
        hint: 'MM/DD/YYYY',
        missing: 'Enter your date of birth',
      },
      address_1: {
        label: 'Street address',
        hint: 'Where you live; not a P.O. box',
        missing: 'Enter your street address',
      },
      address_2: { label: 'Apartment or unit', hint: '', missing: 'Enter your apartment or unit' },
      city: { label: 'City', hint: '', missing: 'Enter your city' },
      state: { label: 'State', hint: '', missing: 'Choose your state' },
      zip_code: { label: 'ZIP code', hint: '', missing: 'Enter your ZIP code' },
      housing_status: {
        label: 'Do you own or rent your home?',
        hint: '',
        missing: 'Choose whether you own or rent',
      },
      monthly_housing_payment: {
        label: 'Monthly housing payment',
        hint: 'Rent or mortgage; 0 if none',
        missing: 'Enter your monthly housing payment, or 0',
      },
      employment_status: { label: 'Employment', hint: '', missing: 'Choose your employment' },
      employer_name: { label: 'Employer', hint: '', missing: 'Enter your employer' },
      annual_income: {
        label: 'Yearly income',
        hint: 'Your total before taxes',
        missing: 'Enter your yearly income before taxes',
      },
      ssn: {
        label: 'Social Security number',
        hint: 'Nine digits',
        missing: 'Enter your Social Security number',
      },
    },
    ssnKept: (last4: string) =>
      `We have the number ending in ${last4}. Leave this empty to keep it.`,
    housing: { own: 'Own', rent: 'Rent', other: 'Other' },
    employment: {
      employed: 'Employed',
      self_employed: 'Self-employed',
      retired: 'Retired',
      unemployed: 'Not working',
      student: 'Student',
      other: 'Other',
    },
    invalid: {
      requested_amount: 'Enter an amount from 500 to 100,000 dollars, such as 8,400',
      email: 'Enter an e-mail address such as name@example.com',
      phone: 'Enter a U.S. phone number with area code, such as (555) 555-0123',
      date_of_birth: 'Enter a real date as month, day, year, such as 04/28/1986',
      address_1: 'Enter the street address where you live, not a P.O. box',
      zip_code: 'Enter a ZIP code of five digits, such as 45402',
      monthly_housing_payment: 'Enter an amount in dollars, such as 1,250.00',
      annual_income: 'Enter an amount in dollars above zero, such as 84,000',
      ssn: 'Enter all nine digits of your Social Security number',
      other: 'Please check this answer: it is too long or has unusual characters',
    },
    ssnRefused: 'This number cannot be used here. Please check it',
    shortYear: 'Enter the year with four digits, such as 04/28/1986',
    underAge: 'You must be of legal age in your state to apply',
    agree: 'I agree – check my offers',
    authorizeLede: 'Read this, then agree right below it.',
    changed: 'The text has changed since you opened this page. Please read it again.',
    inWorkTitle: 'We are checking your application',
    inWork:
      'This usually takes less than 30 seconds. Nothing is lost, and nothing is asked twice: look again in a moment.',
    lookAgain: 'Look again',
    notDecidedTitle: 'Nothing was decided yet',
    notDecided:
      'We could not reach the credit bureau. Nothing was decided, and what you typed is kept for 30 minutes. You can safely try again.',
    askedTooOften:
      'We check a person’s credit three times in 24 hours at most, and have done so for you. Nothing was decided. Please apply again tomorrow.',
    tryAgain: 'Try again',
    offersTitle: (count: number) =>
      count === 1 ? 'You have one offer' : `You have ${count} offers`,
    offersLede: (amount: string) => `For ${amount}, lowest total cost first.`,
    notFinal: 'Offer, not final until you accept the terms.',
    until: (time: string) => `Available until ${time}.`,
    aprLong: 'Annual percentage rate',
    apr: 'APR',
    perMonth: 'a month',
    payments: (count: number) => `${count} monthly payments`,
    lastPayment: 'Last payment',
    amountFinanced: 'Amount financed',
    financeCharge: 'Finance charge',
    total: 'Total of payments',
    rate: 'Interest rate',
    originationFee: 'Origination fee',
    firstPayment: 'First payment, estimated',
    counterOffer: 'Lower amount',
    counterOfferText: (approved: string, requested: string) =>
      `This offer is for ${approved}. You asked for ${requested}.`,
    promoPayoff: (months: number, amount: string) =>
      `To owe no interest, pay ${amount} within ${months} months.`,
    current: 'Chosen before',
    chooseOffer: (product: string, apr: string) => `Choose ${product}, ${apr}% APR`,
    noHardInquiry: 'Choosing an offer does not affect your credit score.',
    offeredBy: (name: string, nmlsId: string) => `Offered by ${name}, NMLS ID ${nmlsId}.`,
    afterwards:
      'You read the terms on the next page and accept or decline them there. Until then you can come back and choose another offer.',
    noOffersTitle: 'We can’t offer financing right now',
    noOffers: 'A notice explaining why will be e-mailed to the address you gave.',
    paper: (phone: string) => `You can have the notice on paper, too: call ${phone}.`,
    identityLede: (merchant: string) =>
      `Before we show you your application for ${merchant}, tell us the last four digits of the Social Security number you applied with.`,
    notYetTitle: 'This invitation is for a later day',
    notYet: (day: string) => `You can open it from ${day} on.`,
    unavailableTitle: 'You cannot apply at the moment',
    unavailable: (merchant: string) =>
      `We cannot take applications for ${merchant} right now. Nothing was decided. Please try again later.`,
    cancelledTitle: 'This application was canceled',
    cancelled: 'Nothing is owed.',
    expiredTitle: 'This invitation has expired',
    expired: (merchant: string) => `Nothing is owed. Ask ${merchant} for a new invitation.`,
    acceptedTitle: 'You accepted your loan',
    accepted: 'Your loan number and your documents are in the e-mail that we sent you.',
  },
  onboarding: {
    startTitle: 'Set up financing for your business',
    startLede: (lender: string) =>
      `${lender} has invited you to offer financing to your customers. It takes about three minutes.`,
    steps: [
      'Confirm your mobile phone with a code',
      'Check the details of your business',
      'Read and accept the terms and conditions',
    ],
    sendLede:
      'We will text a six-digit code to the mobile phone of the administrator who was invited. Message and data rates may apply.',
    send: 'Text me the code',
    wrongPhone: (lender: string, phone: string) =>
      `No message, or a new number? Call ${lender} at ${phone}; we will correct it.`,
    codeTitle: 'Enter the code we sent you',
    codeLede:
      'We sent a text message with a six-digit code to the mobile phone of the administrator who was invited. It is good for 10 minutes.',
    sendAgain: 'Send a new code',
    codeOver: 'That code is no longer good. Send a new one.',
    unreachable: 'We could not send a text message to this number. Please call us.',
    reviewTitle: 'Check your details and accept the terms',
    reviewLede: 'This is what we were told about your business.',
    detailsTitle: 'Your business',
    businessName: 'Business name',
    address: 'Business address',
    businessPhone: 'Business phone',
    adminTitle: 'You, the first administrator',
    name: 'Name',
    email: 'E-mail',
    mobile: 'Mobile phone',
    wrongDetails: (lender: string, phone: string) =>
      `Something wrong? Do not accept yet: call ${lender} at ${phone}.`,
    changed:
      'The terms and conditions have changed since you opened this page. Please read them again.',
    signTitle: 'Accept',
    nameLabel: 'Type your full name to sign',
    nameHint: 'As you would sign on paper.',
    agreeText: 'I have read the merchant terms and conditions and accept them for my business.',
    agree: 'I accept the terms and conditions',
    accept: 'Accept and finish',
    missingName: 'Type your full name to sign',
    missingAgree: 'Tick the box to accept the terms and conditions',
    activeTitle: 'You are ready to offer financing',
    active: (merchant: string) =>
      `${merchant} is set up. The next step is to choose your financing products and add a bank account.`,
    reviewingTitle: 'Thank you – we are reviewing your business',
    reviewing: 'You have nothing more to do here. You will hear from us when the review is done.',
    declinedTitle: 'We cannot offer financing through your business',
    declined: 'Your application was reviewed and declined. Please call us if you have questions.',
    holdTitle: 'Your account is on hold',
    hold: 'You have finished the set-up, but the account is on hold. Please call us.',
    closedTitle: 'This account is closed',
    closed:
      'Your business no longer offers financing with us. Please call us if you have questions.',
    expiredTitle: 'This invitation has expired',
    expired:
      'Invitations are good for 7 days. Ask whoever invited you, or call us, to get a new one.',
  },
  preferences: {
    title: 'Your messages and documents',
    lede: (merchant: string) => `For your application at ${merchant}.`,
    smsTitle: 'Text messages',
    smsOn: 'We may send text messages about this application and loan.',
    smsOnTo: (phone: string) =>
      `We may send text messages about this application and loan to the phone number ending in ${phone}.`,
    smsOff:
      'You get no text messages from us. Whatever needs your answer comes by e-mail. If you want text messages, call us.',
    smsStop: 'Stop all text messages',
    paperTitle: 'Paper copies',
    paper:
      'You can have your notices and documents on paper, free of charge. We mail them to the address in your application.',
    paperAsk: 'Mail me paper copies',
    paperDone: 'Your paper copies are on their way to the address in your application.',
    paperNoAddress:
      'The address in your application was deleted when its time was over. Call us and say where your paper copies should go. They are free of charge.',
    esignTitle: 'Electronic documents',
    esign:
      'If you have agreed to get notices and documents electronically, you can withdraw this at any time, free of charge.',
    esignEffect:
      'If you withdraw, you get further records on paper. A loan that you have accepted goes on unchanged. An application that you have not completed ends, because it can only be completed electronically; nothing is owed on it.',
    esignAsk: 'Withdraw my consent',
    esignDone: 'You have withdrawn your consent. Further records come on paper.',
    contactTitle: 'Has your address or number changed?',
    contact: (lender: string, phone: string) => `Call ${lender} at ${phone}.`,
  },
  statement: {
    title: (number: string) => `Statement ${number}`,
    merchant: 'Merchant',
    period: 'Period',
    periodText: (first: string, last: string) => `${first} to ${last}`,
    status: 'Status',
    open: (day: string) => `Open: amounts may change until it is issued on ${day}`,
    issued: (day: string) => `Issued on ${day}`,
    currency: 'All amounts are in US dollars. Days and months are those of New York.',
    ownOnly: 'This shows only what your own customers brought.',
    totalsTitle: 'Totals',
    charges: 'Charges to consumers',
    refunds: 'Refunds to consumers and returned charges',
    fees: 'Merchant fees',
    feeCredits: 'Merchant fees given back',
    net: 'Net to merchant',
    linesTitle: 'Transactions',
    none: 'Nothing settled in this period.',
    settled: 'Settled',
    loanNumber: 'Loan number',
    transaction: 'Transaction',
    amount: 'Amount',
    fee: 'Fee',
    netOfLine: 'Net',
    transactions: {
      109: 'Initial charge',
      111: 'Project charge',
      113: 'Final charge',
      115: 'Refund',
    },
    returned: (transaction: string) => `${transaction}, returned`,
  },
} as const;

/** Every word of the hosted pages that is neither a document's nor a regulated text. */
export type PageStrings = Widened<typeof en>;

export type ApplyStrings = PageStrings['apply'];
