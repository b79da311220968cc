import { html } from 'hono/html';
import { easternDate } from '../../../platform/calendar/eastern-time.ts';
import { netToMerchant, totalsOf } from '../../domain/statements/statement-totals.ts';
import type { OpenStatement } from '../../operations/statements/open-statement.ts';
import type { StatementEntry } from '../../store/statements.ts';
import { type Html, page, type Reader } from '../page.ts';
import { facts } from '../parts.ts';

/** A merchant's month, to read or print. */
export function statementPage(reader: Reader, opened: OpenStatement): Html {
  const { strings } = reader;
  const { statement, isOwnOnly } = opened;
  const title = strings.statement.title(statement.statement_number);
  const content = html`<h1>${title}</h1>
    <p class="lede">${strings.statement.currency}</p>
    ${isOwnOnly ? html`<p>${strings.statement.ownOnly}</p>` : ''}
    ${particulars(reader, opened)} ${totals(reader, opened)} ${lines(reader, opened)}`;
  return page(reader, { title }, content);
}

function particulars({ strings, format }: Reader, { merchant, statement }: OpenStatement): Html {
  const words = strings.statement;
  const { period_start, period_end, issued_date, status } = statement;
  const issued = format.date(issued_date);
  return facts([
    [words.merchant, merchant.business_name],
    [words.period, words.periodText(format.date(period_start), format.date(period_end))],
    [words.status, status === 'Open' ? words.open(issued) : words.issued(issued)],
  ]);
}

function totals({ strings, format }: Reader, { statement }: OpenStatement): Html {
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

function lines(reader: Reader, { entries }: OpenStatement): Html {
  const words = reader.strings.statement;
  return html`<section>
    <h2 id="lines">${words.linesTitle}</h2>
    ${entries.length === 0 ? html`<p>${words.none}</p>` : table(reader, entries)}
  </section>`;
}

/** Wider than a telephone: it scrolls in a region of its own, which the keyboard reaches. */
function table(reader: Reader, entries: readonly StatementEntry[]): Html {
  const words = reader.strings.statement;
  return html`<div class="wide" role="region" aria-labelledby="lines" tabindex="0">
    <table class="entries">
      <thead>
        <tr>
          <th scope="col">${words.settled}</th>
          <th scope="col">${words.loanNumber}</th>
          <th scope="col">${words.transaction}</th>
          <th scope="col" class="figure">${words.amount}</th>
          <th scope="col" class="figure">${words.fee}</th>
          <th scope="col" class="figure">${words.netOfLine}</th>
        </tr>
      </thead>
      <tbody>
        ${entries.map((entry) => entryRow(reader, entry))}
      </tbody>
    </table>
  </div>`;
}

function entryRow({ strings, format }: Reader, entry: StatementEntry): Html {
  const words = strings.statement;
  const sums = totalsOf(entry);
  const name = words.transactions[entry.transaction_description];
  const amount = sums.consumer_charges_cents - sums.consumer_refunds_cents;
  const fee = sums.fee_credits_cents - sums.merchant_fees_cents;
  return html`<tr>
    <td>${format.date(easternDate(entry.settled_at))}</td>
    <td>${format.loanNumber(entry.consumer_application_human_readable_id)}</td>
    <td>${entry.kind === 'return' ? words.returned(name) : name}</td>
    <td class="figure">${format.cents(amount)}</td>
    <td class="figure">${format.cents(fee)}</td>
    <td class="figure">${format.cents(netToMerchant(sums))}</td>
  </tr>`;
}

/** '60.00' => '-60.00'; nothing stays nothing. */
function negative(amount: string): string {
  return amount === '0.00' ? amount : `-${amount}`;
}
