/** Text messages, paper copies and consent in English. */
export const preferences = {
  title: 'Your messages and documents',
  lede: (merchant: string) => `For your application at ${merchant}.`,
  smsTitle: 'Text messages',
  smsOn: (phone: string) =>
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
    'You agreed to get notices and documents electronically. You can withdraw this at any time, free of charge.',
  esignEnds:
    'You have not accepted a loan yet. If you withdraw now, your online application ends, because it can only be completed electronically. Nothing is owed.',
  esignGoesOn:
    'If you withdraw, your loan goes on unchanged, and you get further records on paper.',
  esignRecords: 'If you withdraw, you get further records on paper.',
  esignAsk: 'Withdraw my consent',
  esignDone: 'You have withdrawn your consent. Further records come on paper.',
  contactTitle: 'Has your address or number changed?',
  contact: (lender: string, phone: string) => `Call ${lender} at ${phone}.`,
} as const;
