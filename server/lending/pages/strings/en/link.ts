/** Why a link opens nothing, and how to go on, in English. */
export const link = {
  unknownTitle: 'This link does not work',
  unknown:
    'Check that the whole link was copied, or open it again from the message or page it came from.',
  replacedTitle: 'This link was replaced',
  replaced: {
    invitation: 'A newer link was made for you. Go back to the merchant and continue from there.',
    terms: 'A newer link was made for you. Go back to the merchant and continue from there.',
    portal: 'A newer link was sent to you. Use the link in the latest message.',
    preferences: 'A newer link was sent to you. Use the link in the latest message.',
  },
  chargeReplacedTitle: 'This link was locked',
  chargeReplaced:
    'The details did not match too many times. Nothing was charged. We have e-mailed you a new link: use that one to approve or reject the charge.',
  expiredTitle: 'This link has expired',
  expired:
    'Links work for a limited time, to keep your information safe. Go back to the merchant to get a new one.',
  expiredAfterAcceptance:
    'This link was for reading and accepting it, and has expired. Your loan number, your documents and the link to your Payment Portal are in the e-mail that we sent you.',
  lockedTitle: 'This link is locked',
  locked: {
    mailed_link:
      'The details did not match too many times, so this link no longer opens anything. Use the new link that we have e-mailed you.',
    new_request:
      'The details did not match too many times, so this link no longer opens anything. Nothing was charged. If you want this charge, ask the merchant to request it again. We have e-mailed you about it.',
    link_from_merchant:
      'The digits did not match too many times, so this link no longer opens anything. Go back to the merchant to get a new one.',
    portal:
      'The digits did not match too many times, so this link no longer opens anything. Your loan goes on: use the link to your Payment Portal in the e-mail with your loan documents.',
    call: 'The digits did not match too many times, so nothing can be confirmed with this link any more. Call us to go on.',
  },
  dayLockedTitle: 'Locked until tomorrow',
  dayLocked: {
    invitation:
      'The digits did not match too many times today. To protect you, this application is locked until tomorrow: try this link again then. We have e-mailed you about it.',
    terms:
      'The digits did not match too many times today. To protect you, this page is locked until tomorrow: try this link again then. We have e-mailed you about it.',
    portal:
      'The details did not match too many times today. To protect you, your Payment Portal is locked until tomorrow: try this link again then. We have e-mailed you about it.',
    charge:
      'The details did not match too many times today. To protect you, no charge can be approved or rejected until tomorrow. Nothing was charged. Try this link again then: if the request has expired, the merchant can send a new one. We have e-mailed you about it.',
    preferences:
      'The digits did not match too many times today. To protect you, nothing can be confirmed here until tomorrow: try again then. We have e-mailed you about it.',
  },
  bothLocked: {
    mailed_link:
      'The details did not match too many times today. To protect you, your loan is locked until tomorrow. From then on, use the new link that we have e-mailed you.',
    new_request:
      'The details did not match too many times today, so this link no longer opens anything, and your loan is locked until tomorrow. Nothing was charged. If you want this charge, ask the merchant to request it again: you can approve it from tomorrow on. We have e-mailed you about it.',
    link_from_merchant:
      'The digits did not match too many times today. To protect you, this link no longer opens anything, and no other does until tomorrow. From then on you can get a new one from the merchant. We have e-mailed you about it.',
    portal:
      'The digits did not match too many times today. To protect you, your loan is locked until tomorrow. From then on, use the link to your Payment Portal in the e-mail with your loan documents. We have e-mailed you about it.',
    call: 'The digits did not match too many times today, so nothing can be confirmed with this link any more. Call us to go on. We have e-mailed you about it.',
  },
} as const;
