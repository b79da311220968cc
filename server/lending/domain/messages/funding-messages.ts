import type { Locale } from '../../../lending-api/contact.ts';
import { fillText, type RegulatedTexts } from '../../../lending-api/texts/regulated-texts.ts';
import type { CalendarDate } from '../../../platform/calendar/calendar-date.ts';
import { dollars } from '../../../platform/money.ts';
import { ecoaNotice } from '../adverse-action.ts';
import { longDate } from '../formats.ts';
import { sampleLender } from '../lender.ts';
import { formatLoanNumber } from '../loan.ts';

/** A message as it is written; an SMS has no subject. */
export interface MessageText {
  subject: string;
  text: string;
}

export interface ChargeMessage {
  locale: Locale;
  merchant_name: string;
  consumer_charge_amount_cents: number;
  /** The last day on which the loan can be charged, where that ends before the 48 hours do. */
  last_day: CalendarDate | null;
  link: string;
}

function answerUntil({ locale, last_day }: ChargeMessage): string {
  const untils = {
    en: last_day === null ? 'within 48 hours' : `by ${longDate(last_day, locale)}`,
    es:
      last_day === null
        ? 'en un plazo de 48 horas'
        : `a más tardar el ${longDate(last_day, locale)}`,
  };
  return untils[locale];
}

/**
 * Asks for an approval by SMS, in the name of the lender: the checkout says to look for that. Never
 * part of an SSN or of the loan number.
 */
export function chargeRequestSms(message: ChargeMessage): MessageText {
  const { merchant_name, link } = message;
  const amount = dollars(message.consumer_charge_amount_cents);
  const until = answerUntil(message);
  const text = {
    en: `${sampleLender.name}: ${merchant_name} asks you to approve a charge of ${amount} to your loan. Approve or reject it ${until}: ${link} Reply STOP to opt out.`,
    es: `${sampleLender.name}: ${merchant_name} le pide que apruebe un cargo de ${amount} a su préstamo. Apruébelo o rechácelo ${until}: ${link} Responda STOP para no recibir más mensajes.`,
  };
  return { subject: '', text: text[message.locale] };
}

export function chargeRequestEmail(message: ChargeMessage): MessageText {
  const { merchant_name, link } = message;
  const amount = dollars(message.consumer_charge_amount_cents);
  const until = answerUntil(message);
  const texts: Record<Locale, MessageText> = {
    en: {
      subject: `Approve or reject a charge of ${amount}`,
      text: `${merchant_name} asks you to approve a charge of ${amount} to your loan from ${sampleLender.name}.\n\nOpen this page ${until} to approve or reject it:\n\n${link}\n\nYou will need your loan number and the last four digits of your Social Security number.\n\nIf you did not expect this request, reject it.`,
    },
    es: {
      subject: `Apruebe o rechace un cargo de ${amount}`,
      text: `${merchant_name} le pide que apruebe un cargo de ${amount} a su préstamo de ${sampleLender.name}.\n\nPara aprobarlo o rechazarlo, abra esta página ${until}:\n\n${link}\n\nVa a necesitar su número de préstamo y los últimos cuatro dígitos de su número de Seguro Social.\n\nSi no esperaba este cargo, rechácelo.`,
    },
  };
  return texts[message.locale];
}

interface RefundMessage {
  merchant_name: string;
  refund_cents: number;
  charge_cents: number;
  /** The charge had not gone out, so nothing is on its way. */
  is_charge_unsent: boolean;
}

/** What a record of a loan names, so that it stands by itself, also on paper. */
export interface LoanRecord {
  locale: Locale;
  date: CalendarDate;
  loan_number: string;
  merchant_name: string;
}

interface ChargeRecord extends LoanRecord {
  payment_request_id: string;
}

/** What is said of a charge, under when and what it is about, and over whom to ask. */
function chargeRecord(record: ChargeRecord, said: Record<Locale, string>): string {
  const { locale, payment_request_id } = record;
  const { date, loan_number, lender_name, lender_phone } = facts(record);
  const about = {
    en: `${date}. Loan ${loan_number} from ${lender_name}, charge ${payment_request_id}.`,
    es: `${date}. Préstamo ${loan_number} de ${lender_name}, cargo ${payment_request_id}.`,
  };
  const questions = {
    en: `If you did not expect this, or have a question, call ${lender_name} at ${lender_phone}.`,
    es: `Si no esperaba esto o tiene alguna pregunta, llame a ${lender_name} al ${lender_phone}.`,
  };
  return [about, said, questions].map((part) => part[locale]).join('\n\n');
}

/** Tells the consumer of a refund that was accepted. */
export function refundEmail(refund: RefundMessage & ChargeRecord): MessageText {
  const amount = dollars(refund.refund_cents);
  const charge = dollars(refund.charge_cents);
  const { merchant_name: merchant } = refund;
  const when = {
    en: refund.is_charge_unsent
      ? 'The charge was not paid out yet, so we cancel it right away.'
      : 'It lowers what you owe when it has settled, usually in two or three business days.',
    es: refund.is_charge_unsent
      ? 'El cargo aún no se había pagado, así que lo anulamos de inmediato.'
      : 'Cuando se complete, por lo general en dos o tres días hábiles, reducirá lo que usted debe.',
  };
  const subjects = {
    en: `A refund of ${amount} to your loan`,
    es: `Un reembolso de ${amount} a su préstamo`,
  };
  const text = chargeRecord(refund, {
    en: `${merchant} refunds ${amount} of a charge of ${charge} to your loan. ${when.en}\n\nYou do not need to do anything.`,
    es: `${merchant} reembolsa ${amount} de un cargo de ${charge} a su préstamo. ${when.es}\n\nNo tiene que hacer nada.`,
  });
  return { subject: subjects[refund.locale], text };
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
    en: refund.is_charge_unsent
      ? 'The charge was not paid out yet, so it is reversed and nothing is settled.'
      : 'It goes out with the next batch and settles two business days later.',
    es: refund.is_charge_unsent
      ? 'El cargo aún no se había pagado, así que se anula y no hay nada que liquidar.'
      : 'Sale con el próximo lote y se liquida dos días hábiles después.',
  };
  const texts: Record<Locale, MessageText> = {
    en: {
      subject: `Your refund of ${amount} was accepted`,
      text: `The refund of ${amount} for charge ${number} of ${charge} was accepted. ${when.en}\n\nIf you did not ask for this refund, contact your sponsor right away.\n\n${sampleLender.name}`,
    },
    es: {
      subject: `Se aceptó su reembolso de ${amount}`,
      text: `Se aceptó el reembolso de ${amount} del cargo ${number} de ${charge}. ${when.es}\n\nSi usted no pidió este reembolso, comuníquese de inmediato con su patrocinador.\n\n${sampleLender.name}`,
    },
  };
  return texts[locale];
}

interface FailedCharge extends ChargeRecord {
  consumer_charge_amount_cents: number;
  /** It was paid to the merchant, and came back. */
  is_returned: boolean;
}

/** Tells the consumer that a charge, for which there was a receipt, does not stand. */
export function chargeFailedEmail(charge: FailedCharge): MessageText {
  const amount = dollars(charge.consumer_charge_amount_cents);
  const { merchant_name: merchant, is_returned } = charge;
  const subjects = {
    en: is_returned
      ? `A payment of ${amount} from your loan was returned`
      : `A charge of ${amount} to your loan did not go through`,
    es: is_returned
      ? `Un pago de ${amount} de su préstamo fue devuelto`
      : `Un cargo de ${amount} a su préstamo no se completó`,
  };
  const what = {
    en: is_returned
      ? `The payment of ${amount} to ${merchant} was returned.`
      : `The charge of ${amount} from ${merchant} did not go through.`,
    es: is_returned
      ? `El pago de ${amount} a ${merchant} fue devuelto.`
      : `El cargo de ${amount} de ${merchant} no se completó.`,
  };
  const text = chargeRecord(charge, {
    en: `${what.en} It is off your loan, so you do not owe it.\n\nYou do not need to do anything. ${merchant} may contact you about the payment.`,
    es: `${what.es} Lo quitamos de su préstamo, así que usted no lo debe.\n\nNo tiene que hacer nada. Es posible que ${merchant} le escriba o le llame sobre el pago.`,
  });
  return { subject: subjects[charge.locale], text };
}

interface FailedRefund extends ChargeRecord {
  refund_cents: number;
}

/** Tells the consumer that a refund, which was accepted, failed. */
export function refundFailedEmail(refund: FailedRefund): MessageText {
  const amount = dollars(refund.refund_cents);
  const { merchant_name: merchant } = refund;
  const subjects = {
    en: `A refund of ${amount} to your loan did not go through`,
    es: `Un reembolso de ${amount} a su préstamo no se completó`,
  };
  const text = chargeRecord(refund, {
    en: `The refund of ${amount} from ${merchant} did not go through. It does not lower what you owe.\n\nYou do not need to do anything. We told ${merchant}, which can send the refund again. If it does, we will write to you.`,
    es: `El reembolso de ${amount} de ${merchant} no se completó. No reduce lo que usted debe.\n\nNo tiene que hacer nada. Avisamos a ${merchant}, que puede enviar el reembolso de nuevo. Si lo hace, le escribiremos.`,
  });
  return { subject: subjects[refund.locale], text };
}

interface RefundNotMade {
  refund_cents: number;
  charge_cents: number;
  payment_request_id: string;
  /** Nothing is owed of it any more. */
  is_charge_returned: boolean;
}

/** Tells the merchant user who asked for it that a refund failed. */
export function refundNotMadeEmail(refund: RefundNotMade, locale: Locale): MessageText {
  const amount = dollars(refund.refund_cents);
  const charge = dollars(refund.charge_cents);
  const { payment_request_id: number, is_charge_returned } = refund;
  const next = {
    en: is_charge_returned
      ? 'The charge itself came back, so your customer does not owe it. You do not need to do anything.'
      : 'Your customer still owes this amount. To refund it, ask for the refund again.',
    es: is_charge_returned
      ? 'El cargo mismo fue devuelto, así que su cliente no lo debe. No tiene que hacer nada.'
      : 'Su cliente todavía debe esta cantidad. Para reembolsarla, pida el reembolso de nuevo.',
  };
  const texts: Record<Locale, MessageText> = {
    en: {
      subject: `Your refund of ${amount} failed`,
      text: `The refund of ${amount} for charge ${number} of ${charge} failed. ${next.en}\n\n${sampleLender.name}`,
    },
    es: {
      subject: `Su reembolso de ${amount} no se completó`,
      text: `El reembolso de ${amount} del cargo ${number} de ${charge} no se completó. ${next.es}\n\n${sampleLender.name}`,
    },
  };
  return texts[locale];
}

interface AccountMessage extends LoanRecord {
  texts: RegulatedTexts;
}

/** Tells the consumer that the account was cancelled at the merchant's request. */
export function accountCancelledEmail(message: AccountMessage): MessageText {
  const subjects = { en: 'Your loan was canceled', es: 'Su préstamo fue cancelado' };
  const { text } = message.texts.current('account_cancelled', message.locale, message.date);
  return { subject: subjects[message.locale], text: fillText(text, noticeFacts(message)) };
}

/** Tells the consumer that the loan was put on hold. Why is for the lender's people to say. */
export function accountOnHoldEmail(message: AccountMessage): MessageText {
  const subjects = { en: 'Your loan is on hold', es: 'Su préstamo está en pausa' };
  const { text } = message.texts.current('account_on_hold', message.locale, message.date);
  return { subject: subjects[message.locale], text: fillText(text, noticeFacts(message)) };
}

interface RaisedLimit extends AccountMessage {
  previous_limit_cents: number;
  new_limit_cents: number;
  /** The revised documents as text, one after another. */
  documents: string;
}

/** Carries the revised disclosure of a loan whose limit was raised. */
export function creditLineIncreasedEmail(message: RaisedLimit): MessageText {
  const subjects = {
    en: 'Your loan limit was raised: see your new disclosure',
    es: 'Se aumentó el límite de su préstamo: vea su nueva divulgación',
  };
  const { text } = message.texts.current('credit_line_increased', message.locale, message.date);
  return {
    subject: subjects[message.locale],
    text: fillText(text, {
      ...facts(message),
      previous_limit: dollars(message.previous_limit_cents),
      new_limit: dollars(message.new_limit_cents),
      documents: message.documents,
    }),
  };
}

interface ApprovedCharge extends AccountMessage {
  by: 'consumer' | 'sponsor';
  consumer_charge_amount_cents: number;
  payment_request_id: string;
  /** What may still be charged after it; null of a final charge, of which that depends on how it ends. */
  available_spend_cents: number | null;
}

/** The consumer's receipt for a charge that was approved. */
export function chargeReceiptEmail(message: ApprovedCharge): MessageText {
  const amount = dollars(message.consumer_charge_amount_cents);
  const subjects = {
    en: `Receipt: a charge of ${amount} to your loan`,
    es: `Recibo: un cargo de ${amount} a su préstamo`,
  };
  const id = message.by === 'consumer' ? 'charge_receipt' : 'charge_receipt_on_behalf';
  const left = message.available_spend_cents;
  const textId = left === null ? (`${id}_final` as const) : id;
  const { text } = message.texts.current(textId, message.locale, message.date);
  return {
    subject: subjects[message.locale],
    text: fillText(text, {
      ...facts(message),
      amount,
      payment_request_id: message.payment_request_id,
      ...(left !== null && { available_spend: dollars(left) }),
    }),
  };
}

function facts({ locale, date, loan_number, merchant_name }: LoanRecord) {
  return {
    date: longDate(date, locale),
    loan_number: formatLoanNumber(loan_number),
    merchant_name,
    lender_name: sampleLender.name,
    lender_phone: sampleLender.phone,
  };
}

/** What a notice of an adverse action names besides. */
function noticeFacts(message: AccountMessage) {
  return {
    ...facts(message),
    lender_address: sampleLender.address,
    ecoa_notice: ecoaNotice({ ...message, lender: sampleLender }),
  };
}
