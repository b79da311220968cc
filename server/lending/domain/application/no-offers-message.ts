import type { Locale } from '../../../lending-api/contact.ts';
import type { ApplicationStatus } from '../../../lending-api/statuses.ts';

const MESSAGES: Readonly<Record<Locale, { declined: string; in_review: string }>> = {
  en: {
    declined:
      'We can’t offer financing right now. A notice explaining why will be e-mailed to the address you gave.',
    in_review:
      'Your application needs a closer look. We will e-mail you at the address you gave when it is done.',
  },
  es: {
    declined:
      'En este momento no podemos ofrecerle financiamiento. Le enviaremos por correo electrónico, a la dirección que nos dio, un aviso que explica el motivo.',
    in_review:
      'Su solicitud requiere una revisión más detallada. Cuando termine, le escribiremos a la dirección de correo electrónico que nos dio.',
  },
};

/** What a consumer reads instead of offers: no reasons, since others may see the screen. */
export function noOffersMessage(locale: Locale, status: ApplicationStatus): string {
  const { declined, in_review } = MESSAGES[locale];
  return status === 'Pending: Verification' ? in_review : declined;
}
