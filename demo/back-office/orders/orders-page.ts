import { html } from 'hono/html';
import type { Locale } from '../locale.ts';
import type { Seller } from '../merchant-api-types.ts';
import { alert, type Html, home, officePage } from '../page.ts';
import type { OrderFilter, OrderRow } from '../store.ts';
import type { Strings } from '../strings/strings.ts';
import { groupOf, type OrderGroup, type OrderState, orderGroups } from './order-state.ts';

export interface OrdersView {
  /** Of this page; `hasMore` where there are older ones. */
  readonly orders: readonly OrderRow[];
  readonly hasMore: boolean;
  /** Counted from 1. */
  readonly page: number;
  readonly counts: ReadonlyMap<OrderGroup, number>;
  readonly filter: OrderFilter;
  /** As it stands in the address. */
  readonly query: URLSearchParams;
  readonly sellers: readonly Seller[];
  readonly lag: Lag;
}

/** What the list lacks: the BFF did not answer, or there was more than is read for one page. */
export type Lag = 'none' | 'no_answer' | 'behind';

/** In days. */
export const periods = [7, 30, 90] as const;

/** All orders: how many stand where, and the list of those that are looked for. */
export function ordersPage(view: OrdersView, locale: Locale): Html {
  const { strings } = locale;
  const title = strings.common.sections.orders;
  const content = html`<div class="line">
        <h1>${title}</h1>
        <a class="button" href="${home}/sales/new">${strings.orders.newSale}</a>
      </div>
      ${filterForm(view, strings)}
      <p id="news" role="status" class="visually-hidden"></p>
      <div id="live">
        ${view.lag === 'none' ? '' : alert(strings.trouble.lag[view.lag])}
        ${tiles(view, locale)}
        ${view.orders.length === 0 ? nothing(view, strings) : table(view, locale)}
        ${pages(view, locale)}
      </div>`;
  return officePage({ title, section: 'orders', scripts: ['live'], content }, locale);
}

/** The address of the list with a parameter changed; the first page of it. */
function addressWith(query: URLSearchParams, changes: Readonly<Record<string, string>>): string {
  const changed = new URLSearchParams(query);
  changed.delete('page');
  for (const [name, value] of Object.entries(changes)) {
    if (value === '') changed.delete(name);
    else changed.set(name, value);
  }
  const search = changed.toString();
  return search === '' ? `${home}/orders` : `${home}/orders?${search}`;
}

function filterForm({ filter, query, sellers }: OrdersView, { common, orders }: Strings): Html {
  const group = query.get('group');
  return html`<form class="filters" method="get" action="${home}/orders" role="search" aria-label="${common.sections.orders}">
    ${group === null ? '' : html`<input type="hidden" name="group" value="${group}" />`}
    <div class="field grow">
      <label for="q">${orders.number}</label>
      <input id="q" name="q" type="search" value="${filter.search}" maxlength="64" autocomplete="off" spellcheck="false" />
    </div>
    ${choice('seller', common.seller, query.get('seller'), [
      ['', orders.everyone],
      ...sellers.map(({ user_id, name }) => [user_id, name] as const),
    ])}
    ${choice('days', common.made, query.get('days'), [['', orders.anyTime], ...periodNames(orders)])}
    <button class="button quiet search">${orders.search}</button>
  </form>`;
}

/** The periods as options of a choice. */
export function periodNames({ lastDays }: Strings['orders']): (readonly [string, string])[] {
  return periods.map((days) => [String(days), lastDays(String(days))]);
}

export function choice(
  name: string,
  label: string,
  chosen: string | null,
  options: readonly (readonly [value: string, text: string])[],
): Html {
  return html`<div class="field">
    <label for="${name}">${label}</label>
    <select id="${name}" name="${name}">
      ${options.map(
        ([value, text]) =>
          html`<option value="${value}" ${value === chosen ? html`selected` : ''}>${text}</option>`,
      )}
    </select>
  </div>`;
}

function tiles({ counts, query, filter }: OrdersView, { strings, formats }: Locale): Html {
  const all = [...counts.values()].reduce((sum, orders) => sum + orders, 0);
  const tile = (group: OrderGroup | '', name: string, orders: number) => html`<li>
    <a
      id="group-${group || 'all'}"
      class="tile ${orders > 0 ? group : ''}"
      href="${addressWith(query, { group })}"
      ${(filter.group ?? '') === group ? html`aria-current="true"` : ''}
    ><strong>${formats.count(orders)}</strong> <span>${name}</span></a>
  </li>`;
  return html`<ul class="tiles" aria-label="${strings.orders.groups}">
    ${tile('', strings.orders.all, all)}
    ${orderGroups.map((group) => tile(group, strings.groups[group], counts.get(group) ?? 0))}
  </ul>`;
}

function table({ orders, sellers }: OrdersView, { strings, formats }: Locale): Html {
  const { common, orders: texts } = strings;
  const { money, time, day } = formats;
  const nameOf = (user: string | null) =>
    sellers.find(({ user_id }) => user_id === user)?.name ?? user ?? '–';
  return html`<table class="orders">
    <caption class="visually-hidden">${texts.caption}</caption>
    <thead>
      <tr>
        <th scope="col">${common.order}</th>
        <th scope="col" class="wide">${texts.status}</th>
        <th scope="col" class="number">${common.amount}</th>
        <th scope="col" class="number wide">${common.charged}</th>
        <th scope="col" class="wide">${common.seller}</th>
        <th scope="col" class="wide">${common.made}</th>
        <th scope="col" class="wide">${texts.lastNews}</th>
      </tr>
    </thead>
    <tbody>
      ${orders.map(
        (order) => html`<tr data-order="${order.checkout_id}">
        <th scope="row">
          <a id="order-${order.checkout_id}" class="order-link" href="${home}/orders/${order.checkout_id}">${nameOfOrder(order, strings)}</a>
          <span class="narrow below">${badge(order.state, strings)}</span>
        </th>
        <td class="wide">${badge(order.state, strings)}</td>
        <td class="number">
          ${order.amount_cents === null ? '–' : money(order.amount_cents)}
          ${isChargedOtherwise(order) ? html`<span class="narrow below">${common.charged} ${money(order.charged_cents)}</span>` : ''}
          <span class="narrow below">${day(order.created_at)}</span>
        </td>
        <td class="number wide">${order.charged_cents === 0 ? '–' : money(order.charged_cents)}</td>
        <td class="wide">${nameOf(order.sold_by)}</td>
        <td class="wide">${time(order.created_at)}</td>
        <td class="wide">${time(order.changed_at)}</td>
      </tr>`,
      )}
    </tbody>
  </table>`;
}

/** True if other than the order's amount was charged; it has a column of its own where there is room. */
function isChargedOtherwise({ amount_cents, charged_cents }: OrderRow): boolean {
  return charged_cents !== 0 && charged_cents !== amount_cents;
}

/** What an order is called; a page may have begun a checkout without one. */
export function nameOfOrder(
  { order_id, checkout_id }: Pick<OrderRow, 'order_id' | 'checkout_id'>,
  { common }: Strings,
): string {
  return order_id ?? common.noNumber(checkout_id.slice(0, 8));
}

/** The state in words; the color only helps. */
export function badge(state: OrderState, { states }: Strings): Html {
  return html`<span class="badge ${groupOf[state] ?? 'ended'}">${states[state]}</span>`;
}

function nothing({ query }: OrdersView, { orders }: Strings): Html {
  const isFiltered = ['q', 'seller', 'days', 'group'].some((name) => query.get(name));
  return isFiltered
    ? html`<p class="empty">${orders.noneLike} <a id="show-all" href="${home}/orders">${orders.showAll}</a></p>`
    : html`<p class="empty">
        ${orders.noneYet} <a id="make-sale" href="${home}/sales/new">${orders.makeSale}</a> ${orders.orApply}
        <a id="shop" href="/">${orders.shop}</a>.
      </p>`;
}

function pages({ page, hasMore, query }: OrdersView, { strings, formats }: Locale): Html {
  if (page === 1 && !hasMore) return html``;
  const { orders } = strings;
  return html`<nav class="pages" aria-label="${orders.pages}">
    ${page > 1 ? html`<a id="newer" href="${addressWith(query, { page: String(page - 1) })}">${orders.newer}</a>` : ''}
    <span>${orders.page(formats.count(page))}</span>
    ${hasMore ? html`<a id="older" href="${addressWith(query, { page: String(page + 1) })}">${orders.older}</a>` : ''}
  </nav>`;
}
