import { html } from 'hono/html';
import type { Locale } from '../locale.ts';
import type {
  Charge,
  ChargeKind,
  Checkout,
  Loan,
  Refund,
  Seller,
  SentEvent,
  TimelineEvent,
} from '../merchant-api-types.ts';
import { type Html, home, officePage } from '../page.ts';
import type { Done, Strings } from '../strings/strings.ts';
import { eventName } from './event-name.ts';
import { centsOf, chargedCents, isGone, stateOf } from './order-state.ts';
import { badge, nameOfOrder } from './orders-page.ts';
import {
  cancelObstacle,
  chargeObstacle,
  limitObstacle,
  linkObstacle,
  type ObstacleId,
  refundObstacle,
  resolveObstacle,
} from './possible.ts';
import { sentItem } from './sent-item.ts';

export interface OrderView {
  readonly checkout: Checkout;
  /** Of all its charges. */
  readonly refunds: readonly Refund[];
  /** Webhooks about it, the newest first. */
  readonly events: readonly SentEvent[];
  readonly sellers: readonly Seller[];
  /** What was just done, as the address has it: a `Done`, or anything. */
  readonly done: string | undefined;
}

/** One order: where it stands, what was charged, what can be done, and what has happened. */
export function orderPage(view: OrderView, locale: Locale): Html {
  const { checkout, done = '' } = view;
  const { strings } = locale;
  const title = nameOfOrder(checkout, strings);
  // An address names a text by a word: it carries no text of its own.
  const text = isDone(done, strings) ? strings.order.done[done] : undefined;
  const content = html`<p class="back"><a href="${home}/orders">${strings.common.allOrders}</a></p>
      ${text === undefined ? '' : html`<p class="done" role="status">${text}</p>`}
      <p id="news" role="status" class="visually-hidden"></p>
      <div id="live" data-order="${checkout.checkout_id}">
        <div class="title">
          <h1>${title}</h1>
          ${badge(stateOf(checkout), strings)}
        </div>
        ${link(checkout, strings)}
        <div class="order">
          ${charges(view, locale)}
          <aside class="order-side" aria-label="${strings.order.about}">${actions(checkout, strings)} ${facts(view, locale)}</aside>
          <div class="order-past">${timeline(view, locale)} ${webhooks(view, strings)}</div>
        </div>
      </div>`;
  return officePage({ title, section: 'orders', scripts: ['live', 'copy'], content }, locale);
}

function isDone(text: string, { order }: Strings): text is Done {
  return Object.hasOwn(order.done, text);
}

/** For the customer's phone, as long as nobody has begun. */
function link(
  { checkout_id, url, status, expires_at }: Checkout,
  { order }: Strings,
): Html | string {
  if (url === null) {
    const isTaken = status === 'open' && expires_at !== null;
    return isTaken ? html`<p class="done">${order.linkTaken}</p>` : '';
  }
  return html`<section class="card share" aria-labelledby="share-title">
    <img class="qr" src="${home}/orders/${checkout_id}/qr.svg" width="200" height="200" alt="${order.qrCode}" />
    <div class="share-text">
      <h2 id="share-title">${order.linkTitle}</h2>
      <p>${order.linkText}</p>
      <div class="field">
        <label for="link">${order.link}</label>
        <input id="link" name="link-of-customer" readonly value="${url}" />
      </div>
      <p class="buttons">
        <button type="button" id="copy" class="button" data-copies="link" data-copied="${order.copied}" data-by-keyboard="${order.copyByKeyboard}">${order.copy}</button>
        <a id="open" href="${url}" target="_blank" rel="noopener">${order.open}</a>
      </p>
    </div>
  </section>`;
}

function facts({ checkout, sellers }: OrderView, { strings, formats }: Locale): Html {
  const { amount, sold_by, offer_code, created_at, expires_at, status, loan } = checkout;
  const { common, order } = strings;
  const { money, time } = formats;
  const seller = sellers.find(({ user_id }) => user_id === sold_by)?.name ?? sold_by;
  const rows: (readonly [string, Html | string])[] = [
    [common.amount, amount === null ? order.amountNotSet : money(centsOf(amount))],
    [common.charged, money(chargedCents(checkout.charges))],
    ...(loan === null ? [] : loanFacts(loan, { strings, formats })),
    [order.offers, order.offersKnown[offersOf(checkout)]],
    [common.seller, seller ?? '–'],
    ...(offer_code === null ? [] : [[common.offerCode, offer_code] as const]),
    [common.made, time(created_at)],
    [order.sold, order.soldBy[expires_at === null ? 'shop' : 'link']],
    ...(expires_at !== null && status === 'open'
      ? [[order.linkUntil, endTime(expires_at, { strings, formats })] as const]
      : []),
  ];
  return html`<section class="card" aria-labelledby="facts-title">
    <h2 id="facts-title">${order.facts}</h2>
    <dl class="facts">
      ${rows.map(([term, text]) => html`<div><dt>${term}</dt><dd>${text}</dd></div>`)}
    </dl>
  </section>`;
}

/** The end of a day is named by that day: 12:00 AM of the next one reads as if that counted, too. */
function endTime(
  iso: string,
  { strings: { order }, formats }: Pick<Locale, 'strings' | 'formats'>,
): Html {
  const day = formats.endingDay(iso);
  return day === null ? formats.time(iso) : html`${order.endOf} ${day}`;
}

/** What there is to charge; a dash for what the lender does not say. */
function loanFacts(
  { credit_limit, available_spend, purchase_window_end_date: end, portal_account_status }: Loan,
  { strings: { order }, formats: { money, dayName } }: Pick<Locale, 'strings' | 'formats'>,
): (readonly [string, string])[] {
  const sum = (amount: string | null) => (amount === null ? null : money(centsOf(amount)));
  const portal = portal_account_status && order.portalStatuses[portal_account_status];
  return [
    [order.loan, sum(credit_limit) ?? '–'],
    [order.leftToCharge, sum(available_spend) ?? '–'],
    [order.chargeUntil, end === null ? '–' : dayName(end)],
    [order.portal, portal ?? '–'],
  ];
}

/** What they are is between the customer and the lender. Whoever has chosen had some, seen or not. */
function offersOf({ timeline }: Checkout): 'some' | 'none' | 'undecided' {
  const types = new Set(timeline.map(({ type }) => type));
  const some = ['checkout.offers', 'checkout.chosen', 'checkout.accepted'];
  if (some.some((type) => types.has(type))) return 'some';
  return types.has('checkout.no_offers') ? 'none' : 'undecided';
}

function charges({ checkout, refunds }: OrderView, locale: Locale): Html {
  const { order } = locale.strings;
  return html`<section class="card" aria-labelledby="charges-title">
    <h2 id="charges-title">${order.charges}</h2>
    ${
      checkout.charges.length === 0
        ? html`<p class="empty">${order.noCharges}</p>`
        : html`<ul class="charges">${checkout.charges.map((charge) => chargeItem(checkout, charge, refunds, locale))}</ul>`
    }
  </section>`;
}

function chargeItem(
  { checkout_id }: Checkout,
  charge: Charge,
  refunds: readonly Refund[],
  { strings, formats }: Locale,
): Html {
  const { charge_id, transaction_description, amount, status, requested_at, settled_at } = charge;
  const { order, chargeKinds, chargeStatuses, obstacles } = strings;
  const { money, time } = formats;
  const own = refunds.filter((refund) => refund.charge_id === charge_id);
  const wentBack = own.filter((refund) => refund.status === 'settled');
  const kept = (share: 'fee_amount' | 'net_amount') =>
    money(
      wentBack.reduce((cents, refund) => cents - centsOf(refund[share]), centsOf(charge[share])),
    );
  const why = refundObstacle(charge);
  const address = `${home}/orders/${checkout_id}`;
  return html`<li class="charge">
    <div class="line">
      <h3>${chargeKinds[transaction_description]}</h3>
      <strong class="sum">${money(centsOf(amount))}</strong>
    </div>
    <p class="soft">
      ${chargeStatuses[status]}. ${order.askedFor} ${time(requested_at)}${
        settled_at === null ? '' : html`, ${order.seenPaidOut} ${time(settled_at)}`
      }${charge.expires_at !== null && status === 'pending' ? html`, ${order.openUntil} ${endTime(charge.expires_at, { strings, formats })}` : ''}
    </p>
    ${isGone(charge) ? '' : html`<p class="soft">${order.shares(kept('fee_amount'), kept('net_amount'))}</p>`}
    ${own.map((refund) => refundItem(refund, address, { strings, formats }))}
    ${
      why === null
        ? html`<p><a id="refund-${charge_id}" class="button quiet" href="${address}/refund?charge=${charge_id}">${order.refund}</a></p>`
        : html`<p class="why"><span>${order.noRefund}</span> ${obstacles[why]}</p>`
    }
    ${resolveObstacle(charge) === null ? resolveLink(`${address}/resolve?charge=${charge_id}`, charge_id, order) : ''}
  </li>`;
}

function refundItem(
  refund: Refund,
  address: string,
  { strings, formats }: Pick<Locale, 'strings' | 'formats'>,
): Html {
  const { refund_id, charge_id, status, requested_at, amount } = refund;
  const { order, refundStatuses } = strings;
  const form = `${address}/resolve?charge=${charge_id}&refund=${refund_id}`;
  return html`<p class="line refund">
      <span>${order.refundThatIs(refundStatuses[status])}, ${formats.time(requested_at)}</span>
      <span class="sum">−${formats.money(centsOf(amount))}</span>
    </p>
    ${resolveObstacle(refund) === null ? resolveLink(form, refund_id, order) : ''}`;
}

function resolveLink(address: string, id: string, { resolve }: Strings['order']): Html {
  return html`<p><a id="resolve-${id}" class="button quiet" href="${address}">${resolve}</a></p>`;
}

const kinds = [109, 111, 113] as const satisfies readonly ChargeKind[];

/** What can be done, and the reasons why the rest cannot, each once. */
function actions(checkout: Checkout, strings: Strings): Html {
  const all = actionsOf(checkout, strings);
  const possible = all.filter(({ why }) => why === null);
  const reasons = new Map<ObstacleId, string[]>();
  for (const { name, why } of all) {
    if (why !== null) reasons.set(why, [...(reasons.get(why) ?? []), name]);
  }
  const address = `${home}/orders/${checkout.checkout_id}`;
  return html`<section class="card" aria-labelledby="actions-title">
    <h2 id="actions-title">${strings.order.actions}</h2>
    <ul class="actions">
      ${possible.map(
        ({ id, name, path }) =>
          html`<li><a id="${id}" class="button quiet" href="${address}/${path}">${name}</a></li>`,
      )}
      ${[...reasons].map(
        ([why, names]) =>
          html`<li class="why"><span>${names.join(', ')}</span> ${strings.obstacles[why]}</li>`,
      )}
    </ul>
  </section>`;
}

interface Action {
  readonly id: string;
  readonly name: string;
  /** Below the order's address. */
  readonly path: string;
  readonly why: ObstacleId | null;
}

function actionsOf(checkout: Checkout, { actions: names, chargeKinds }: Strings): Action[] {
  return [
    ...kinds.map((kind) => ({
      id: `charge-${kind}`,
      name: chargeKinds[kind],
      path: `charge?kind=${kind}`,
      why: chargeObstacle(checkout, kind),
    })),
    { id: 'limit', name: names.limit, path: 'limit', why: limitObstacle(checkout) },
    { id: 'new-link', name: names.link, path: 'link', why: linkObstacle(checkout) },
    { id: 'cancel', name: names.cancel, path: 'cancel', why: cancelObstacle(checkout) },
  ];
}

function timeline(
  { checkout: { timeline: events, charges: all }, refunds }: OrderView,
  { strings, formats: { money, time } }: Locale,
): Html {
  const amountOf = (event: TimelineEvent) =>
    event.refund_id === null
      ? all.find(({ charge_id }) => charge_id === event.charge_id)?.amount
      : refunds.find(({ refund_id }) => refund_id === event.refund_id)?.amount;
  // An order is made once. What is open again has an application behind it that came to nothing.
  const nameOf = ({ type, version }: TimelineEvent) =>
    type === 'checkout.open' && version > 1 ? strings.order.openAgain : eventName(type, strings);
  return html`<section class="card" aria-labelledby="timeline-title">
    <h2 id="timeline-title">${strings.order.happened}</h2>
    <ol class="timeline">
      ${events.toReversed().map((event) => {
        const amount = amountOf(event);
        return html`<li>
        <span>${nameOf(event)}${amount === undefined ? '' : html` <span class="soft">${money(centsOf(amount))}</span>`}</span>
        <time class="soft" datetime="${event.at}">${time(event.at)}</time>
      </li>`;
      })}
    </ol>
  </section>`;
}

/** What the BFF has told this server, and a button to be told again. */
function webhooks({ checkout, events }: OrderView, strings: Strings): Html {
  const { order } = strings;
  const failed = events.filter(({ status }) => status === 'failed').length;
  return html`<section class="card" aria-labelledby="webhooks-title">
    <h2 id="webhooks-title">${order.webhooks}</h2>
    ${
      events.length === 0
        ? html`<p class="empty">${order.noWebhooks}</p>`
        : html`<details id="webhooks">
      <summary id="webhook-count">${order.webhookCount(events.length)}${failed === 0 ? '' : html`, <strong>${order.webhooksFailed(failed)}</strong>`}</summary>
      <ul class="webhooks">
        ${events.map((event) => sentItem(event, { address: `${home}/orders/${checkout.checkout_id}/resend`, strings }))}
      </ul>
    </details>`
    }
  </section>`;
}
