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
