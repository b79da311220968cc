import { html } from 'hono/html';
import { dayName, money, roundMoney, time } from '../format.ts';
import type { Funnel, Settlement } from '../merchant-api.ts';
import { centsOf } from '../orders/order-state.ts';
import { alert, type Html, home, officePage } from '../page.ts';
import type { Week } from './weeks.ts';

export interface MoneyView {
  /** Days in New York, `YYYY-MM-DD`, both included. */
  readonly from: string;
  readonly to: string;
  readonly settlements: readonly Settlement[];
  readonly total: Funnel;
  readonly weeks: readonly Week[];
  readonly problem: string | null;
}

/** The books: what has moved, what came by week, and how far customers come. */
export function moneyPage(view: MoneyView): Html {
  return officePage({
    title: 'Money',
    section: 'Money',
    scripts: ['charts'],
    styles: ['uplot'],
    content: html`<h1>Money</h1>
      ${view.problem === null ? '' : alert(view.problem)} ${range(view)} ${sums(view)}
      <div class="charts">${weekly(view)} ${funnel(view)}</div>
      ${settlements(view)}`,
  });
}

function range({ from, to }: MoneyView): Html {
  const date = (name: string, label: string, value: string) => html`<div class="field">
      <label for="${name}">${label}</label>
      <input id="${name}" name="${name}" type="date" value="${value}" required />
    </div>`;
  return html`<form class="filters" method="get" action="${home}/money">
    ${date('from', 'From', from)} ${date('to', 'To', to)}
    <button class="button quiet">Show</button>
  </form>`;
}

function sumOf(
  settlements: readonly Settlement[],
  name: 'gross_amount' | 'merchant_fee' | 'net_amount',
): number {
  return settlements.reduce((sum, row) => sum + centsOf(row[name]), 0);
}

function sums({ settlements: rows }: MoneyView): Html {
  const back = rows.filter(({ kind }) => kind !== 'charge');
  const paidOut = rows.filter(({ kind }) => kind === 'charge');
  const sum = (name: string, cents: number) =>
    html`<div class="sum-tile"><dt>${name}</dt><dd>${signed(cents)}</dd></div>`;
  return html`<dl class="sums">
    ${sum('Paid out', sumOf(paidOut, 'gross_amount'))}
    ${sum('Went back', sumOf(back, 'gross_amount'))}
    ${sum('Fees', -sumOf(rows, 'merchant_fee'))}
    ${sum('Yours', sumOf(rows, 'net_amount'))}
  </dl>`;
}

/** With a minus that is as wide as a digit. */
function signed(cents: number): string {
  return cents < 0 ? `−${money(-cents)}` : money(Math.abs(cents));
}

/** The script draws what stands in the table, from the values of its cells. */
function weekly({ weeks }: MoneyView): Html {
  const cell = (cents: number) =>
    html`<td class="number"><data value="${cents}">${roundMoney(cents)}</data></td>`;
  return html`<section class="card" aria-labelledby="weeks-title">
    <h2 id="weeks-title">Amounts by week</h2>
    <p class="legend" aria-hidden="true">
      <span class="legend-item"><span class="key charged"></span> Charged</span>
      <span class="legend-item"><span class="key settled"></span> Paid out</span>
      <span class="legend-item"><span class="key refunded"></span> Went back</span>
    </p>
    <div class="chart" data-chart="weeks" data-table="weeks-table" aria-hidden="true"></div>
    <details>
      <summary>The same as a table, in whole dollars</summary>
      <div class="scroll" tabindex="0" role="region" aria-label="Amounts by week, as a table">
        <table id="weeks-table">
          <thead>
            <tr>
              <th scope="col">Week of</th>
              <th scope="col" class="number">Charged</th>
              <th scope="col" class="number">Paid out</th>
              <th scope="col" class="number">Went back</th>
            </tr>
          </thead>
          <tbody>
            ${weeks.map(
              ({ monday, charged, settled, refunded }) => html`<tr>
              <th scope="row"><time datetime="${monday}">${dayName(monday)}</time></th>
              ${cell(charged)} ${cell(settled)} ${cell(refunded)}
            </tr>`,
            )}
          </tbody>
        </table>
      </div>
    </details>
  </section>`;
}

function funnel({ total }: MoneyView): Html {
  const stages: readonly (readonly [string, number])[] = [
    ['Made', total.opened],
    ['Applied', total.applied],
    ['Got offers', total.offers],
    ['Chose one', total.chosen],
    ['Accepted', total.accepted],
    ['Charged', total.charged.count],
    ['Paid out', total.settled.count],
  ];
  const share = (count: number) =>
    total.opened === 0 ? '–' : `${Math.round((100 * count) / total.opened)} %`;
  return html`<section class="card" aria-labelledby="funnel-title">
    <h2 id="funnel-title">How far customers come</h2>
    <div class="chart" data-chart="funnel" data-table="funnel-table" aria-hidden="true"></div>
    <details>
      <summary>The same as a table</summary>
      <table id="funnel-table">
        <thead>
          <tr>
            <th scope="col">Stage</th>
            <th scope="col" class="number">Orders</th>
            <th scope="col" class="number">Of all</th>
          </tr>
        </thead>
        <tbody>
          ${stages.map(
            ([name, count]) => html`<tr>
            <th scope="row">${name}</th>
            <td class="number"><data value="${count}">${count}</data></td>
            <td class="number">${share(count)}</td>
          </tr>`,
          )}
        </tbody>
      </table>
    </details>
    <p class="hint">${total.none} got no offer.</p>
  </section>`;
}

const kindNames: Readonly<Record<Settlement['kind'], string>> = {
  charge: 'Charge',
  refund: 'Refund',
  reversal: 'Taken back',
};

function settlements({ settlements: rows, from, to }: MoneyView): Html {
  const file = `${home}/money/settlements.csv?${new URLSearchParams({ from, to })}`;
  return html`<section class="card" aria-labelledby="settlements-title">
    <div class="line">
      <h2 id="settlements-title">Settlements</h2>
      <a class="button quiet" href="${file}" download>Download CSV</a>
    </div>
    ${
      rows.length === 0
        ? html`<p class="empty">No money has moved on these days.</p>`
        : html`<table class="settlements">
      <caption class="visually-hidden">Money that has moved, the oldest first</caption>
      <thead>
        <tr>
          <th scope="col">Order</th>
          <th scope="col" class="wide">What</th>
          <th scope="col" class="wide">Seen on</th>
          <th scope="col" class="number wide">Gross</th>
          <th scope="col" class="number wide">Fees</th>
          <th scope="col" class="number">Yours</th>
        </tr>
      </thead>
      <tbody>${rows.map(settlementRow)}</tbody>
      <tfoot>
        <tr>
          <th scope="row">Sum</th>
          <td class="wide"></td>
          <td class="wide"></td>
          <td class="number wide">${signed(sumOf(rows, 'gross_amount'))}</td>
          <td class="number wide">${signed(-sumOf(rows, 'merchant_fee'))}</td>
          <td class="number">${signed(sumOf(rows, 'net_amount'))}</td>
        </tr>
      </tfoot>
    </table>`
    }
  </section>`;
}

function settlementRow(row: Settlement): Html {
  const gross = centsOf(row.gross_amount);
  return html`<tr>
    <th scope="row">
      <a href="${home}/orders/${row.checkout_id}">${row.order_id}</a>
      <span class="narrow below">${kindNames[row.kind]} ${signed(gross)}, ${time(row.settled_at)}</span>
    </th>
    <td class="wide">${kindNames[row.kind]}</td>
    <td class="wide">${time(row.settled_at)}</td>
    <td class="number wide">${signed(gross)}</td>
    <td class="number wide">${signed(-centsOf(row.merchant_fee))}</td>
    <td class="number">${signed(centsOf(row.net_amount))}</td>
  </tr>`;
}
