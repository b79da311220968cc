import type { Locale } from '../contract/values.ts';

/** Beside the terms, which come from the BFF with the figure. */
export const messageTexts = {
  en: {
    before: 'As low as',
    after: 'per month.',
    approval: 'Subject to credit approval.',
    open: 'See your options',
  },
  es: {
    before: 'Desde',
    after: 'al mes.',
    approval: 'Sujeto a aprobación de crédito.',
    open: 'Ver sus opciones',
  },
} as const satisfies Record<Locale, unknown>;
