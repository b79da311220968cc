import type { InputSettings } from './form-view.ts';

const money = { autocomplete: 'off', inputmode: 'decimal', prefix: '$', size: 'half' } as const;

/** The text fields of the second part. */
export const homeInputs = {
  address_1: { autocomplete: 'address-line1' },
  address_2: { autocomplete: 'address-line2', isOptional: true, size: 'half' },
  city: { autocomplete: 'address-level2', size: 'half' },
  zip_code: { autocomplete: 'postal-code', inputmode: 'numeric', size: 'half' },
  monthly_housing_payment: money,
  employer_name: { autocomplete: 'organization', isOptional: true, size: 'half' },
  annual_income: money,
} as const satisfies Record<string, InputSettings>;
