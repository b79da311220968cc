/** The type of a translation: the same keys, any text. */
export type Widened<Text> = Text extends string
  ? string
  : Text extends (...values: infer Values) => string
    ? (...values: Values) => string
    : { readonly [Key in keyof Text]: Widened<Text[Key]> };

/** The documents in English, but for the regulated texts. */
export const en = {
  loanDocuments: {
    loanNumber: 'Loan number',
    mlaTitle: 'For members of the Armed Forces and their dependents',
    mlaObligation: (count: number, payment: string) =>
      `Your payment obligation: ${count} monthly payments of ${payment} (e).`,
    mlaObligationWithLast: (count: number, payment: string, last: string) =>
      `Your payment obligation: ${count} monthly payments of ${payment} and a last payment of ${last} (e).`,
    promoTitle: 'Your promotion',
    agreementTitle: 'Loan agreement',
    holderTitle: 'Notice about your rights against the seller',
    scoreTitle: 'Your credit score and the price of credit',
    stateTitle: 'Notice for your state',
    inquiryTitle: 'Your credit report',
    signatureTitle: 'Signature',
    signedBy: (name: string, at: string) => `Signed electronically by ${name} on ${at}.`,
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
  chargeStatement: {
    title: (merchant: string) => `${merchant} asks for a charge`,
    kind: 'Kind of charge',
    kinds: {
      109: 'First charge for your order',
      111: 'Project charge',
      113: 'Final charge',
    },
    description: 'For',
    before: 'Available to spend now',
    after: 'Available after this charge',
    finalNote: 'After a final charge is paid, no more charges can be made on this loan.',
    expires: 'Answer by',
  },
  merchantTerms: {
    title: 'Merchant terms and conditions',
  },
} as const;

/** Every word of the documents that is not a regulated text. */
export type DocumentStrings = Widened<typeof en>;
