import { html } from 'hono/html';
import { easternDate } from '../../platform/calendar/eastern-time.ts';
import { facts, type Html } from '../documents/html.ts';
import { netToMerchant, totalsOf } from '../domain/statements.ts';
import type { OpenStatement } from '../operations/statements.ts';
import type { StatementEntry } from '../store/statements.ts';
import { page } from './page.ts';
import type { PageContext } from './page-context.ts';
import type { PageStrings } from './strings/en.ts';

/** A merchant's month, to read or print. */
export function statementPage(pageContext: PageContext, opened: OpenStatement): Html {
  const { strings } = pageContext;
  const { statement, isOwnOnly } = opened;
  const { statement_number } = statement;
  const title = strings.statement.title;
  const content = html`<h1>${title} <span class="statement-number">${statement_number}</span></h1>
    <p class="lede">${strings.statement.currency}</p>
    ${isOwnOnly ? html`<p>${strings.statement.ownOnly}</p>` : ''}
    ${particulars(pageContext, opened)} ${totals(pageContext, opened)} ${lines(pageContext, opened)}`;
  return page(pageContext, { title: `${title} ${statement_number}` }, content);
}

function particulars(
  { strings, format }: PageContext,
  { merchant, statement }: OpenStatement,
): Html {
  const words = strings.statement;
  const { period_start, period_end, issued_date, status } = statement;
  const issued = format.date(issued_date);
  return facts([
    [words.merchant, merchant.business_name],
    [words.period, words.periodText(format.date(period_start), format.date(period_end))],
    [words.status, status === 'Open' ? words.open(issued) : words.issued(issued)],
  ]);
}

function totals({ strings, format }: PageContext, { statement }: OpenStatement): Html {
  const words = strings.statement;
  const row = (name: string, amount: string) =>
    html`<div><dt>${name}</dt><dd>${format.money(amount)}</dd></div>`;
  return html`<section>
    <h2>${words.totalsTitle}</h2>
    <dl class="rows">
      ${row(words.charges, statement.total_consumer_charges)}
      ${row(words.refunds, negative(statement.total_consumer_refunds))}
      ${row(words.fees, negative(statement.total_merchant_fees))}
      ${row(words.feeCredits, statement.total_fee_credits)}
      <div class="sum">
        <dt>${words.net}</dt><dd>${format.money(statement.net_to_merchant_amount)}</dd>
      </div>
    </dl>
  </section>`;
}

function lines(pageContext: PageContext, { entries }: OpenStatement): Html {
  const words = pageContext.strings.statement;
  return html`<section>
    <h2 id="lines">${words.linesTitle}</h2>
    ${entries.length === 0 ? html`<p>${words.none}</p>` : table(pageContext, entries)}
  </section>`;
}

/** Its roles stay where a narrow page shows no table; where it is still too wide it scrolls alone. */
function table({ strings, format }: PageContext, entries: readonly StatementEntry[]): Html {
  const words = strings.statement;
  const columns: Column[] = [
    { name: words.settled, cell: ({ settled_at }) => format.date(easternDate(settled_at)) },
    {
      name: words.loanNumber,
      cell: ({ consumer_application_human_readable_id: id }) => format.loanNumber(id),
    },
    { name: words.transaction, cell: (entry) => nameOf(words, entry) },
    { name: words.amount, isFigure: true, cell: (entry) => format.cents(sumsOf(entry).amount) },
    { name: words.fee, isFigure: true, cell: (entry) => format.cents(sumsOf(entry).fee) },
    { name: words.netOfLine, isFigure: true, cell: (entry) => format.cents(sumsOf(entry).net) },
  ];
  return html`<div class="wide" role="region" aria-labelledby="lines" tabindex="0">
    <table class="entries" role="table" aria-labelledby="lines">
      <thead role="rowgroup">
        <tr role="row">${columns.map(heading)}</tr>
      </thead>
      <tbody role="rowgroup">
        ${entries.map((entry) => html`<tr role="row">${columns.map((each) => cell(each, entry))}</tr>`)}
      </tbody>
    </table>
  </div>`;
}

interface Column {
  readonly name: string;
  readonly isFigure?: boolean;
  cell(entry: StatementEntry): string;
}

function heading({ name, isFigure = false }: Column): Html {
  return html`<th scope="col" role="columnheader" class="${isFigure ? 'figure' : ''}">${name}</th>`;
}

function cell({ name, isFigure = false, cell: textOf }: Column, entry: StatementEntry): Html {
  return html`<td role="cell" data-label="${name}" class="${isFigure ? 'figure' : ''}">${textOf(entry)}</td>`;
}

function nameOf(words: PageStrings['statement'], entry: StatementEntry): string {
  const name = words.transactions[entry.transaction_description];
  return entry.kind === 'return' ? words.returned(name) : name;
}

function sumsOf(entry: StatementEntry): { amount: number; fee: number; net: number } {
  const sums = totalsOf(entry);
  return {
    amount: sums.consumer_charges_cents - sums.consumer_refunds_cents,
    fee: sums.fee_credits_cents - sums.merchant_fees_cents,
    net: netToMerchant(sums),
  };
}

/** '60.00' => '-60.00'; nothing stays nothing. */
function negative(amount: string): string {
  return amount === '0.00' ? amount : `-${amount}`;
}
