import type { Locale } from '../../../lending-api/contact.ts';
import type { SoftPullResponse } from '../../../lending-api/soft-pull.ts';
import type { CalendarDate } from '../../../platform/calendar/calendar-date.ts';
import { longDate } from '../formats.ts';
import { sampleLender } from '../lender.ts';
import { formatLoanNumber } from '../loan.ts';
import type { MessageText } from './funding-messages.ts';

interface PortalInvitation {
  locale: Locale;
  merchant_name: string;
  /** On which the loan can be charged, and the account set up. */
  last_day: CalendarDate;
  link: string;
}

/** Invites to set up the Payment Portal, which charges need. */
export function portalInvitationEmail(invitation: PortalInvitation): MessageText {
  const { locale, merchant_name, last_day, link } = invitation;
  const until = longDate(last_day, locale);
  const texts: Record<Locale, MessageText> = {
    en: {
      subject: 'Set up your Payment Portal',
      text: `You need a Payment Portal account before ${merchant_name} can ask you for a charge to your loan from ${sampleLender.name}. Set it up by ${until}:\n\n${link}`,
    },
    es: {
      subject: 'Configure su Portal de Pagos',
      text: `Necesita una cuenta del Portal de Pagos antes de que ${merchant_name} pueda pedirle que apruebe un cargo a su préstamo de ${sampleLender.name}. Configúrela a más tardar el ${until}:\n\n${link}`,
    },
  };
  return texts[locale];
}

export interface EndedReview {
  locale: Locale;
  merchant_name: string;
  /**
   * `expired`: nobody finished the review in time; `code_not_given`: the consumer did not enter the
   * code of the terms page in time; `withdrawn`: the consent to electronic documents, without which
   * nothing can be offered online.
   */
  result: 'approved' | 'declined' | 'expired' | 'code_not_given' | 'withdrawn';
  /** Where the consumer goes on, or back to; null when the sponsor named no address. */
  link: string | null;
}

/** Tells that a review has ended; the reasons of a decline are in the notice alone. */
export function reviewEndedEmail(review: EndedReview): MessageText {
  const { locale, merchant_name, result, link } = review;
  const isReviewed = result === 'approved' || result === 'declined';
  const subject = {
    en: isReviewed ? 'We have finished reviewing your application' : 'Your application has ended',
    es: isReviewed ? 'Terminamos de revisar su solicitud' : 'Su solicitud se cerró',
  };
  const texts: Record<Locale, Record<EndedReview['result'], string>> = {
    en: {
      approved: 'Your offers are ready. They are not final until you accept the terms of one.',
      declined: 'We can’t offer financing right now. We will send you a notice that explains why.',
      expired:
        'We could not finish the review of your application in time, so it has ended. We will send you a notice about this.',
      code_not_given:
        'You did not enter the code that we sent you in time, so your application has ended. We will send you a notice about this.',
      withdrawn:
        'Your application has ended because you withdrew your consent to electronic documents. You can only finish it online. You owe nothing on it.',
    },
    es: {
      approved:
        'Sus ofertas están listas. No son definitivas hasta que acepte los términos de una.',
      declined:
        'En este momento no podemos ofrecerle financiamiento. Le enviaremos un aviso que explica el motivo.',
      expired:
        'No pudimos completar a tiempo la revisión, así que su solicitud se cerró. Le enviaremos un aviso sobre esto.',
      code_not_given:
        'No escribió a tiempo el código que le enviamos, así que su solicitud se cerró. Le enviaremos un aviso sobre esto.',
      withdrawn:
        'Su solicitud se cerró porque usted retiró su consentimiento para documentos electrónicos. Solo se podía completar en línea. Usted no debe nada por ella.',
    },
  };
  const goOn = {
    en: result === 'approved' ? 'Continue here:' : `Back to ${merchant_name}:`,
    es: result === 'approved' ? 'Continúe aquí:' : `Volver a ${merchant_name}:`,
  };
  const about = {
    en: `This is about your application for financing at ${merchant_name} from ${sampleLender.name}.`,
    es: `Esto es sobre su solicitud de financiamiento de ${sampleLender.name} en ${merchant_name}.`,
  };
  const text = `${about[locale]}\n\n${texts[locale][result]}`;
  return {
    subject: subject[locale],
    text: link === null ? text : `${text}\n\n${goOn[locale]}\n\n${link}`,
  };
}

interface InvitationMessage {
  locale: Locale;
  /** For the greeting alone; empty when the merchant gave none. */
  first_name: string;
  merchant_name: string;
  /** The last whole day on which the link opens; an SMS names none. */
  last_day: CalendarDate;
  link: string;
}

/** Invites to apply by SMS. */
export function invitationSms({ locale, merchant_name, link }: InvitationMessage): MessageText {
  const text: Record<Locale, string> = {
    en: `${sampleLender.name}: ${merchant_name} invites you to apply for financing: ${link} Checking your offers does not affect your credit score. Reply STOP to opt out.`,
    es: `${sampleLender.name}: ${merchant_name} le invita a solicitar financiamiento: ${link} Consultar sus ofertas no afecta su puntaje de crédito. Responda STOP para no recibir más mensajes.`,
  };
  return { subject: '', text: text[locale] };
}

/** Invites to apply by e-mail. */
export function invitationEmail(message: InvitationMessage): MessageText {
  const { locale, first_name, merchant_name, link } = message;
  const until = longDate(message.last_day, locale);
  const greeting: Record<Locale, string> = {
    en: first_name === '' ? 'Hello,' : `Hello ${first_name},`,
    es: first_name === '' ? 'Hola:' : `Hola, ${first_name}:`,
  };
  const texts: Record<Locale, MessageText> = {
    en: {
      subject: `${merchant_name} invites you to apply for financing`,
      text: `${greeting.en}\n\n${merchant_name} invites you to apply for financing from ${sampleLender.name}. Open this page by ${until}:\n\n${link}\n\nChecking your offers does not affect your credit score. If you did not expect this invitation, you do not need to do anything.\n\n${sampleLender.name}\n${sampleLender.address}`,
    },
    es: {
      subject: `${merchant_name} le invita a solicitar financiamiento`,
      text: `${greeting.es}\n\n${merchant_name} le invita a solicitar financiamiento de ${sampleLender.name}. Abra esta página a más tardar el ${until}:\n\n${link}\n\nConsultar sus ofertas no afecta su puntaje de crédito. Si no esperaba esta invitación, no tiene que hacer nada.\n\n${sampleLender.name}\n${sampleLender.address}`,
    },
  };
  return texts[locale];
}

interface LockedForTheDay {
  locale: Locale;
  /** The terms are accepted: it is a loan, no application any more. */
  isLoan: boolean;
  /** The moment, as the consumer reads it. */
  until: string;
  /** `same_page`: it takes answers again then, or can send a new link. */
  nextStep: 'same_page' | 'mailed_link';
}

const nextSteps: Readonly<Record<Locale, Readonly<Record<LockedForTheDay['nextStep'], string>>>> = {
  en: {
    same_page: 'open the same page again then',
    mailed_link: 'wait until then and use the new link that we emailed you',
  },
  es: {
    same_page: 'abra la misma página entonces',
    mailed_link: 'use entonces el enlace nuevo que le enviamos por correo electrónico',
  },
};

/** Tells that too many wrong answers were given to the identity question today. */
export function identityLockedEmail({
  locale,
  isLoan,
  until,
  nextStep,
}: LockedForTheDay): MessageText {
  const thing = {
    en: isLoan ? 'loan' : 'application',
    es: isLoan ? 'préstamo' : 'solicitud',
  };
  const texts: Record<Locale, MessageText> = {
    en: {
      subject: `Your ${thing.en} is locked for now`,
      text: `Someone entered wrong details ten times on a page of your ${thing.en}. To protect you, we locked it until ${until}. Nothing was signed or charged with those details.\n\nIf it was you, ${nextSteps.en[nextStep]}. If it was not you, please call ${sampleLender.name} at ${sampleLender.phone}.`,
    },
    es: {
      subject: `Su ${thing.es} está ${isLoan ? 'bloqueado' : 'bloqueada'} por ahora`,
      text: `Alguien escribió diez veces datos incorrectos en una página de su ${thing.es}. Para protegerle, ${isLoan ? 'lo bloqueamos' : 'la bloqueamos'} hasta el ${until}. Con esos datos no se firmó ni se cobró nada.\n\nSi fue usted, ${nextSteps.es[nextStep]}. Si no fue usted, llame a ${sampleLender.name} al ${sampleLender.phone}.`,
    },
  };
  return texts[locale];
}

interface LinkInPlace {
  locale: Locale;
  merchant_name: string;
  /** The Payment Portal account is locked with the link. */
  isPortalLocked: boolean;
  /** Nothing takes an answer before that moment, as the consumer reads it. */
  lockedUntil: string | null;
  link: string;
}

/** Carries the new link to a page whose link takes no more answers. */
export function mailedLinkEmail(message: LinkInPlace): MessageText {
  const { locale, merchant_name, isPortalLocked, lockedUntil, link } = message;
  const portal = {
    en: isPortalLocked
      ? ' Your Payment Portal account is locked too. No charge can be requested until you sign in with the new link.'
      : '',
    es: isPortalLocked
      ? ' Su cuenta del Portal de Pagos también está bloqueada. No se puede pedir ningún cargo hasta que entre con el enlace nuevo.'
      : '',
  };
  const texts: Record<Locale, MessageText> = {
    en: {
      subject: 'Your new link',
      text: `A link to a page about your financing at ${merchant_name} was locked. Someone entered wrong details there too many times. Nothing was signed or charged with those details.${portal.en}\n\nIf it was you, ${lockedUntil === null ? 'use' : `wait until ${lockedUntil} and use`} this new link:\n\n${link}\n\nIf it was not you, please call ${sampleLender.name} at ${sampleLender.phone}. Do not share this link with anyone.`,
    },
    es: {
      subject: 'Su enlace nuevo',
      text: `Se bloqueó un enlace a una página sobre su financiamiento en ${merchant_name}. Alguien escribió allí datos incorrectos demasiadas veces. Con esos datos no se firmó ni se cobró nada.${portal.es}\n\nSi fue usted, ${lockedUntil === null ? 'use' : `espere hasta el ${lockedUntil} y use`} este enlace nuevo:\n\n${link}\n\nSi no fue usted, llame a ${sampleLender.name} al ${sampleLender.phone}. No comparta este enlace con nadie.`,
    },
  };
  return texts[locale];
}

/** Carries a one-time code. */
export function oneTimeCodeMessage(locale: Locale, code: string): MessageText {
  const texts: Record<Locale, MessageText> = {
    en: {
      subject: 'Your confirmation code',
      text: `${sampleLender.name}: Your code is ${code}. Enter it on the page of your loan within 10 minutes. We never ask for it by phone.`,
    },
    es: {
      subject: 'Su código de confirmación',
      text: `${sampleLender.name}: Su código es ${code}. Escríbalo en un plazo de 10 minutos en la página de su préstamo. Nunca se lo pediremos por teléfono.`,
    },
  };
  return texts[locale];
}

interface AcceptedLoan {
  locale: Locale;
  loan_number: string;
  merchant_name: string;
  purchase_window_end_date: string;
  /** The documents as text, one after another. */
  documents: string;
  /** The Payment Portal's page; `isAwaited` while the account is to be set up. */
  portal: { url: string; isAwaited: boolean };
}

/** The consumer's copy of what was signed. */
export function loanDocumentsEmail(loan: AcceptedLoan): MessageText {
  const { url, isAwaited } = loan.portal;
  const portal = {
    en: isAwaited ? 'Next, set up your Payment Portal' : 'Sign in to your Payment Portal',
    es: isAwaited ? 'Ahora configure su Portal de Pagos' : 'Entre en su Portal de Pagos',
  };
  const loanNumber = formatLoanNumber(loan.loan_number);
  const next = `${portal[loan.locale]}: ${url}\n\n`;
  const texts: Record<Locale, MessageText> = {
    en: {
      subject: 'Your loan documents',
      text: `Thank you for accepting your loan from ${sampleLender.name}. Your loan number is ${loanNumber}. You need it to approve charges by ${loan.merchant_name}. You can use the loan until ${loan.purchase_window_end_date}.\n\n${next}This is your copy of what you signed. Please keep it.\n\n${loan.documents}`,
    },
    es: {
      subject: 'Los documentos de su préstamo',
      text: `Gracias por aceptar su préstamo de ${sampleLender.name}. Su número de préstamo es ${loanNumber}. Lo necesita para aprobar cargos de ${loan.merchant_name}. Puede usar el préstamo hasta el ${loan.purchase_window_end_date}.\n\n${next}Esta es su copia de lo que firmó. Guárdela.\n\n${loan.documents}`,
    },
  };
  return texts[loan.locale];
}

type NoOffers = Pick<SoftPullResponse, 'application_status' | 'adverse_action_notice'>;

type NoOffersTexts = Record<NoOffers['adverse_action_notice'] | 'in_review', string>;

const noOffersMessages: Readonly<Record<Locale, NoOffersTexts>> = {
  en: {
    none: 'We can’t offer financing right now.',
    queued: 'We can’t offer financing right now. We will send you a notice that explains why.',
    sent: 'We can’t offer financing right now. We sent you a notice that explains why.',
    in_review:
      'Someone needs to review your application. We will email you when the review is done.',
  },
  es: {
    none: 'En este momento no podemos ofrecerle financiamiento.',
    queued:
      'En este momento no podemos ofrecerle financiamiento. Le enviaremos un aviso que explica el motivo.',
    sent: 'En este momento no podemos ofrecerle financiamiento. Le enviamos un aviso que explica el motivo.',
    in_review:
      'Una persona debe revisar su solicitud. Cuando termine, le enviaremos un correo electrónico.',
  },
};

/** What a consumer reads instead of offers: no reasons, since others may see the screen. */
export function noOffersMessage(
  locale: Locale,
  { application_status, adverse_action_notice }: NoOffers,
): string {
  const isInReview = application_status === 'Pending: Verification';
  return noOffersMessages[locale][isInReview ? 'in_review' : adverse_action_notice];
}
