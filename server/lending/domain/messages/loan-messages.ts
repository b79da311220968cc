import type { Locale } from '../../../lending-api/contact.ts';
import { formatLoanNumber } from '../loan-number.ts';
import type { MessageText } from './charge-messages.ts';

/** Tells that too many wrong answers were given to the identity question today. */
export function identityLockedEmail(locale: Locale): MessageText {
  const texts: Record<Locale, MessageText> = {
    en: {
      subject: 'Your application is locked until tomorrow',
      text: 'Somebody opened the page of your loan and gave the wrong digits of your Social Security number ten times today. To protect you we locked it until tomorrow. Nothing was signed or charged.\n\nIf it was you, try again tomorrow. If it was not you, please call us.',
    },
    es: {
      subject: 'Su solicitud está bloqueada hasta mañana',
      text: 'Alguien abrió la página de su préstamo y escribió diez veces hoy dígitos incorrectos de su número de Seguro Social. Para protegerle la bloqueamos hasta mañana. No se firmó ni se cobró nada.\n\nSi fue usted, inténtelo de nuevo mañana. Si no fue usted, llámenos.',
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
