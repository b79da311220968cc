import { html } from 'hono/html';
import { day, money, time } from '../format.ts';
import type { Seller } from '../merchant-api.ts';
import { alert, type Html, home, officePage } from '../page.ts';
import type { OrderFilter, OrderRow } from '../store.ts';
import { type OrderGroup, type OrderState, orderGroups, orderStates } from './order-state.ts';

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
  /** The BFF did not answer: these are the orders as they were. */
  readonly isOutdated: boolean;
}

export const periods = [
  { days: 7, name: 'Last 7 days' },
  { days: 30, name: 'Last 30 days' },
  { days: 90, name: 'Last 90 days' },
] as const;

/** All orders: how many stand where, and the list of those that are looked for. */
export function ordersPage(view: OrdersView): Html {
  return officePage({
    title: 'Orders',
    section: 'Orders',
    scripts: ['live'],
    content: html`<div class="line">
        <h1>Orders</h1>
        <a class="button" href="${home}/sales/new">New sale</a>
      </div>
      ${filterForm(view)}
      <p id="news" role="status" class="visually-hidden"></p>
      <div id="live">
        ${view.isOutdated ? alert('The checkout service does not answer: what you see may be old.') : ''}
        ${tiles(view)} ${view.orders.length === 0 ? nothing(view) : table(view)} ${pages(view)}
      </div>`,
  });
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

function filterForm({ filter, query, sellers }: OrdersView): Html {
  const group = query.get('group');
  return html`<form class="filters" method="get" action="${home}/orders" role="search" aria-label="Orders">
    ${group === null ? '' : html`<input type="hidden" name="group" value="${group}" />`}
    <div class="field grow">
      <label for="q">Order number</label>
      <input id="q" name="q" type="search" value="${filter.search}" maxlength="64" autocomplete="off" spellcheck="false" />
    </div>
    ${choice('seller', 'Seller', query.get('seller'), [
      ['', 'Everyone'],
      ...sellers.map(({ user_id, name }) => [user_id, name] as const),
    ])}
    ${choice('days', 'Made', query.get('days'), [
      ['', 'At any time'],
      ...periods.map(({ days, name }) => [String(days), name] as const),
    ])}
    <button class="button quiet search">Search</button>
  </form>`;
}

function choice(
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

function tiles({ counts, query, filter }: OrdersView): Html {
  const all = [...counts.values()].reduce((sum, orders) => sum + orders, 0);
  const tile = (group: OrderGroup | '', name: string, orders: number) => html`<li>
    <a
      id="group-${group || 'all'}"
      class="tile ${orders > 0 ? group : ''}"
      href="${addressWith(query, { group })}"
      ${(filter.group ?? '') === group ? html`aria-current="true"` : ''}
    ><strong>${orders}</strong> <span>${name}</span></a>
  </li>`;
  const names = Object.entries(orderGroups) as [OrderGroup, string][];
  return html`<ul class="tiles" aria-label="Where the orders stand">
    ${tile('', 'All', all)}
    ${names.map(([group, name]) => tile(group, name, counts.get(group) ?? 0))}
  </ul>`;
}

function table({ orders, sellers }: OrdersView): Html {
  const nameOf = (user: string | null) =>
    sellers.find(({ user_id }) => user_id === user)?.name ?? user ?? '–';
  return html`<table class="orders">
    <caption class="visually-hidden">Orders, the newest first</caption>
    <thead>
      <tr>
        <th scope="col">Order</th>
        <th scope="col" class="wide">Status</th>
        <th scope="col" class="number">Amount</th>
        <th scope="col" class="number wide">Charged</th>
        <th scope="col" class="wide">Seller</th>
        <th scope="col" class="wide">Made</th>
        <th scope="col" class="wide">Last news</th>
      </tr>
    </thead>
    <tbody>
      ${orders.map(
        (order) => html`<tr data-order="${order.checkout_id}">
        <th scope="row">
          <a id="order-${order.checkout_id}" class="order-link" href="${home}/orders/${order.checkout_id}">${nameOfOrder(order)}</a>
          <span class="narrow below">${badge(order.state)}</span>
        </th>
        <td class="wide">${badge(order.state)}</td>
        <td class="number">
          ${order.amount_cents === null ? '–' : money(order.amount_cents)}
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

/** What an order is called; a page may have begun a checkout without one. */
export function nameOfOrder({
  order_id,
  checkout_id,
}: Pick<OrderRow, 'order_id' | 'checkout_id'>): string {
  return order_id ?? `No number, ${checkout_id.slice(0, 8)}`;
}

/** The state in words; the colour only helps. */
export function badge(state: OrderState): Html {
  const { name, group } = orderStates[state];
  return html`<span class="badge ${group ?? 'ended'}">${name}</span>`;
}

function nothing({ query }: OrdersView): Html {
  const isFiltered = ['q', 'seller', 'days', 'group'].some((name) => query.get(name));
  return isFiltered
    ? html`<p class="empty">No order is like that. <a href="${home}/orders">Show all orders</a></p>`
    : html`<p class="empty">
        No orders yet. <a href="${home}/sales/new">Make a sale</a>, or apply in
        <a href="/">the shop</a> as a customer.
      </p>`;
}

function pages({ page, hasMore, query }: OrdersView): Html {
  if (page === 1 && !hasMore) return html``;
  return html`<nav class="pages" aria-label="Pages">
    ${page > 1 ? html`<a id="newer" href="${addressWith(query, { page: String(page - 1) })}">Newer</a>` : ''}
    <span>Page ${page}</span>
    ${hasMore ? html`<a id="older" href="${addressWith(query, { page: String(page + 1) })}">Older</a>` : ''}
  </nav>`;
}
