import type { Locale } from '../../../lending-api/contact.ts';
import type { WayOn } from '../identity/way-on.ts';
import { formatLoanNumber } from '../loan-number.ts';
import type { MessageText } from './charge-messages.ts';

export interface LockedForTheDay {
  locale: Locale;
  /** The terms are accepted: it is a loan, no application any more. */
  isLoan: boolean;
  /** `same_link`: the link itself is not locked. */
  wayOn: WayOn | 'same_link';
}

const waysOn: Readonly<Record<Locale, Readonly<Record<LockedForTheDay['wayOn'], string>>>> = {
  en: {
    same_link: 'try the same link again tomorrow',
    mailed_link: 'our other message has a new link for you',
    new_request: 'our other message says how to go on',
    link_from_merchant: 'get a new link from the merchant tomorrow',
    portal:
      'sign in to your Payment Portal tomorrow: its link is in the e-mail with your documents',
    call: 'call us to go on',
  },
  es: {
    same_link: 'pruebe el mismo enlace mañana',
    mailed_link: 'nuestro otro mensaje trae un enlace nuevo para usted',
    new_request: 'nuestro otro mensaje explica cómo continuar',
    link_from_merchant: 'pida mañana un enlace nuevo al comercio',
    portal:
      'entre mañana en su Portal de Pagos: el enlace está en el correo electrónico con sus documentos',
    call: 'llámenos para continuar',
  },
};

/** Tells that too many wrong answers were given to the identity question today. */
export function identityLockedEmail({ locale, isLoan, wayOn }: LockedForTheDay): MessageText {
  const thing = {
    en: isLoan ? 'loan' : 'application',
    es: isLoan ? 'préstamo' : 'solicitud',
  };
  const texts: Record<Locale, MessageText> = {
    en: {
      subject: `Your ${thing.en} is locked until tomorrow`,
      text: `Somebody opened a page of your ${thing.en} and gave details that do not match it ten times today. To protect you we locked it until tomorrow. With those answers nothing was signed or charged.\n\nIf it was you, ${waysOn.en[wayOn]}. If it was not you, please call us.`,
    },
    es: {
      subject: `Su ${thing.es} queda ${isLoan ? 'bloqueado' : 'bloqueada'} hasta mañana`,
      text: `Alguien abrió una página de su ${thing.es} y escribió diez veces hoy datos que no coinciden. Para protegerle ${isLoan ? 'lo bloqueamos' : 'la bloqueamos'} hasta mañana. Con esas respuestas no se firmó ni se cobró nada.\n\nSi fue usted, ${waysOn.es[wayOn]}. Si no fue usted, llámenos.`,
    },
  };
  return texts[locale];
}

/** Carries a one-time code. */
export function oneTimeCodeMessage(locale: Locale, code: string): MessageText {
  const texts: Record<Locale, MessageText> = {
    en: {
      subject: 'Your confirmation code',
      text: `Your code is ${code}. Enter it on the page of your loan. We never ask for it by telephone.`,
    },
    es: {
      subject: 'Su código de confirmación',
      text: `Su código es ${code}. Escríbalo en la página de su préstamo. Nunca se lo pediremos por teléfono.`,
    },
  };
  return texts[locale];
}

export interface AcceptedLoan {
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
      text: `Thank you for accepting your loan. Your loan number is ${loanNumber}: you need it to approve charges by ${loan.merchant_name}. You can use the loan until ${loan.purchase_window_end_date}.\n\n${next}This is your copy of what you signed. Please keep it.\n\n${loan.documents}`,
    },
    es: {
      subject: 'Los documentos de su préstamo',
      text: `Gracias por aceptar su préstamo. Su número de préstamo es ${loanNumber}: lo necesita para aprobar cargos de ${loan.merchant_name}. Puede usar el préstamo hasta el ${loan.purchase_window_end_date}.\n\n${next}Esta es su copia de lo que firmó. Guárdela.\n\n${loan.documents}`,
    },
  };
  return texts[loan.locale];
}
