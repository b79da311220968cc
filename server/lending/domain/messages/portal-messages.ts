import type { Locale } from '../../../lending-api/contact.ts';
import type { MessageText } from './charge-messages.ts';

/** Confirms the Payment Portal account, with the way to autopay when it was wished for. */
export function portalActiveEmail(
  locale: Locale,
  { wantsAutopay, link }: { wantsAutopay: boolean; link: string },
): MessageText {
  const autopay = {
    en: '\n\nYou asked how to set up autopay: sign the authorization form that we mail to you and send it back with your bank account. Autopay is optional, and you may turn it off at any time.',
    es: '\n\nUsted preguntó cómo activar el pago automático: firme el formulario de autorización que le enviaremos por correo y devuélvalo con los datos de su cuenta bancaria. El pago automático es opcional y puede desactivarlo en cualquier momento.',
  };
  const texts: Record<Locale, MessageText> = {
    en: {
      subject: 'Your Payment Portal is active',
      text: `Your Payment Portal account is active. From now on the merchant may ask you for charges, and you approve or reject each one. Sign in here:\n\n${link}${wantsAutopay ? autopay.en : ''}`,
    },
    es: {
      subject: 'Su Portal de Pagos está activo',
      text: `Su cuenta del Portal de Pagos está activa. Desde ahora el comercio puede pedirle cargos, y usted aprueba o rechaza cada uno. Entre aquí:\n\n${link}${wantsAutopay ? autopay.es : ''}`,
    },
  };
  return texts[locale];
}
