/** Merchant onboarding in English. */
export const onboarding = {
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
  termsTitle: 'Merchant terms and conditions',
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
  closed: 'Your business no longer offers financing with us. Please call us if you have questions.',
  expiredTitle: 'This invitation has expired',
  expired:
    'Invitations are good for 7 days. Ask whoever invited you, or call us, to get a new one.',
} as const;
