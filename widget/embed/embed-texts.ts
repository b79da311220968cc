import type { Locale } from '../contract/values.ts';

/** The only texts that must be here before anything else could be fetched. */
export const embedTexts = {
  en: {
    label: 'Financing application',
    unreachable: 'The financing application could not be loaded.',
    misconfigured: 'Financing is not available on this page.',
    retry: 'Try again',
  },
  es: {
    label: 'Solicitud de financiamiento',
    unreachable: 'No se pudo cargar la solicitud de financiamiento.',
    misconfigured: 'El financiamiento no está disponible en esta página.',
    retry: 'Intentar de nuevo',
  },
} as const satisfies Record<Locale, unknown>;
