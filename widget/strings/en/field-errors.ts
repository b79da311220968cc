import type { FormStrings } from '../strings.ts';

export const fieldErrors: FormStrings['errors'] = {
  too_long: 'This is too long; please shorten it',
  invalid_characters: 'Use letters, digits and ordinary punctuation only',
  invalid: 'Please check this answer',
  not_an_email: 'Enter an e-mail address such as name@example.com',
  not_a_phone: 'Enter a U.S. phone number with area code, such as (555) 555-0123',
  not_a_date: 'Enter a real date as month, day, year, such as 04/28/1986',
  short_year: 'Enter the year with four digits, such as 04/28/1986',
  not_plausible: 'Please check the year',
  under_age: 'You must be of legal age in your state to apply',
  po_box: 'Enter the street address where you live, not a P.O. box',
  not_a_zip: 'Enter a ZIP code of five digits, such as 45402',
  not_an_ssn: 'Enter all nine digits',
  not_an_amount: 'Enter an amount in dollars, such as 1,250.00',
  not_positive: 'Enter an amount above zero',
  not_an_option: 'Choose one of the answers',
  consent_required: 'This is needed to continue',
  not_accepted: 'The lender could not accept this answer; please check it',
};
