import type { Locale } from '../../../lending-api/contact.ts';
import { sampleLender } from '../lender.ts';
import type { MessageText } from './funding-messages.ts';

/** Invites a merchant's first administrator to set up financing. No language of theirs is known yet. */
export function merchantInvitationEmail(
  { business_name, first_name }: { business_name: string; first_name: string },
  link: string,
): MessageText {
  return {
    subject: `Finish setting up financing for ${business_name}`,
    text: `Hello ${first_name},\n\nPlease finish setting up financing for ${business_name}. Open this page within 7 days:\n\n${link}\n\n${sampleLender.name}`,
  };
}

/** Tells a merchant's administrators that payouts go to another account. */
export function bankAccountReplacedEmail(business_name: string, locale: Locale): MessageText {
  const { name } = sampleLender;
  const texts: Record<Locale, MessageText> = {
    en: {
      subject: `The bank account of ${business_name} was changed`,
      text: `The bank account of ${business_name} was changed. There are no payouts until you verify the new account with its micro-deposits. If you did not change it, contact your sponsor right away.\n\n${name}`,
    },
    es: {
      subject: `Se cambió la cuenta bancaria de ${business_name}`,
      text: `Se cambió la cuenta bancaria de ${business_name}. No habrá depósitos hasta que verifique la cuenta nueva con sus microdepósitos. Si usted no la cambió, comuníquese de inmediato con su patrocinador.\n\n${name}`,
    },
  };
  return texts[locale];
}

/** Tells a merchant's administrators that the bank has sent back what was paid out. */
export function payoutReturnedEmail(business_name: string, locale: Locale): MessageText {
  const { name } = sampleLender;
  const texts: Record<Locale, MessageText> = {
    en: {
      subject: `A payout to ${business_name} came back`,
      text: `The bank sent back a payout to the bank account of ${business_name}. Until an account is verified there are no payouts, and customers cannot approve charges. Add this account again, or another one, and verify it with its micro-deposits. What is owed to you is paid out then.\n\n${name}`,
    },
    es: {
      subject: `Se devolvió un depósito a ${business_name}`,
      text: `El banco devolvió un depósito a la cuenta bancaria de ${business_name}. Hasta que se verifique una cuenta no habrá depósitos y los clientes no podrán aprobar cargos. Agregue otra vez esta cuenta, o agregue otra, y verifíquela con sus microdepósitos. Entonces se depositará lo que se le debe.\n\n${name}`,
    },
  };
  return texts[locale];
}

/** Carries the one-time code of a merchant's onboarding. */
export function onboardingCodeSms(locale: Locale, code: string): MessageText {
  const text: Record<Locale, string> = {
    en: `${sampleLender.name}: Your code is ${code}. Enter it within 10 minutes on the page where you set up financing. We never ask for it by phone.`,
    es: `${sampleLender.name}: Su código es ${code}. Escríbalo en un plazo de 10 minutos en la página donde configura el financiamiento. Nunca se lo pediremos por teléfono.`,
  };
  return { subject: '', text: text[locale] };
}

export interface AcceptedTerms {
  locale: Locale;
  business_name: string;
  /** The moment as people read it. */
  accepted: string;
  /** What was signed, as text. */
  terms: string;
}

/**
 * The copy of the terms that a merchant's Admin signed. Nobody has proved that the address is the
 * Admin's, so it has no name and leads nowhere.
 */
export function merchantTermsEmail(merchant: AcceptedTerms): MessageText {
  const { accepted, business_name, locale, terms } = merchant;
  const { name } = sampleLender;
  const texts: Record<Locale, MessageText> = {
    en: {
      subject: 'Your copy of the merchant terms',
      text: `You accepted these terms for ${business_name} on ${accepted}. This is your copy. Please keep it.\n\n${terms}\n\n${name}`,
    },
    es: {
      subject: 'Su copia de los términos para comercios',
      text: `Usted aceptó estos términos para ${business_name} el ${accepted}. Esta es su copia. Guárdela.\n\n${terms}\n\n${name}`,
    },
  };
  return texts[locale];
}

export interface ReviewedMerchant {
  locale: Locale;
  business_name: string;
  result: 'approved' | 'declined';
}

/** Tells a merchant's Admin how the review of the business has ended. */
export function merchantReviewedEmail(merchant: ReviewedMerchant): MessageText {
  const { business_name, locale, result } = merchant;
  const { name, phone } = sampleLender;
  const texts: Record<Locale, Record<typeof result, MessageText>> = {
    en: {
      approved: {
        subject: `${business_name} can offer financing`,
        text: `Our review is done. ${business_name} can offer financing to its customers. The next step is to choose your financing products and add a bank account.\n\n${name}`,
      },
      declined: {
        subject: `Your application for ${business_name}`,
        text: `Our review is done. Your application for ${business_name} was declined. If you have questions, call ${name} at ${phone}.`,
      },
    },
    es: {
      approved: {
        subject: `${business_name} puede ofrecer financiamiento`,
        text: `Terminamos la revisión. ${business_name} puede ofrecer financiamiento a sus clientes. El paso siguiente es elegir sus productos de financiamiento y agregar una cuenta bancaria.\n\n${name}`,
      },
      declined: {
        subject: `Su solicitud para ${business_name}`,
        text: `Terminamos la revisión. Su solicitud para ${business_name} no fue aprobada. Si tiene preguntas, llame a ${name} al ${phone}.`,
      },
    },
  };
  return texts[locale][result];
}
