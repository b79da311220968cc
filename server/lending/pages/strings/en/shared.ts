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
      'Check that you copied the whole link, or open it again from the message or page where you found it.',
    replacedTitle: 'This link no longer works',
    replaced: {
      invitation: 'A newer link was made for you. Go back to the merchant and continue from there.',
      terms: 'Go back to the merchant and continue from there.',
      charge: 'A newer link was sent to you. Use the link in the latest message.',
      portal: 'A newer link was sent to you. Use the link in the latest message.',
      preferences: 'A newer link was sent to you. Use the link in the latest message.',
    },
    expiredTitle: 'This link has expired',
    expired:
      'Links work for a limited time, to keep your information safe. Use the link in our latest email, or go back to the merchant to get a new one.',
    nothingLeftTitle: 'There is nothing left to do here',
    nothingLeft: 'To find out more, read the emails that we sent you, ask the merchant or call us.',
    invitationOver: (merchant: string) =>
      `An invitation works for 30 days. If you want to apply, ask ${merchant} for a new one. If you have applied, read the emails that we sent you, ask the merchant or call us.`,
    lockedTitle: 'This link is locked',
    locked:
      'There were too many wrong answers here, so this link no longer works. Links that we email to you still work.',
    dayLockedTitle: 'Locked for now',
    dayLocked: (until: string) =>
      `There were too many wrong answers. To protect you, this link is locked. Try again after ${until}. We have sent you an email about this.`,
    bothLocked: (until: string) =>
      `There were too many wrong answers here. To protect you, this link no longer works. All other links are locked until ${until}.`,
    mailed: {
      already_sent: 'We have emailed you a new link. Use that one to continue.',
      none: 'To continue, ask us to email you a new link.',
      too_many: 'We cannot email you another link now. Please try again in 24 hours, or call us.',
    },
    mailedForLater: (until: string) => `We have emailed you a new link. Use it after ${until}.`,
    mailAgain: 'We have already emailed you a new link. Look in your spam folder too, or call us.',
    mailButton: 'Email me a new link',
  },
  failure: {
    undoneTitle: 'That did not work',
    undone: 'Nothing was changed. Wait a moment, then try again.',
    tooMany:
      'Too many pages were opened from your network. Nothing was changed. Wait a moment, then try again.',
    foreign:
      'The form was sent from another page. Nothing was changed. Open the page again and send the form from there.',
    unknownTitle: 'Something went wrong',
    unknown:
      'It may still have gone through. Before you try again, open your link again to see what happened.',
    open: 'Open the page again',
  },
  /** What a form has just done; the title of its page begins with it. */
  done: {
    codeSent: 'New code sent',
    linkMailed: 'New link emailed',
    smsStopped: 'Text messages stopped',
    paperAsked: 'Paper copies requested',
    consentWithdrawn: 'Consent withdrawn',
  },
  cookies: {
    title: 'Your browser blocks cookies',
    text: 'This page cannot go on without them: it uses a cookie to remember what you just answered, and nothing else. Allow cookies for this site in your browser’s settings, or open your link in another browser. Or call us.',
    button: 'Try again',
  },
  identity: {
    title: 'Confirm that it is you',
    lede: (merchant: string) =>
      `We need to know that it is you before we show your loan for ${merchant}. Enter the last four digits of your Social Security number.`,
    askedAgain: (minutes: number, hours: number) =>
      `If you open no page here for ${minutes} minutes, we ask again. After ${hours} hours we always ask.`,
    again: (minutes: number, hours: number) =>
      `We ask again who you are. You opened no page here for ${minutes} minutes, or ${hours} hours have passed, or you ended your visit on this device. What you just sent did not count. You can send it again after this.`,
    label: 'Last four digits of your Social Security number',
    hint: 'Four digits. We never send them in a message or show them to the merchant.',
    button: 'Continue',
    missing: 'Enter the last four digits of your Social Security number',
    wrong: (left: number) =>
      left === 1
        ? 'That does not match your application. You have 1 try left'
        : `That does not match your application. You have ${left} tries left`,
  },
  leave: {
    hint: 'If other people use this device, press this button before you go. We then ask who you are before we show your information again.',
    formHint:
      'If other people use this device, press this button before you go. It deletes what you typed here.',
    button: 'I am done on this device',
  },
  stepUp: {
    title: 'Enter the code we sent you',
    lede: (phone: string) =>
      `To protect you, we texted a six-digit code to the phone number ending in ${phone}.`,
    ledeEmail: (email: string) => `To protect you, we emailed a six-digit code to ${email}.`,
    label: 'Six-digit code',
    hint: 'It can take a minute to arrive. It works for 10 minutes.',
    sandboxHint: 'In the sandbox 123456 passes and 000000 fails.',
    button: 'Confirm',
    sendAgain: 'Send a new code',
    sentAgain: 'We have sent a new code. Only the newest one works.',
    over: 'The code that we sent no longer works. Ask for a new one.',
    tooMany: 'We cannot send another code now. Please try again in 24 hours, or call us.',
    lastTry:
      'You have 1 try left, also with a new code. If you enter one more wrong code, we have to decline your application.',
    missing: 'Enter the six digits of the code',
    wrong: (left: number) =>
      left === 1
        ? 'That is not the code. You have 1 try left'
        : `That is not the code. You have ${left} tries left`,
  },
  state: {
    offerExpiredTitle: 'This offer has expired',
    offerExpired:
      'Nothing was signed, and you owe nothing. You can check for new offers at the merchant.',
    declinedTitle: 'We cannot offer you this loan',
    declined: 'A notice that explains why comes to you by email. You can also get it on paper.',
    declinedOnPaper: 'A notice that explains why comes to you by mail.',
    withdrawnTitle: 'This application has ended',
    withdrawn:
      'It ended because you withdrew your consent to electronic documents. You can only finish it online. Nothing was signed, and you owe nothing.',
    cancelledTitle: 'This loan was canceled',
    cancelled:
      'You owe nothing on it, and nothing more can be charged to it. You can start again at the merchant.',
    merchantClosedTitle: 'This loan is no longer available',
    merchantClosed: (merchant: string) =>
      `${merchant} no longer offers this financing, so you cannot accept this loan. Nothing was signed, and you owe nothing.`,
    reviewTitle: 'We are still checking',
    review:
      'Someone is reviewing your application. We will email you as soon as there is a decision.',
    suspendedTitle: 'This loan is on hold',
    suspended: 'No charges can be made right now. To find out more, call us.',
  },
} as const;
