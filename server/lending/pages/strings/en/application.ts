/** The application of an invited consumer. */
export const application = {
  apply: {
    startTitle: (merchant: string) => `See your financing options for ${merchant}`,
    startLede: (merchant: string, lender: string) =>
      `${merchant} has invited you to apply with ${lender}. It takes about three minutes.`,
    startNeedTitle: 'What you will need',
    startNeed: [
      'Your address, date of birth and Social Security number',
      'Your yearly income before taxes and what you pay for housing',
      'A minute to read the notices. You can save or print each one',
    ],
    start: 'Start',
    withdraw: 'I do not want to apply',
    askWithdraw: {
      title: 'End this invitation?',
      text: (merchant: string) =>
        `We will tell ${merchant} that you do not want to apply. To apply later, you will need a new invitation.`,
      confirm: 'Yes, end it',
      back: 'Go back to the invitation',
    },
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
        label: 'What you are buying',
        hint: 'In a few words',
        missing: 'Enter what you are buying',
      },
      first_name: { label: 'First name', hint: '', missing: 'Enter your first name' },
      middle_name: { label: 'Middle name', hint: '', missing: 'Enter your middle name' },
      last_name: { label: 'Last name', hint: '', missing: 'Enter your last name' },
      suffix: { label: 'Suffix', hint: 'Such as Jr. or III', missing: 'Enter your suffix' },
      email: {
        label: 'Email',
        hint: 'Your documents and notices go here',
        missing: 'Enter your email address',
      },
      phone: { label: 'Mobile phone', hint: '', missing: 'Enter your mobile phone number' },
      esign_consent: {
        label: 'I have read this statement. I agree to get my documents in electronic form',
        hint: '',
        missing: 'Check the box to get your documents in electronic form',
      },
      privacy_notice_ack: {
        label: 'I have read the privacy notice',
        hint: '',
        missing: 'Check the box when you have read the privacy notice',
      },
      sms_consent: {
        label: 'Text me about this application and my loan',
        hint: 'Optional. Your offers do not depend on it.',
        missing: 'Check the box to get text messages',
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
        missing: 'Choose own, rent or other',
      },
      monthly_housing_payment: {
        label: 'Monthly housing payment',
        hint: 'Rent or mortgage; 0 if none',
        missing: 'Enter your monthly housing payment, or 0',
      },
      employment_status: {
        label: 'Employment status',
        hint: '',
        missing: 'Choose your employment status',
      },
      employer_name: {
        label: 'Employer',
        hint: '',
        missing: 'Enter the name of your employer',
      },
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
      email: 'Enter an email address such as name@example.com',
      phone: 'Enter a U.S. phone number with area code, such as (555) 555-0123',
      date_of_birth: 'Enter a real date as month, day, year, such as 04/28/1986',
      address_1: 'Enter the street address where you live, not a P.O. box',
      zip_code: 'Enter a ZIP code of five digits, such as 45402',
      monthly_housing_payment: 'Enter an amount in dollars, such as 1,250.00',
      annual_income: 'Enter an amount in dollars above zero, such as 84,000',
      ssn: 'Enter all nine digits of your Social Security number',
      other:
        'Please check this answer. It is too long, has characters that cannot be used here, or needs a space after a period',
    },
    ssnRefused: 'This number cannot be used here. Please check it',
    shortYear: 'Enter the year with four digits, such as 04/28/1986',
    underAge: 'You must be of legal age in your state to apply',
    agree: 'I agree – check my offers',
    authorizeLede: 'Read this, then agree right below it.',
    keptFor: (minutes: number) => `We keep what you type for ${minutes} minutes after each step.`,
    draftOver: (minutes: number) =>
      `We no longer have what you typed. More than ${minutes} minutes have passed since your last step, or it was deleted on this device. Nothing was sent. Please enter it again.`,
    changed: 'The text has changed since you opened this page. Please read it again.',
    inWorkTitle: 'We are checking your application',
    inWork:
      'This usually takes less than 30 seconds. Check again in a moment. Nothing is lost, and your credit is not checked twice.',
    checkAgain: 'Check again',
    notDecidedTitle: 'There is no decision yet',
    notDecided:
      'We could not check your credit just now, so nothing was decided. We keep what you typed for 30 minutes. You can safely try again.',
    askedTooOften:
      'We check a person’s credit at most three times in 24 hours, and we have already checked yours three times. Nothing was decided. Please apply again in 24 hours.',
    tryAgain: 'Try again',
    offersTitle: (count: number) =>
      count === 1 ? 'You have one offer' : `You have ${count} offers`,
    offersLede: (amount: string, count: number) =>
      count === 1 ? `For ${amount}.` : `For ${amount}, lowest total cost first.`,
    otherOffersLede: (amount: string, count: number) =>
      `You asked for ${amount}.${count === 1 ? '' : ' Lowest total cost first.'}`,
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
    firstPayment: 'First payment (estimated)',
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
      'You read the terms on the next page and accept or decline them there. Until you accept, you can come back here.',
    noOffersTitle: 'We can’t offer financing right now',
    noOffers: 'A notice that explains why comes to you by email.',
    noticeSent: 'We sent you a notice that explains why.',
    paper: (phone: string) => `To get the notice on paper too, call ${phone}.`,
    identityLede: (merchant: string) =>
      `We need to know that it is you before we show your application for ${merchant}. Enter the last four digits of your Social Security number.`,
    notYetTitle: 'This invitation is for a later day',
    notYet: (day: string) => `You can open it on ${day} or later.`,
    unavailableTitle: 'You cannot apply right now',
    unavailable: (merchant: string) =>
      `We cannot take applications for ${merchant} right now. Nothing was decided. Please try again later.`,
    cancelledTitle: 'This application was canceled',
    cancelled: 'You owe nothing.',
    withdrawnTitle: 'This invitation has ended',
    withdrawn: (merchant: string) =>
      `You owe nothing. If you want to apply after all, ask ${merchant} for a new invitation.`,
    expiredTitle: 'This invitation has expired',
    expired: (merchant: string) => `You owe nothing. Ask ${merchant} for a new invitation.`,
    acceptedTitle: 'You accepted your loan',
    accepted: 'We sent you your loan number and your documents.',
  },
} as const;
