import type { Locale } from '../../../lending-api/contact.ts';
import type { MessageText } from './charge-messages.ts';

export interface InvitationMessage {
  locale: Locale;
  /** For the greeting alone; empty when the merchant gave none. */
  first_name: string;
  merchant_name: string;
  link: string;
}

/** Invites to apply by SMS. */
export function invitationSms({ locale, merchant_name, link }: InvitationMessage): MessageText {
  const text: Record<Locale, string> = {
    en: `${merchant_name} invites you to apply for financing: ${link} Checking your offers does not affect your credit score. Reply STOP to opt out.`,
    es: `${merchant_name} le invita a solicitar financiamiento: ${link} Consultar sus ofertas no afecta su puntaje de crédito. Responda STOP para no recibir más mensajes.`,
  };
  return { subject: '', text: text[locale] };
}

/** Invites to apply by e-mail. */
export function invitationEmail(message: InvitationMessage): MessageText {
  const { locale, first_name, merchant_name, link } = message;
  const greeting: Record<Locale, string> = {
    en: first_name === '' ? 'Hello,' : `Hello ${first_name},`,
    es: first_name === '' ? 'Hola:' : `Hola, ${first_name}:`,
  };
  const texts: Record<Locale, MessageText> = {
    en: {
      subject: `${merchant_name} invites you to apply for financing`,
      text: `${greeting.en}\n\n${merchant_name} invites you to apply for financing. Open this page within 30 days:\n\n${link}\n\nChecking your offers does not affect your credit score. If you did not expect this invitation, you need not do anything.`,
    },
    es: {
      subject: `${merchant_name} le invita a solicitar financiamiento`,
      text: `${greeting.es}\n\n${merchant_name} le invita a solicitar financiamiento. Abra esta página en un plazo de 30 días:\n\n${link}\n\nConsultar sus ofertas no afecta su puntaje de crédito. Si no esperaba esta invitación, no tiene que hacer nada.`,
    },
  };
  return texts[locale];
}
