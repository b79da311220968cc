import type { Locale } from '../../../lending-api/contact.ts';
import { dollars } from '../wording.ts';
import type { MessageText } from './charge-messages.ts';

export interface RefundMessage {
  merchant_name: string;
  refund_cents: number;
  charge_cents: number;
  /** Nothing is on its way: the charge had not gone out. */
  is_settled: boolean;
}

/** Tells the consumer of a refund that was accepted. */
export function refundEmail(refund: RefundMessage, locale: Locale): MessageText {
  const amount = dollars(refund.refund_cents);
  const charge = dollars(refund.charge_cents);
  const { merchant_name: merchant } = refund;
  const when = {
    en: refund.is_settled
      ? 'The charge had not gone out yet, so it is taken back at once.'
      : 'It counts on your loan when it has settled, usually in two or three business days.',
    es: refund.is_settled
      ? 'El cargo aún no se había procesado, por lo que se anula de inmediato.'
      : 'Se reflejará en su préstamo cuando se liquide, por lo general en dos o tres días hábiles.',
  };
  const texts: Record<Locale, MessageText> = {
    en: {
      subject: `A refund of ${amount} to your loan`,
      text: `${merchant} refunds ${amount} of a charge of ${charge} to your loan. ${when.en}\n\nYou need not do anything.`,
    },
    es: {
      subject: `Un reembolso de ${amount} a su préstamo`,
      text: `${merchant} reembolsa ${amount} de un cargo de ${charge} a su préstamo. ${when.es}\n\nNo tiene que hacer nada.`,
    },
  };
  return texts[locale];
}

/** Confirms to the merchant user who asked for it that a refund was accepted. */
export function refundAcceptedEmail(
  refund: RefundMessage & { payment_request_id: string },
  locale: Locale,
): MessageText {
  const amount = dollars(refund.refund_cents);
  const charge = dollars(refund.charge_cents);
  const { payment_request_id: number } = refund;
  const when = {
    en: refund.is_settled
      ? 'The charge had not gone out yet: it is reversed, and nothing is settled.'
      : 'It goes out with the next batch and settles two business days later.',
    es: refund.is_settled
      ? 'El cargo aún no se había procesado: se anula y no hay nada que liquidar.'
      : 'Sale con el próximo lote y se liquida dos días hábiles después.',
  };
  const texts: Record<Locale, MessageText> = {
    en: {
      subject: `Your refund of ${amount} was accepted`,
      text: `The refund of ${amount} of the charge ${number} over ${charge} was accepted. ${when.en}\n\nIf it was not you who asked for it, contact your sponsor at once.`,
    },
    es: {
      subject: `Se aceptó su reembolso de ${amount}`,
      text: `Se aceptó el reembolso de ${amount} del cargo ${number} por ${charge}. ${when.es}\n\nSi no lo solicitó usted, comuníquese de inmediato con su patrocinador.`,
    },
  };
  return texts[locale];
}
