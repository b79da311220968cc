/** What Wisconsin residents are asked, in English. */
export const spouse = {
  title: 'For Wisconsin residents',
  why: 'Wisconsin law has us tell a spouse of a loan like this one. We ask now that your loan is approved: your answer has no part in the decision.',
  question: 'Are you married?',
  yes: 'Yes',
  no: 'No, or legally separated',
  name: 'Full name of your spouse',
  nameHint: 'Only if you are married. We mail your spouse a notice of this loan.',
  address: 'Mailing address of your spouse',
  addressHint: 'Only if it is not yours: street, city, state and ZIP code.',
  missing: 'Answer whether you are married',
  missingName: 'Enter the full name of your spouse',
} as const;
