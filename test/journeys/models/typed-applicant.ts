import type { CanaryApplicant } from '../../helpers/canaries.ts';

/** What a person types into the form; the rest is chosen from lists. */
export interface TypedApplicant {
  first_name: string;
  last_name: string;
  /** As the form asks for it: MM/DD/YYYY. */
  date_of_birth: string;
  email: string;
  phone: string;
  address_1: string;
  city: string;
  state: string;
  zip_code: string;
  monthly_housing_payment: string;
  annual_income: string;
  ssn: string;
}

let people = 0;

/** A person nobody has seen before, whose SSN is that of a persona: `'0001' => 900-10-0001`. */
export function typedApplicant(
  persona: string,
  change: Partial<TypedApplicant> = {},
): TypedApplicant {
  people += 1;
  return {
    first_name: 'Ada',
    last_name: 'Sample',
    date_of_birth: '04/12/1985',
    email: `ada.${process.pid}.${people}@example.test`,
    phone: '(555) 555-0123',
    address_1: '12 Hillside Avenue',
    city: 'Denver',
    state: 'CO',
    zip_code: '80203',
    monthly_housing_payment: '1,250',
    annual_income: '84,000',
    ssn: `900-10-${persona}`,
    ...change,
  };
}

/** The canary as a person who types it. */
export function typedCanary(
  canary: CanaryApplicant,
  change: Partial<TypedApplicant> = {},
): TypedApplicant {
  const [year, month, day] = canary.date_of_birth.split('-');
  const { first_name, last_name, email, ssn, phone } = canary;
  return typedApplicant('0001', {
    first_name,
    last_name,
    email,
    ssn,
    date_of_birth: `${month}/${day}/${year}`,
    phone: phone.slice(2),
    annual_income: canary.annual_income.replace('.00', ''),
    ...change,
  });
}

/** The applicant's full name, as it is signed. */
export function fullName({ first_name, last_name }: TypedApplicant): string {
  return `${first_name} ${last_name}`;
}
