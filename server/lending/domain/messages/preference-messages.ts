import type { Locale } from '../../../lending-api/contact.ts';
import { sampleLender } from '../lender.ts';
import type { MessageText } from './charge-messages.ts';

/** The one text message that confirms that there are no more (47 CFR 64.1200(a)(12)). */
export function smsStoppedSms(locale: Locale): MessageText {
  const text: Record<Locale, string> = {
    en: 'Sample Lending Bank: you will get no more text messages from us.',
    es: 'Sample Lending Bank: no le enviaremos más mensajes de texto.',
  };
  return { subject: '', text: text[locale] };
}

/** What a reply of HELP is answered. */
export function smsHelpSms(locale: Locale): MessageText {
  const { phone } = sampleLender;
  const text: Record<Locale, string> = {
    en: `Sample Lending Bank: texts about your application and loan. Questions? Call ${phone}. Message and data rates may apply. Reply STOP to end messages.`,
    es: `Sample Lending Bank: mensajes sobre su solicitud y su préstamo. ¿Preguntas? Llame al ${phone}. Pueden aplicarse tarifas de mensajes y datos. Responda STOP para dejar de recibirlos.`,
  };
  return { subject: '', text: text[locale] };
}

/** Says in a message where messages can be stopped and paper copies asked for. */
export function withPreferences(
  message: MessageText,
  { locale, channel, link }: { locale: Locale; channel: 'sms' | 'email'; link: string },
): MessageText {
  const lines: Record<Locale, Record<typeof channel, string>> = {
    en: {
      sms: ` Stop texts: ${link}`,
      email: `\n\nTo stop text messages, to get paper copies or to withdraw your consent to electronic documents: ${link}`,
    },
    es: {
      sms: ` No más mensajes: ${link}`,
      email: `\n\nPara no recibir más mensajes de texto, pedir copias en papel o retirar su consentimiento para documentos electrónicos: ${link}`,
    },
  };
  return { ...message, text: message.text + lines[locale][channel] };
}
