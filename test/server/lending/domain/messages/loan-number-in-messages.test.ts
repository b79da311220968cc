import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  accountCancelledEmail,
  chargeReceiptEmail,
} from '../../../../../server/lending/domain/messages/funding-messages.ts';
import { loanDocumentsEmail } from '../../../../../server/lending/domain/messages/loan-messages.ts';
import { sampleTexts } from '../../../../../server/lending-api/texts/sample-texts.ts';

const account = {
  texts: sampleTexts,
  date: '2026-03-02',
  loan_number: '7342055188',
  merchant_name: 'Hillside Heating & Air',
} as const;

const messages = {
  'the loan documents': (locale: 'en' | 'es') =>
    loanDocumentsEmail({
      ...account,
      locale,
      purchase_window_end_date: '2026-07-29',
      documents: '',
      portal: { url: 'https://lender.example/portal/abc', isAwaited: true },
    }),
  'a receipt': (locale: 'en' | 'es') =>
    chargeReceiptEmail({
      ...account,
      locale,
      by: 'consumer',
      consumer_charge_amount_cents: 840000,
      payment_request_id: 'PR-1',
      available_spend_cents: 0,
    }),
  'a cancellation': (locale: 'en' | 'es') => accountCancelledEmail({ ...account, locale }),
};

describe('the loan number in an e-mail', () => {
  for (const [name, messageIn] of Object.entries(messages)) {
    it(`stands as on the lender's pages: ${name}`, () => {
      for (const locale of ['en', 'es'] as const) {
        assert.match(messageIn(locale).text, /7342 055 188/);
      }
    });
  }
});
