import type { Locale } from '../../../lending-api/contact.ts';
import type { MessageText } from './charge-messages.ts';

/** Invites to set up the Payment Portal, which charges need. */
export function portalInvitationEmail(locale: Locale, link: string): MessageText {
  const texts: Record<Locale, MessageText> = {
    en: {
      subject: 'Set up your Payment Portal',
      text: `Your loan needs a Payment Portal account before the merchant can ask you for a charge. Set it up within 7 days:\n\n${link}`,
    },
    es: {
      subject: 'Configure su Portal de Pagos',
      text: `Su préstamo necesita una cuenta del Portal de Pagos antes de que el comercio pueda pedirle un cargo. Configúrela en un plazo de 7 días:\n\n${link}`,
    },
  };
  return texts[locale];
}

export interface EndedReview {
  locale: Locale;
  result: 'approved' | 'declined' | 'expired';
  /** Where the consumer goes on; null when the sponsor named no address. */
  link: string | null;
}

/** Tells that a review has ended; the reasons of a decline are in the notice alone. */
export function reviewEndedEmail({ locale, result, link }: EndedReview): MessageText {
  const subject = {
    en: 'We have finished looking at your application',
    es: 'Terminamos de revisar su solicitud',
  };
  const texts: Record<Locale, Record<EndedReview['result'], string>> = {
    en: {
      approved: 'Your offers are ready. They are not final until you accept the terms of one.',
      declined:
        'We can’t offer financing right now. A notice explaining why is sent to you separately.',
      expired:
        'We could not finish the review of your application in time, so it has ended. A notice is sent to you separately.',
    },
    es: {
      approved:
        'Sus ofertas están listas. No son definitivas hasta que acepte los términos de una.',
      declined:
        'En este momento no podemos ofrecerle financiamiento. Le enviamos por separado un aviso que explica el motivo.',
      expired:
        'No pudimos terminar a tiempo la revisión de su solicitud, por lo que ha concluido. Le enviamos un aviso por separado.',
    },
  };
  const goOn = { en: 'Go on here:', es: 'Continúe aquí:' };
  const text = texts[locale][result];
  return {
    subject: subject[locale],
    text: link === null ? text : `${text}\n\n${goOn[locale]}\n\n${link}`,
  };
}
