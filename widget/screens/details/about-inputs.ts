import type { InputSettings } from './form-view.ts';

/** The text fields of the first part, in the order in which they are asked. */
export const aboutInputs = {
  first_name: { autocomplete: 'given-name', size: 'half' },
  middle_name: { autocomplete: 'additional-name', isOptional: true, size: 'half' },
  last_name: { autocomplete: 'family-name', size: 'half' },
  suffix: { autocomplete: 'honorific-suffix', isOptional: true, size: 'half' },
  date_of_birth: { autocomplete: 'bday', inputmode: 'numeric', size: 'half' },
  phone: { autocomplete: 'tel', type: 'tel', inputmode: 'tel', size: 'half' },
  email: { autocomplete: 'email', type: 'email', inputmode: 'email' },
} as const satisfies Record<string, InputSettings>;

export const aboutFields = Object.keys(aboutInputs) as readonly (keyof typeof aboutInputs)[];
