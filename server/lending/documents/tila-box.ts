import { html } from 'hono/html';
import { fillText } from '../../lending-api/texts/regulated-texts.ts';
import type { TextId } from '../../lending-api/texts/text-ids.ts';
import type { DocumentContext } from './document-context.ts';
import type { Html } from './html.ts';
import type { TilaTerms } from './loan-terms.ts';
import { paymentSeries } from './payment-series.ts';

/**
 * The closed-end disclosures of Regulation Z, 12 CFR 1026.17 and .18: grouped, apart from all else,
 * the annual percentage rate and the finance charge more conspicuous than the rest.
 */
export function tilaBox(documentContext: DocumentContext, terms: TilaTerms): Html {
  const { strings, format, lender } = documentContext;
  const text = tilaText(documentContext, terms);
  return html`<div class="tila">
    <dl class="tila-parties">
      <div><dt>${strings.tila.creditor}</dt><dd>${lender.name}, ${lender.address}</dd></div>
      <div><dt>${strings.tila.borrower}</dt><dd>${terms.applicant_name}</dd></div>
      <div><dt>${strings.loanDocuments.loanNumber}</dt><dd>${format.loanNumber(terms.loan_number)}</dd></div>
    </dl>
    ${figures(documentContext, terms)} ${schedule(documentContext, terms)}
    <p>${text('tila_late_charge', { late_fee_amount: format.cents(terms.late_fee_cents) })}</p>
    <p>${text('tila_prepayment')}</p>
    <p>${text('tila_contract_reference')}</p>
    <p>${text('tila_estimate')}</p>
  </div>`;
}

const boxTexts: readonly TextId[] = [
  'tila_apr',
  'tila_finance_charge',
  'tila_amount_financed',
  'tila_total_of_payments',
  'tila_late_charge',
  'tila_prepayment',
  'tila_contract_reference',
  'tila_estimate',
  'tila_itemization',
];

/** The version of the newest text in the box or its itemization. */
export function tilaVersion({ locale, texts }: DocumentContext, { on_date }: TilaTerms): string {
  return boxTexts
    .map((id) => texts.current(id, locale, on_date))
    .reduce((newest, text) => (text.effective_from > newest.effective_from ? text : newest))
    .version;
}

/** Apart from the box, as 12 CFR 1026.18(c) wants it. */
export function itemization(documentContext: DocumentContext, terms: TilaTerms): Html {
  const { strings, format } = documentContext;
  const { costs, merchant_name } = terms;
  const fee = costs.origination_fee_amount_cents;
  return html`<h3>${strings.tila.itemizationTitle}</h3>
    <p>${tilaText(documentContext, terms)('tila_itemization')}</p>
    <dl class="rows">
      <div><dt>${strings.tila.itemPrincipal}</dt><dd>${format.cents(terms.credit_limit_cents)}</dd></div>
${fee === 0 ? '' : html`<div><dt>${strings.tila.itemFee}</dt><dd>− ${format.cents(fee)}</dd></div>`}
      <div class="sum">
        <dt>${strings.tila.itemFinanced}</dt><dd>${format.cents(costs.amount_financed_cents)} (e)</dd>
      </div>
      <div>
        <dt>${strings.tila.itemGiven(merchant_name)}</dt>
        <dd>${format.cents(costs.amount_financed_cents)} (e)</dd>
      </div>
    </dl>`;
}

function figures(documentContext: DocumentContext, terms: TilaTerms): Html {
  const { strings, format } = documentContext;
  const { costs } = terms;
  const text = tilaText(documentContext, terms);
  const cents = (value: number) => `${format.cents(value)} (e)`;
  return html`<dl class="tila-figures">
    ${figure('strong', strings.tila.apr, text('tila_apr'), `${costs.apr}% (e)`)}
    ${figure('strong', strings.tila.financeCharge, text('tila_finance_charge'), cents(costs.finance_charge_cents))}
    ${figure('', strings.tila.amountFinanced, text('tila_amount_financed'), cents(costs.amount_financed_cents))}
    ${figure('', strings.tila.totalOfPayments, text('tila_total_of_payments'), cents(costs.total_of_payments_cents))}
  </dl>`;
}

function figure(weight: string, name: string, meaning: string, value: string): Html {
  return html`<div class="${weight}">
    <dt>${name} <span>${meaning}</span></dt>
    <dd>${value}</dd>
  </div>`;
}

function schedule({ strings, format }: DocumentContext, terms: TilaTerms): Html {
  const { count, cents, lastCents } = paymentSeries(terms.costs);
  const { scheduleTitle, scheduleCount, scheduleAmount, scheduleDue } = strings.tila;
  const names = [scheduleCount, scheduleAmount, scheduleDue];
  const monthly = strings.tila.scheduleMonthly(format.date(terms.first_payment_date));
  const last = strings.tila.scheduleLast(format.date(terms.last_payment_date));
  const amount = (value: number) => `${format.cents(value)} (e)`;
  const rows = [
    [count, amount(cents), monthly],
    ...(lastCents === null ? [] : [[1, amount(lastCents), last]]),
  ];
  // In large text its rows are lists: only the roles keep it a table.
  return html`<table class="tila-schedule" role="table">
    <caption>${scheduleTitle}</caption>
    <thead role="rowgroup">
      <tr role="row">${names.map((name) => html`<th scope="col" role="columnheader">${name}</th>`)}</tr>
    </thead>
    <tbody role="rowgroup">
      ${rows.map(
        (row) => html`<tr role="row">
        ${row.map((value, index) => html`<td role="cell" data-label="${names[index]}">${value}</td>`)}
      </tr>`,
      )}
    </tbody>
  </table>`;
}

function tilaText({ locale, texts }: DocumentContext, { on_date }: TilaTerms) {
  return (id: TextId, values: Readonly<Record<string, string>> = {}) =>
    fillText(texts.current(id, locale, on_date).text, values);
}
