/** Text messages, paper copies and consent in English. */
export const preferences = {
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
} as const;
