import type { Locale } from '../../../lending-api/contact.ts';
import { sampleLender } from '../lender.ts';
import type { MessageText } from './funding-messages.ts';

/** The one text message that confirms that there are no more (47 CFR 64.1200(a)(12)). */
export function smsStoppedSms(locale: Locale): MessageText {
  const text: Record<Locale, string> = {
    en: `${sampleLender.name}: You will get no more texts from us.`,
    // Another letter with an accent would make two segments of it.
    es: `${sampleLender.name}: No le enviaremos otros mensajes de texto.`,
  };
  return { subject: '', text: text[locale] };
}

/** What a reply of HELP is answered. */
export function smsHelpSms(locale: Locale): MessageText {
  const { name, phone } = sampleLender;
  const text: Record<Locale, string> = {
    en: `${name}: texts about your application and loan. Questions? Call ${phone}. Message and data rates may apply. Reply STOP to opt out.`,
    es: `${name}: mensajes sobre su solicitud y su préstamo. ¿Preguntas? Llame al ${phone}. Pueden aplicarse tarifas de mensajes y datos. Responda STOP para dejar de recibirlos.`,
  };
  return { subject: '', text: text[locale] };
}

interface PreferencesLine {
  locale: Locale;
  channel: 'sms' | 'email';
  /** Until then the page offers at most to stop text messages. */
  hasApplied: boolean;
  link: string;
}

/** Says in a message where messages can be stopped and paper copies asked for. */
export function withPreferences(
  message: MessageText,
  { locale, channel, hasApplied, link }: PreferencesLine,
): MessageText {
  const lines: Record<Locale, Record<'sms' | 'email' | 'email_before', string>> = {
    en: {
      sms: ` Stop texts: ${link}`,
      email_before: `\n\nAfter you apply, you can stop text messages or get paper copies here: ${link}\n\nThere you can also withdraw your consent to electronic documents.`,
      email: `\n\nTo stop text messages or get paper copies: ${link}\n\nThere you can also withdraw your consent to electronic documents.`,
    },
    es: {
      sms: ` No más mensajes: ${link}`,
      email_before: `\n\nDespués de presentar su solicitud, aquí puede dejar de recibir mensajes de texto o pedir copias en papel: ${link}\n\nAllí también puede retirar su consentimiento para documentos electrónicos.`,
      email: `\n\nPara no recibir más mensajes de texto o pedir copias en papel: ${link}\n\nAllí también puede retirar su consentimiento para documentos electrónicos.`,
    },
  };
  const line = channel === 'email' && !hasApplied ? 'email_before' : channel;
  return { ...message, text: message.text + lines[locale][line] };
}

/**
 * What revokes the consent to text messages wherever it stands in a reply: 47 CFR 64.1200(a)(10)
 * takes any reasonable way. In capitals, without accents and punctuation.
 */
const stopsAnywhere = [
  'STOP',
  'STOPALL',
  'UNSUBSCRIBE',
  'REVOKE',
  'OPTOUT',
  'OPT OUT',
  'REMOVE ME',
  'DO NOT TEXT ME',
  'DONT TEXT ME',
  'PARAR',
  'PARE',
  'NO ME ESCRIBA',
  'NO ME ESCRIBAN',
  'DEJE DE ESCRIBIRME',
  'DEJEN DE ESCRIBIRME',
];

/** What does so alone or with nothing but `courtesies`: in a sentence it may be about anything. */
const stopsAlone = [
  ...['END', 'QUIT', 'CANCEL', 'CANCEL MY SUBSCRIPTION', 'CANCEL SUBSCRIPTION', 'REMOVE'],
  ...['NO MORE', 'DO NOT TEXT', 'DONT TEXT', 'LEAVE ME ALONE', 'TAKE ME OFF'],
  ...['DO NOT SEND', 'DONT SEND', 'DO NOT CONTACT', 'DONT CONTACT'],
  ...['ALTO', 'BAJA', 'CANCELAR', 'CANCELAR LA SUSCRIPCION', 'CANCELAR MI SUSCRIPCION'],
  ...['CANCELAR SUSCRIPCION', 'DETENER', 'PAREN', 'NO MAS', 'NOMAS', 'NO QUIERO MAS'],
  ...['NO QUIERO MENSAJES', 'NO QUIERO RECIBIR', 'NO QUIERO RECIBIR MAS'],
  ...['NO ME CONTACTE', 'NO ME CONTACTEN', 'NO ME CONTACTE MAS', 'NO ME CONTACTEN MAS'],
  ...['NO ME ENVIE', 'NO ME ENVIEN', 'NO ME ENVIE MAS', 'NO ME ENVIEN MAS'],
  ...['NO ME MANDE', 'NO ME MANDEN', 'NO ME MANDE MAS', 'NO ME MANDEN MAS'],
  ...['DEJE DE ENVIARME', 'DEJEN DE ENVIARME', 'DEJE DE MANDARME', 'DEJEN DE MANDARME'],
];

const courtesies: ReadonlySet<string> = new Set(
  (
    'PLEASE THANKS THANK YOU ALL ANY MORE AGAIN ME MY YOUR LIST THE THESE TEXT TEXTS TEXTING ' +
    'MESSAGE MESSAGES SMS POR FAVOR GRACIAS YA DE LOS ESTOS TODOS DAR DARME DENME QUIERO MIS ' +
    'TEXTO TEXTOS MENSAJE MENSAJES'
  ).split(' '),
);

const help: ReadonlySet<string> = new Set(['HELP', 'AYUDA']);

export type SmsKeyword = 'stop' | 'help';

/**
 * What a reply asks for, whatever its case, accents and punctuation; null for what is no keyword.
 * @example keywordOf('Please opt-out.') => 'stop'
 */
export function keywordOf(text: string): SmsKeyword | null {
  const words = wordsOf(text);
  if (stopsAnywhere.some((stop) => without(words, stop) !== null)) return 'stop';
  if (stopsAlone.some((stop) => isOnlyCourteous(without(words, stop)))) return 'stop';
  return help.has(words.join('')) ? 'help' : null;
}

function wordsOf(text: string): string[] {
  const unaccented = text.normalize('NFD').replace(/\p{M}/gu, '');
  const plain = unaccented.replace(/(?<=\p{L})['’](?=\p{L})/gu, '').toUpperCase();
  return plain.split(/[^\p{L}\p{N}]+/u).filter((word) => word !== '');
}

/** The other words of a reply, or null where it does not have these. */
function without(words: readonly string[], stop: string): string[] | null {
  const [before, ...after] = ` ${words.join(' ')} `.split(` ${stop} `);
  return after.length === 0 ? null : wordsOf([before, ...after].join(' '));
}

function isOnlyCourteous(others: readonly string[] | null): boolean {
  return others?.every((word) => courtesies.has(word)) ?? false;
}

interface PortalActive {
  merchant_name: string;
  wantsAutopay: boolean;
  /** Neither the loan nor its merchant keeps a charge from being asked for. */
  canBeCharged: boolean;
  /** Of a charge, where the consumer has given the merchant permission. */
  maySponsorApprove: boolean;
  link: string;
}

/** Confirms the Payment Portal account, with the way to autopay when it was wished for. */
export function portalActiveEmail(
  locale: Locale,
  { merchant_name, wantsAutopay, canBeCharged, maySponsorApprove, link }: PortalActive,
): MessageText {
  const onBehalf = {
    en: maySponsorApprove
      ? ' If you gave the merchant permission, it can also approve a charge for you.'
      : '',
    es: maySponsorApprove
      ? ' Si le dio permiso, el comercio también puede aprobar un cargo por usted.'
      : '',
  };
  const charges = {
    en: canBeCharged
      ? `From now on, ${merchant_name} can ask you for charges. You approve or reject each one.${onBehalf.en}`
      : `${merchant_name} cannot ask you for charges right now.`,
    es: canBeCharged
      ? `Desde ahora ${merchant_name} puede pedirle que apruebe cargos. Usted aprueba o rechaza cada uno.${onBehalf.es}`
      : `Por ahora ${merchant_name} no puede pedirle que apruebe cargos.`,
  };
  const { name, phone } = sampleLender;
  const autopay = {
    en: `\n\nTo set up autopay, call ${name} at ${phone}. It is optional, and you can turn it off at any time.`,
    es: `\n\nPara activar el pago automático, llame a ${name} al ${phone}. Es opcional y puede desactivarlo en cualquier momento.`,
  };
  const texts: Record<Locale, MessageText> = {
    en: {
      subject: 'Your Payment Portal is active',
      text: `Your Payment Portal account at ${name} is active. ${charges.en} Sign in here:\n\n${link}${wantsAutopay ? autopay.en : ''}`,
    },
    es: {
      subject: 'Su Portal de Pagos está activo',
      text: `Su cuenta del Portal de Pagos de ${name} está activa. ${charges.es} Entre aquí:\n\n${link}${wantsAutopay ? autopay.es : ''}`,
    },
  };
  return texts[locale];
}
