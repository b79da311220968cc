import { account } from './en/account.ts';
import { apply } from './en/apply.ts';
import { charge } from './en/charge.ts';
import { link } from './en/link.ts';
import { onboarding } from './en/onboarding.ts';
import { statement } from './en/statement.ts';
import { preferences } from './en/preferences.ts';
import { spouse } from './en/spouse.ts';

/** The hosted pages in English. */
export const en = {
  account,
  apply,
  charge,
  link,
  onboarding,
  statement,
  preferences,
  spouse,
  common: {
    sandbox: 'Sandbox: sample lender, sample money. Never enter real personal data.',
    skip: 'Skip to the content',
    errorTitle: 'There is a problem',
    errorPrefix: 'Error:',
    returnTo: (merchant: string) => `Return to ${merchant}`,
    returnPlain: 'Return to the merchant',
    contact: (lender: string, phone: string) => `Questions? Call ${lender} at ${phone}.`,
    nmls: (id: string) => `NMLS ID ${id}`,
    loanNumber: 'Loan number',
  },
  failure: {
    undoneTitle: 'That did not work just now',
    undone: 'Nothing was changed. Wait a moment, then try again.',
    unknownTitle: 'Something went wrong',
    unknown:
      'It may have gone through all the same. Open your link again to see what happened, before you try again.',
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
    mlaTitle: 'For members of the Armed Forces and their dependents',
    mlaObligation: (count: number, payment: string, last: string) =>
      `Your payment obligation: ${count - 1} monthly payments of ${payment} and a last payment of ${last} (e).`,
    promoTitle: 'Your promotion',
    agreementTitle: 'Loan agreement',
    holderTitle: 'Notice about your rights against the seller',
    scoreTitle: 'Your credit score and the price of credit',
    stateTitle: 'Notice for your state',
    inquiryTitle: 'Your credit report',
    signTitle: 'Accept or decline',
    signatureTitle: 'Signature',
    signedBy: (name: string, at: string) => `Signed electronically by ${name} on ${at}.`,
    nameLabel: 'Type your full name to sign',
    nameHint: 'As you would sign on paper.',
    agreeLabel: 'I agree',
    accept: 'Accept the loan',
    decline: 'Decline',
    missingName: 'Type your full name to sign',
    missingAgree: 'Tick “I agree” to accept the loan',
    missingHardPull: 'Tick the box about the hard inquiry to accept the loan',
  },
  tila: {
    title: 'Truth in Lending disclosures',
    revisedTitle: 'Revised Truth in Lending disclosure',
    creditor: 'Creditor',
    borrower: 'Borrower',
    apr: 'Annual Percentage Rate',
    financeCharge: 'Finance Charge',
    amountFinanced: 'Amount Financed',
    totalOfPayments: 'Total of Payments',
    scheduleTitle: 'Your payment schedule',
    scheduleCount: 'Number of payments',
    scheduleAmount: 'Amount of payments',
    scheduleDue: 'When payments are due',
    scheduleMonthly: (date: string) => `Monthly, beginning ${date} (e)`,
    scheduleLast: (date: string) => `${date} (e)`,
    itemizationTitle: 'Itemization of the amount financed',
    itemGiven: (merchant: string) => `Amount to be paid to ${merchant} on your behalf`,
    itemFee: 'Prepaid finance charge (origination fee)',
    itemPrincipal: 'Loan amount',
    itemFinanced: 'Amount financed',
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
} as const;
