/** What every page may say: the frame, links, failures, proofs of identity, and where a loan stands. */
export const shared = {
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
} as const;
