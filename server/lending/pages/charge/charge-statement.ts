import { html } from 'hono/html';
import { fillText } from '../../../lending-api/texts/regulated-texts.ts';
import type { LendingContext } from '../../context.ts';
import { easternDate } from '../../../platform/calendar/eastern-time.ts';
import { endsPurchaseWindow } from '../../domain/funding/transaction-items.ts';
import { availableSpend } from '../../domain/loan.ts';
import type { ApplicationRow } from '../../store/schema/applications.ts';
import type { ChargeRequestRow } from '../../store/schema/funding.ts';
import type { MerchantRow } from '../../store/schema/merchants.ts';
import type { Html, Reader } from '../page.ts';
import { withPhoneNumbers } from '../phone-numbers.ts';
import { facts } from '../parts.ts';

export interface ChargeTerms {
  readonly merchantName: string;
  readonly amountCents: number;
  readonly transactionDescription: 109 | 111 | 113;
  readonly description: string | null;
  readonly availableSpendCents: number;
  readonly expiresAt: number;
  /** Nothing can be charged after it. */
  readonly isLast: boolean;
  /** The day the texts are taken of, `YYYY-MM-DD`. */
  readonly onDate: string;
}

export function chargeTermsOf(
  {
    charge,
    loan,
    merchant,
  }: { charge: ChargeRequestRow; loan: ApplicationRow; merchant: MerchantRow },
  { config, clock }: Pick<LendingContext, 'config' | 'clock'>,
): ChargeTerms {
  return {
    merchantName: merchant.business_name,
    amountCents: charge.consumer_charge_amount_cents,
    transactionDescription: charge.transaction_description,
    description: charge.description,
    availableSpendCents: availableSpend(loan),
    expiresAt: charge.expires_at,
    isLast: endsPurchaseWindow(charge.transaction_description, config.loanTerms),
    onDate: easternDate(clock.now(loan.sponsor_id)),
  };
}

/** What is asked for and what it does to the loan: all of the page that is not its form. */
export function chargeStatement(reader: Reader, terms: ChargeTerms): Html {
  const { strings, format, locale, texts } = reader;
  const effect = fillText(texts.current('charge_approval', locale, terms.onDate).text, {
    amount: format.cents(terms.amountCents),
    merchant_name: terms.merchantName,
  });
  return html`<h1>${strings.charge.title(terms.merchantName)}</h1>
    <p class="amount">${format.cents(terms.amountCents)}</p>
    ${facts(rows(reader, terms))}
    <p>${withPhoneNumbers(effect)}</p>
    ${terms.isLast ? html`<p>${strings.charge.finalNote}</p>` : ''}`;
}

function rows({ strings, format }: Reader, terms: ChargeTerms): [string, string][] {
  const after = terms.availableSpendCents;
  return [
    [strings.charge.kind, strings.charge.kinds[terms.transactionDescription]],
    ...(terms.description === null
      ? []
      : [[strings.charge.description, terms.description] satisfies [string, string]]),
    [strings.charge.before, format.cents(after + terms.amountCents)],
    ...(terms.isLast
      ? []
      : [[strings.charge.after, format.cents(after)] satisfies [string, string]]),
    [strings.charge.expires, format.dateTime(terms.expiresAt)],
  ];
}
