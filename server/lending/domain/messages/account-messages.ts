import type { Locale } from '../../../lending-api/contact.ts';
import { fillText, type RegulatedTexts } from '../../../lending-api/texts/regulated-texts.ts';
import type { CalendarDate } from '../../../platform/calendar/calendar-date.ts';
import { sampleLender } from '../lender.ts';
import { formatLoanNumber } from '../loan-number.ts';
import { dollars, longDate } from '../wording.ts';
import type { MessageText } from './charge-messages.ts';

interface AccountMessage {
  texts: RegulatedTexts;
  locale: Locale;
  date: CalendarDate;
  loan_number: string;
  merchant_name: string;
}

/** Tells the consumer that the account was cancelled at the merchant's request. */
export function accountCancelledEmail(message: AccountMessage): MessageText {
  const subjects = { en: 'Your loan was canceled', es: 'Su préstamo fue cancelado' };
  const { text } = message.texts.current('account_cancelled', message.locale, message.date);
  return { subject: subjects[message.locale], text: fillText(text, facts(message)) };
}

export interface RaisedLimit extends AccountMessage {
  previous_limit_cents: number;
  new_limit_cents: number;
  /** The revised documents as text, one after another. */
  documents: string;
}

/** Carries the revised disclosure of a loan whose limit was raised. */
export function creditLineIncreasedEmail(message: RaisedLimit): MessageText {
  const subjects = {
    en: 'Your loan’s limit was raised: revised disclosure',
    es: 'Se aumentó el límite de su préstamo: divulgación revisada',
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

export interface ApprovedCharge extends AccountMessage {
  by: 'consumer' | 'sponsor';
  consumer_charge_amount_cents: number;
  payment_request_id: string;
  /** What may still be charged after it. */
  available_spend_cents: number;
}

/** The consumer's receipt for a charge that was approved. */
export function chargeReceiptEmail(message: ApprovedCharge): MessageText {
  const amount = dollars(message.consumer_charge_amount_cents);
  const subjects = {
    en: `Receipt: a charge of ${amount} to your loan`,
    es: `Recibo: un cargo de ${amount} a su préstamo`,
  };
  const id = message.by === 'consumer' ? 'charge_receipt' : 'charge_receipt_on_behalf';
  const { text } = message.texts.current(id, message.locale, message.date);
  return {
    subject: subjects[message.locale],
    text: fillText(text, {
      ...facts(message),
      amount,
      payment_request_id: message.payment_request_id,
      available_spend: dollars(message.available_spend_cents),
    }),
  };
}

function facts({ locale, date, loan_number, merchant_name }: AccountMessage) {
  return {
    date: longDate(date, locale),
    loan_number: formatLoanNumber(loan_number),
    merchant_name,
    lender_name: sampleLender.name,
    lender_phone: sampleLender.phone,
  };
}
