import { html } from 'hono/html';
import type { Formats } from '../format.ts';
import type { Locale } from '../locale.ts';
import type { CountAndAmount, Funnel, Settlement } from '../merchant-api-types.ts';
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
export function moneyPage(view: MoneyView, locale: Locale): Html {
  const { title } = locale.strings.money;
  const content = html`<h1>${title}</h1>
      ${view.problem === null ? '' : alert(view.problem)} ${range(view, locale)} ${sums(view, locale)}
      <div class="charts">${weekly(view, locale)} ${funnel(view, locale)}</div>
      ${settlements(view, locale)}`;
  const files = { scripts: ['charts'], styles: ['uplot'] };
  return officePage({ title, section: 'money', ...files, content }, locale);
}

function range({ from, to }: MoneyView, { strings }: Locale): Html {
  const { money } = strings;
  const date = (name: string, label: string, value: string) => html`<div class="field">
      <label for="${name}">${label}</label>
      <input id="${name}" name="${name}" type="date" value="${value}" required />
    </div>`;
  return html`<form class="filters" method="get" action="${home}/money">
    ${date('from', money.from, from)} ${date('to', money.to, to)}
    <button class="button quiet">${money.show}</button>
  </form>`;
}

function sumOf(
  settlements: readonly Settlement[],
  name: 'gross_amount' | 'merchant_fee' | 'net_amount',
): number {
  return settlements.reduce((sum, row) => sum + centsOf(row[name]), 0);
}

function sums({ settlements: rows }: MoneyView, { strings, formats }: Locale): Html {
  const { common, money } = strings;
  const back = rows.filter(({ kind }) => kind !== 'charge');
  const paidOut = rows.filter(({ kind }) => kind === 'charge');
  const sum = (name: string, cents: number) =>
    html`<div class="sum-tile"><dt>${name}</dt><dd>${signed(cents, formats)}</dd></div>`;
  return html`<dl class="sums">
    ${sum(common.paidOut, sumOf(paidOut, 'gross_amount'))}
    ${sum(money.wentBack, sumOf(back, 'gross_amount'))}
    ${sum(common.fees, -sumOf(rows, 'merchant_fee'))}
    ${sum(common.yours, sumOf(rows, 'net_amount'))}
  </dl>`;
}

/** With a minus that is as wide as a digit. */
function signed(cents: number, { money }: Formats): string {
  return cents < 0 ? `−${money(-cents)}` : money(Math.abs(cents));
}

/** The script draws what stands in the table, from the values of its cells. */
function weekly({ weeks }: MoneyView, { strings, formats }: Locale): Html {
  const { common, money } = strings;
  const { roundMoney, weekName } = formats;
  const cell = (cents: number) =>
    html`<td class="number"><data value="${cents}">${roundMoney(cents)}</data></td>`;
  return html`<section class="card" aria-labelledby="weeks-title">
    <h2 id="weeks-title">${money.weeks}</h2>
    <p class="legend" aria-hidden="true">
      <span class="legend-item"><span class="key charged"></span> ${common.charged}</span>
      <span class="legend-item"><span class="key settled"></span> ${common.paidOut}</span>
      <span class="legend-item"><span class="key refunded"></span> ${money.returned}</span>
    </p>
    <div class="chart" data-chart="weeks" data-table="weeks-table" aria-hidden="true"></div>
    <details>
      <summary>${money.weeksTable}</summary>
      <div class="scroll" tabindex="0" role="region" aria-label="${money.weeksRegion}">
        <table id="weeks-table">
          <thead>
            <tr>
              <th scope="col">${money.weekOf}</th>
              <th scope="col" class="number">${common.charged}</th>
              <th scope="col" class="number">${common.paidOut}</th>
              <th scope="col" class="number">${money.returned}</th>
            </tr>
          </thead>
          <tbody>
            ${weeks.map(
              ({ monday, charged, settled, refunded }) => html`<tr>
              <th scope="row"><time datetime="${monday}">${weekName(monday)}</time></th>
              ${cell(charged)} ${cell(settled)} ${cell(refunded)}
            </tr>`,
            )}
          </tbody>
        </table>
      </div>
    </details>
    <p class="hint">${money.returnedHint}</p>
  </section>`;
}

/** Charges stand apart: an order can have several. */
function funnel({ total }: MoneyView, { strings, formats }: Locale): Html {
  const { money } = strings;
  const stages: readonly (readonly [string, number])[] = [
    [money.stages.opened, total.opened],
    [money.stages.applied, total.applied],
    [money.stages.offers, total.offers],
    [money.stages.chosen, total.chosen],
    [money.stages.accepted, total.accepted],
  ];
  const sum = ({ count, amount }: CountAndAmount) =>
    [formats.count(count), formats.money(centsOf(amount))] as const;
  return html`<section class="card" aria-labelledby="funnel-title">
    <h2 id="funnel-title">${money.funnel}</h2>
    <div class="chart" data-chart="funnel" data-table="funnel-table" aria-hidden="true"></div>
    <details>
      <summary>${money.funnelTable}</summary>
      <table id="funnel-table">
        <thead>
          <tr>
            <th scope="col">${money.stage}</th>
            <th scope="col" class="number">${money.howMany}</th>
          </tr>
        </thead>
        <tbody>
          ${stages.map(
            ([name, count]) => html`<tr>
            <th scope="row">${name}</th>
            <td class="number"><data value="${count}">${formats.count(count)}</data></td>
          </tr>`,
          )}
        </tbody>
      </table>
    </details>
    <p class="hint">
      ${money.gotNone(formats.count(total.none))} ${money.countedOnDay}
      ${money.chargesApproved(...sum(total.charged))} ${money.chargesPaidOut(...sum(total.settled))}
    </p>
  </section>`;
}

function settlements({ settlements: rows, from, to }: MoneyView, locale: Locale): Html {
  const { strings, formats } = locale;
  const { common, money } = strings;
  const file = `${home}/money/settlements.csv?${new URLSearchParams({ from, to })}`;
  return html`<section class="card" aria-labelledby="settlements-title">
    <div class="line">
      <h2 id="settlements-title">${money.settlements}</h2>
      <a class="button quiet" href="${file}" download>${money.download}</a>
    </div>
    ${
      rows.length === 0
        ? html`<p class="empty">${money.nothingMoved}</p>`
        : html`<table class="settlements">
      <caption class="visually-hidden">${money.caption}</caption>
      <thead>
        <tr>
          <th scope="col">${common.order}</th>
          <th scope="col" class="wide">${money.what}</th>
          <th scope="col" class="wide">${money.seenOn}</th>
          <th scope="col" class="number wide">${money.gross}</th>
          <th scope="col" class="number wide">${common.fees}</th>
          <th scope="col" class="number">${common.yours}</th>
        </tr>
      </thead>
      <tbody>${rows.map((row) => settlementRow(row, locale))}</tbody>
      <tfoot>
        <tr>
          <th scope="row">${money.sum}</th>
          <td class="wide"></td>
          <td class="wide"></td>
          <td class="number wide">${signed(sumOf(rows, 'gross_amount'), formats)}</td>
          <td class="number wide">${signed(-sumOf(rows, 'merchant_fee'), formats)}</td>
          <td class="number">${signed(sumOf(rows, 'net_amount'), formats)}</td>
        </tr>
      </tfoot>
    </table>`
    }
  </section>`;
}

function settlementRow(row: Settlement, { strings, formats }: Locale): Html {
  const kind = strings.money.kinds[row.kind];
  const settledAt = formats.time(row.settled_at);
  const gross = centsOf(row.gross_amount);
  return html`<tr>
    <th scope="row">
      <a href="${home}/orders/${row.checkout_id}">${row.order_id}</a>
      <span class="narrow below">${kind} ${signed(gross, formats)}, ${settledAt}</span>
    </th>
    <td class="wide">${kind}</td>
    <td class="wide">${settledAt}</td>
    <td class="number wide">${signed(gross, formats)}</td>
    <td class="number wide">${signed(-centsOf(row.merchant_fee), formats)}</td>
    <td class="number">${signed(centsOf(row.net_amount), formats)}</td>
  </tr>`;
}
