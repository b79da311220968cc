import type { Locale } from '../../../lending-api/contact.ts';
import type { MessageText } from './charge-messages.ts';

/** Carries the one-time code of a merchant's onboarding. */
export function onboardingCodeSms(locale: Locale, code: string): MessageText {
  const text: Record<Locale, string> = {
    en: `Your code is ${code}. Enter it on the page where you set up financing within 10 minutes. We never ask for it by telephone.`,
    es: `Su código es ${code}. Escríbalo en un plazo de 10 minutos en la página donde configura el financiamiento. Nunca se lo pediremos por teléfono.`,
  };
  return { subject: '', text: text[locale] };
}
