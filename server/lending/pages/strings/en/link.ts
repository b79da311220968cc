/** Why a link opens nothing, and how to go on, in English. */
export const link = {
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
} as const;
