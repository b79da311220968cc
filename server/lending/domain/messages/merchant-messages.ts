import type { Locale } from '../../../lending-api/contact.ts';
import { sampleLender } from '../lender.ts';
import type { MessageText } from './funding-messages.ts';

/** Carries the one-time code of a merchant's onboarding. */
export function onboardingCodeSms(locale: Locale, code: string): MessageText {
  const text: Record<Locale, string> = {
    en: `Your code is ${code}. Enter it on the page where you set up financing within 10 minutes. We never ask for it by telephone.`,
    es: `Su código es ${code}. Escríbalo en un plazo de 10 minutos en la página donde configura el financiamiento. Nunca se lo pediremos por teléfono.`,
  };
  return { subject: '', text: text[locale] };
}

export interface ReviewedMerchant {
  locale: Locale;
  business_name: string;
  result: 'approved' | 'declined';
}

/** Tells a merchant's Admin how the review of the business has ended. */
export function merchantReviewedEmail(merchant: ReviewedMerchant): MessageText {
  const { business_name, locale, result } = merchant;
  const { phone } = sampleLender;
  const texts: Record<Locale, Record<typeof result, MessageText>> = {
    en: {
      approved: {
        subject: `${business_name} can offer financing`,
        text: `Our review is done: ${business_name} can offer financing to its customers. The next step is to choose your financing products and add a bank account.`,
      },
      declined: {
        subject: `Your application for ${business_name}`,
        text: `Our review is done: your application for ${business_name} was declined. Please call us at ${phone} if you have questions.`,
      },
    },
    es: {
      approved: {
        subject: `${business_name} puede ofrecer financiamiento`,
        text: `Terminamos la revisión: ${business_name} puede ofrecer financiamiento a sus clientes. El paso siguiente es elegir sus productos de financiamiento y agregar una cuenta bancaria.`,
      },
      declined: {
        subject: `Su solicitud para ${business_name}`,
        text: `Terminamos la revisión: su solicitud para ${business_name} no fue aprobada. Llámenos al ${phone} si tiene preguntas.`,
      },
    },
  };
  return texts[locale][result];
}
