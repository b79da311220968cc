import { html } from 'hono/html';
import { fillText } from '../../lending-api/texts/regulated-texts.ts';
import { easternDate } from '../../platform/calendar/eastern-time.ts';
import { minuteMs } from '../../platform/durations.ts';
import { chargeDeadline } from '../domain/funding/charge-status.ts';
import { endsPurchaseWindow } from '../domain/funding/transaction-items.ts';
import { availableSpend, type LoanBalance } from '../domain/loan.ts';
import type { DocumentContext } from './document-context.ts';
import { facts, type Html, withPhoneNumbers } from './html.ts';

export interface ChargeTerms {
  readonly merchantName: string;
  readonly amountCents: number;
  readonly transactionDescription: 109 | 111 | 113;
  readonly description: string | null;
  readonly availableSpendCents: number;
  /** When it ends by itself, epoch ms; with the purchase window, its last minute. */
  readonly shownUntil: number;
  /** Nothing can be charged after it. */
  readonly isLast: boolean;
  /** The day the texts are taken of, `YYYY-MM-DD`. */
  readonly onDate: string;
}

/** A charge request with its loan, balanced as of now, and who asks. */
interface RequestedCharge {
  readonly charge: {
    readonly consumer_charge_amount_cents: number;
    readonly transaction_description: ChargeTerms['transactionDescription'];
    readonly description: string | null;
    readonly expires_at: number;
  };
  readonly loan: LoanBalance & {
    readonly sponsor_id: string;
    readonly purchase_window_ends_at: number | null;
  };
  readonly merchant: { readonly business_name: string };
}

export function chargeTermsOf(
  { charge, loan, merchant }: RequestedCharge,
  {
    config,
    clock,
  }: {
    readonly config: { readonly loanTerms: { readonly finalChargeClosesWindow: boolean } };
    readonly clock: { now(sponsorId: string): number };
  },
): ChargeTerms {
  const endsAt = chargeDeadline({ ...loan, expires_at: charge.expires_at });
  return {
    merchantName: merchant.business_name,
    amountCents: charge.consumer_charge_amount_cents,
    transactionDescription: charge.transaction_description,
    description: charge.description,
    availableSpendCents: availableSpend(loan),
    // The midnight at which the loan's time ends would read as the day after its last.
    shownUntil: endsAt === charge.expires_at ? endsAt : endsAt - minuteMs,
    isLast: endsPurchaseWindow(charge.transaction_description, config.loanTerms),
    onDate: easternDate(clock.now(loan.sponsor_id)),
  };
}

/** What is asked for and what it does to the loan: all of the page that is not its form. */
export function chargeStatement(documentContext: DocumentContext, terms: ChargeTerms): Html {
  const { strings, format, locale, texts } = documentContext;
  const effect = fillText(texts.current('charge_approval', locale, terms.onDate).text, {
    amount: format.cents(terms.amountCents),
    merchant_name: terms.merchantName,
  });
  return html`<h1>${strings.chargeStatement.title(terms.merchantName)}</h1>
    <p class="amount">${format.cents(terms.amountCents)}</p>
    ${facts(rows(documentContext, terms))}
    <p>${withPhoneNumbers(effect)}</p>
    ${terms.isLast ? html`<p>${strings.chargeStatement.finalNote}</p>` : ''}`;
}

function rows({ strings, format }: DocumentContext, terms: ChargeTerms): [string, string][] {
  const after = terms.availableSpendCents;
  return [
    [strings.chargeStatement.kind, strings.chargeStatement.kinds[terms.transactionDescription]],
    ...(terms.description === null
      ? []
      : [[strings.chargeStatement.description, terms.description] satisfies [string, string]]),
    [strings.chargeStatement.before, format.cents(after + terms.amountCents)],
    ...(terms.isLast
      ? []
      : [[strings.chargeStatement.after, format.cents(after)] satisfies [string, string]]),
    [strings.chargeStatement.expires, format.dateTime(terms.shownUntil)],
  ];
}
