import type { Locale } from '../../../lending-api/contact.ts';
import { dollars } from '../wording.ts';

/** A message as it is written; an SMS has no subject. */
export interface MessageText {
  subject: string;
  text: string;
}

export interface ChargeMessage {
  locale: Locale;
  merchant_name: string;
  consumer_charge_amount_cents: number;
  link: string;
}

/** Asks for an approval by SMS. Never part of an SSN or of the loan number. */
export function chargeRequestSms(message: ChargeMessage): MessageText {
  const { merchant_name, link } = message;
  const amount = dollars(message.consumer_charge_amount_cents);
  const text = {
    en: `${merchant_name} asks you to approve a charge of ${amount} to your loan. Approve or reject it within 48 hours: ${link} Reply STOP to opt out.`,
    es: `${merchant_name} le pide que apruebe un cargo de ${amount} a su préstamo. Apruébelo o rechácelo en un plazo de 48 horas: ${link} Responda STOP para no recibir más mensajes.`,
  };
  return { subject: '', text: text[message.locale] };
}

export function chargeRequestEmail(message: ChargeMessage): MessageText {
  const { merchant_name, link } = message;
  const amount = dollars(message.consumer_charge_amount_cents);
  const texts: Record<Locale, MessageText> = {
    en: {
      subject: `Approve or reject a charge of ${amount}`,
      text: `${merchant_name} asks you to approve a charge of ${amount} to your loan.\n\nTo approve or to reject it, have your loan number and the last four digits of your Social Security number at hand and open this page within 48 hours:\n\n${link}\n\nIf you did not expect this request, reject it there.`,
    },
    es: {
      subject: `Apruebe o rechace un cargo de ${amount}`,
      text: `${merchant_name} le pide que apruebe un cargo de ${amount} a su préstamo.\n\nPara aprobarlo o rechazarlo, tenga a mano el número de su préstamo y los cuatro últimos dígitos de su número de Seguro Social, y abra esta página en un plazo de 48 horas:\n\n${link}\n\nSi no esperaba esta solicitud, rechácela allí.`,
    },
  };
  return texts[message.locale];
}

/** Tells of a link that wrong answers have locked, with the one link that takes its place. */
export function chargeLinkReissuedEmail(
  message: ChargeMessage & { isDayLocked: boolean },
): MessageText {
  const { merchant_name, link, isDayLocked } = message;
  const amount = dollars(message.consumer_charge_amount_cents);
  const texts: Record<Locale, MessageText> = {
    en: {
      subject: 'Your charge approval link was locked',
      text: `The link to approve a charge of ${amount} by ${merchant_name} was locked after five wrong answers. Nothing was approved.\n\nIf it was you, use this new link${isDayLocked ? ' from tomorrow on' : ''}:\n\n${link}\n\nIf it was not you, you need not do anything: the request expires by itself.`,
    },
    es: {
      subject: 'El enlace para aprobar su cargo se bloqueó',
      text: `El enlace para aprobar un cargo de ${amount} de ${merchant_name} se bloqueó después de cinco respuestas incorrectas. No se aprobó nada.\n\nSi fue usted, use este enlace nuevo${isDayLocked ? ' a partir de mañana' : ''}:\n\n${link}\n\nSi no fue usted, no tiene que hacer nada: la solicitud vence por sí sola.`,
    },
  };
  return texts[message.locale];
}

/** Tells of the second lock, after which there is no further link. */
export function chargeLinkLockedEmail(message: Omit<ChargeMessage, 'link'>): MessageText {
  const amount = dollars(message.consumer_charge_amount_cents);
  const { merchant_name } = message;
  const texts: Record<Locale, MessageText> = {
    en: {
      subject: 'Your charge approval link was locked',
      text: `The link to approve a charge of ${amount} by ${merchant_name} was locked again after five wrong answers. Nothing was approved, and the request expires by itself. If you want this charge, ask ${merchant_name} to request it again.`,
    },
    es: {
      subject: 'El enlace para aprobar su cargo se bloqueó',
      text: `El enlace para aprobar un cargo de ${amount} de ${merchant_name} se bloqueó de nuevo después de cinco respuestas incorrectas. No se aprobó nada y la solicitud vence por sí sola. Si desea este cargo, pida a ${merchant_name} que lo solicite de nuevo.`,
    },
  };
  return texts[message.locale];
}
