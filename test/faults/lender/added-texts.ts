import type { Operation } from '../../helpers/bare-lender/routes.ts';
import type { Random } from '../fuzz/random.ts';
import { markupTexts } from './texts.ts';

type Fields = Record<string, unknown>;

/** With every text that the lender may add to its answer, as markup more often than not. */
export function withAddedTexts(random: Random, operation: Operation, body: unknown): unknown {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return body;
  const text = () => (random.chance(0.8) ? random.pick(markupTexts) : 'Prairie Savings & Loan');
  const fields = structuredClone(body) as Fields;
  switch (operation) {
    case 'soft_pull':
    case 'loan':
      return { ...fields, ...offersWithTexts(fields.offers, text), ...textsOfLoan(random, text) };
    case 'charge':
      return { ...fields, ...textsOfCharge(random, text) };
    case 'invite_portal':
      return { ...fields, no_transaction_message: text(), portal_account_status: text() };
    default:
      return { ...fields, detail: text(), warning: text() };
  }
}

function textsOfLoan(random: Random, text: () => string): Fields {
  return {
    lender: { name: text(), nmls_id: text(), phone: text(), address: text() },
    no_transaction_message: text(),
    adverse_action_notice: text(),
    account_status: text(),
    portal_account_status: text(),
    credit_limit: text(),
    purchase_window_end_date: text(),
    status_history: [{ status: text() }, text(), null],
    ...(random.chance(0.3) && { consumer_application_human_readable_id: text() }),
  };
}

function offersWithTexts(offers: unknown, text: () => string): Fields {
  if (!Array.isArray(offers)) return {};
  const priced = offers.map((offer: Fields) => ({
    ...offer,
    product_id: text(),
    product_name: text(),
    product_type: text(),
    promo_type: text(),
    promo_months: 12,
    promo_payoff_amount: offer.amount,
    promo_disclosure: text(),
    credit_type: text(),
    lender_name: text(),
    lender_nmls_id: text(),
    first_payment_date: text(),
    expires_at: text(),
  }));
  return { offers: priced };
}

function textsOfCharge(random: Random, text: () => string): Fields {
  const isByEmail = random.chance(0.5);
  return {
    warning: text(),
    notifications: { sms: isByEmail ? 'failed' : text(), email: isByEmail ? 'sent' : text() },
    payment_request_status: text(),
    expires_at: text(),
  };
}
