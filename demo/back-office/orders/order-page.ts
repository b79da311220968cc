import { randomUUID } from 'node:crypto';
import { html } from 'hono/html';
import { money, time } from '../format.ts';
import type {
  Charge,
  ChargeKind,
  Checkout,
  Refund,
  Seller,
  SentEvent,
  TimelineEvent,
} from '../merchant-api.ts';
import { type Html, home, officePage } from '../page.ts';
import { chargeStatusNames, eventName, refundStatusNames } from './event-names.ts';
import { centsOf, chargedCents, stateOf } from './order-state.ts';
import { badge, nameOfOrder } from './orders-page.ts';
import {
  cancelObstacle,
  chargeNames,
  chargeObstacle,
  limitObstacle,
  linkObstacle,
  type Obstacle,
  refundObstacle,
} from './possible.ts';

export interface OrderView {
  readonly checkout: Checkout;
  /** Of all its charges. */
  readonly refunds: readonly Refund[];
  /** Webhooks about it, the newest first. */
  readonly events: readonly SentEvent[];
  readonly sellers: readonly Seller[];
  /** What was just done, by its name in `doneTexts`. */
  readonly done: string | undefined;
}

/** What is said after a form. An address names them by a word: it carries no text of its own. */
const doneTexts: Readonly<Record<string, string>> = {
  sale: 'The link is there. Let the customer scan it, or send it to them.',
  link: 'The link is new. The one before leads nowhere.',
  charge: 'The customer is asked to approve the charge, by text message and e-mail.',
  refund: 'The lender has been asked for the refund. The customer gets an e-mail.',
  cancel: 'The order is cancelled.',
  cancelling: 'The lender has been asked to cancel the order.',
  limit: 'The credit limit is raised.',
  'limit-unclear': 'The lender has not said yet whether it has raised the limit.',
  resend: 'The webhook is on its way again.',
};

/** One order: where it stands, what was charged, what can be done, and what has happened. */
export function orderPage(view: OrderView): Html {
  const { checkout, done = '' } = view;
  const name = nameOfOrder(checkout);
  const text = doneTexts[done];
  return officePage({
    title: name,
    section: 'Orders',
    scripts: ['live', 'copy'],
    content: html`<p class="back"><a href="${home}/orders">All orders</a></p>
      ${text === undefined ? '' : html`<p class="done" role="status">${text}</p>`}
      <p id="news" role="status" class="visually-hidden"></p>
      <div id="live" data-order="${checkout.checkout_id}">
        <div class="title">
          <h1>${name}</h1>
          ${badge(stateOf(checkout))}
        </div>
        ${link(checkout)}
        <div class="order">
          ${charges(view)}
          <aside class="order-side" aria-label="About this order">${actions(checkout)} ${facts(view)}</aside>
          <div class="order-past">${timeline(view)} ${webhooks(view)}</div>
        </div>
      </div>`,
  });
}

/** For the customer's phone, as long as nobody has begun. */
function link({ checkout_id, url, status, expires_at }: Checkout): Html | string {
  if (url === null) {
    const isTaken = status === 'open' && expires_at !== null;
    return isTaken
      ? html`<p class="done">Somebody has begun with the link: it works in no other browser.</p>`
      : '';
  }
  return html`<section class="card share" aria-labelledby="share-title">
    <img class="qr" src="${home}/orders/${checkout_id}/qr.svg" width="200" height="200" alt="The link as a QR code" />
    <div class="share-text">
      <h2 id="share-title">Link for the customer</h2>
      <p>Let them scan it with their phone, or send it. Whoever types first has it to themselves: it then works in no other browser, and leaves this page.</p>
      <div class="field">
        <label for="link">Link</label>
        <input id="link" name="link-of-customer" readonly value="${url}" />
      </div>
      <p class="buttons">
        <button type="button" id="copy" class="button" data-copies="link">Copy the link</button>
        <a id="open" href="${url}" target="_blank" rel="noopener">Open it</a>
      </p>
    </div>
  </section>`;
}

function facts({ checkout, sellers }: OrderView): Html {
  const { amount, sold_by, offer_code, created_at, expires_at, status, charges } = checkout;
  const seller = sellers.find(({ user_id }) => user_id === sold_by)?.name ?? sold_by;
  const rows: (readonly [string, Html | string])[] = [
    ['Amount', amount === null ? 'Not set' : money(centsOf(amount))],
    ['Charged', money(chargedCents(charges))],
    ['Offers', offersText(checkout)],
    ['Seller', seller ?? '–'],
    ...(offer_code === null ? [] : [['Offer code', offer_code] as const]),
    ['Made', time(created_at)],
    ['Sold', expires_at === null ? 'In the shop' : 'By a link'],
    ...(expires_at !== null && status === 'open'
      ? [['Link works until', time(expires_at)] as const]
      : []),
  ];
  return html`<section class="card" aria-labelledby="facts-title">
    <h2 id="facts-title">At a glance</h2>
    <dl class="facts">
      ${rows.map(([term, text]) => html`<div><dt>${term}</dt><dd>${text}</dd></div>`)}
    </dl>
  </section>`;
}

/** What they are is between the customer and the lender. */
function offersText({ timeline }: Checkout): string {
  const types = new Set(timeline.map(({ type }) => type));
  if (types.has('checkout.offers')) return 'Yes';
  return types.has('checkout.no_offers') ? 'None' : 'Not decided';
}

function charges({ checkout, refunds }: OrderView): Html {
  return html`<section class="card" aria-labelledby="charges-title">
    <h2 id="charges-title">Charges</h2>
    ${
      checkout.charges.length === 0
        ? html`<p class="empty">Nothing has been charged.</p>`
        : html`<ul class="charges">${checkout.charges.map((charge) => chargeItem(checkout, charge, refunds))}</ul>`
    }
  </section>`;
}

function chargeItem({ checkout_id }: Checkout, charge: Charge, refunds: readonly Refund[]): Html {
  const { charge_id, transaction_description, amount, status, requested_at, settled_at } = charge;
  const own = refunds.filter((refund) => refund.charge_id === charge_id);
  const why = refundObstacle(charge);
  const address = `${home}/orders/${checkout_id}/refund?charge=${charge_id}`;
  return html`<li class="charge">
    <div class="line">
      <h3>${chargeNames[transaction_description]}</h3>
      <strong class="sum">${money(centsOf(amount))}</strong>
    </div>
    <p class="soft">
      ${chargeStatusNames[status]}. Asked for ${time(requested_at)}${
        settled_at === null ? '' : html`, seen paid out ${time(settled_at)}`
      }${charge.expires_at !== null && status === 'pending' ? html`, open until ${time(charge.expires_at)}` : ''}.
      Fees ${money(centsOf(charge.fee_amount))}, yours ${money(centsOf(charge.net_amount))}.
    </p>
    ${own.map(
      (refund) => html`<p class="line refund">
      <span>Refund, ${refundStatusNames[refund.status].toLowerCase()}, ${time(refund.requested_at)}</span>
      <span class="sum">−${money(centsOf(refund.amount))}</span>
    </p>`,
    )}
    ${
      why === null
        ? html`<p><a id="refund-${charge_id}" class="button quiet" href="${address}">Refund</a></p>`
        : html`<p class="why"><span>No refund:</span> ${why}</p>`
    }
  </li>`;
}

const kinds = [109, 111, 113] as const satisfies readonly ChargeKind[];

/** What can be done, and the reasons why the rest cannot, each once. */
function actions(checkout: Checkout): Html {
  const all = actionsOf(checkout);
  const possible = all.filter(({ why }) => why === null);
  const reasons = new Map<string, string[]>();
  for (const { name, why } of all) {
    if (why !== null) reasons.set(why, [...(reasons.get(why) ?? []), name]);
  }
  const address = `${home}/orders/${checkout.checkout_id}`;
  return html`<section class="card" aria-labelledby="actions-title">
    <h2 id="actions-title">What you can do</h2>
    <ul class="actions">
      ${possible.map(
        ({ id, name, path }) =>
          html`<li><a id="${id}" class="button quiet" href="${address}/${path}">${name}</a></li>`,
      )}
      ${[...reasons].map(
        ([why, names]) => html`<li class="why"><span>${names.join(', ')}</span> ${why}</li>`,
      )}
    </ul>
  </section>`;
}

interface Action {
  readonly id: string;
  readonly name: string;
  /** Below the order's address. */
  readonly path: string;
  readonly why: Obstacle;
}

function actionsOf(checkout: Checkout): Action[] {
  return [
    ...kinds.map((kind) => ({
      id: `charge-${kind}`,
      name: chargeNames[kind],
      path: `charge?kind=${kind}`,
      why: chargeObstacle(checkout, kind),
    })),
    { id: 'limit', name: 'Raise the credit limit', path: 'limit', why: limitObstacle(checkout) },
    { id: 'new-link', name: 'Issue the link again', path: 'link', why: linkObstacle(checkout) },
    { id: 'cancel', name: 'Cancel the order', path: 'cancel', why: cancelObstacle(checkout) },
  ];
}

function timeline({ checkout: { timeline: events, charges: all }, refunds }: OrderView): Html {
  const amountOf = (event: TimelineEvent) =>
    event.refund_id === null
      ? all.find(({ charge_id }) => charge_id === event.charge_id)?.amount
      : refunds.find(({ refund_id }) => refund_id === event.refund_id)?.amount;
  return html`<section class="card" aria-labelledby="timeline-title">
    <h2 id="timeline-title">What happened</h2>
    <ol class="timeline">
      ${events.toReversed().map((event) => {
        const amount = amountOf(event);
        return html`<li>
        <span>${eventName(event.type)}${amount === undefined ? '' : html` <span class="soft">${money(centsOf(amount))}</span>`}</span>
        <time class="soft" datetime="${event.at}">${time(event.at)}</time>
      </li>`;
      })}
    </ol>
  </section>`;
}

const sentNames: Readonly<Record<SentEvent['status'], string>> = {
  pending: 'On its way',
  delivered: 'Delivered',
  failed: 'Failed',
  not_sent: 'No endpoint takes it',
};

/** What the BFF has told this server, and a button to be told again. */
function webhooks({ checkout, events }: OrderView): Html {
  const failed = events.filter(({ status }) => status === 'failed').length;
  const count = events.length === 1 ? '1 webhook' : `${events.length} webhooks`;
  return html`<section class="card" aria-labelledby="webhooks-title">
    <h2 id="webhooks-title">Webhooks</h2>
    ${
      events.length === 0
        ? html`<p class="empty">None yet: the first comes when the customer applies.</p>`
        : html`<details id="webhooks">
      <summary>${count}${failed === 0 ? '' : html`, <strong>${failed} failed</strong>`}</summary>
      <ul class="webhooks">
        ${events.map((event) => sent(checkout, event))}
      </ul>
    </details>`
    }
  </section>`;
}

function sent({ checkout_id }: Checkout, { event_id, type, status, deliveries }: SentEvent): Html {
  const [kind, what] = type.split('.');
  const attempts = deliveries.flatMap((delivery) => delivery.attempts);
  const last = attempts.at(-1);
  const answer = last === undefined ? '' : `, answered ${last.status ?? last.error ?? 'nothing'}`;
  const tries = attempts.length === 1 ? '1 try' : `${attempts.length} tries`;
  return html`<li>
    <div>
      <code>${kind}.<wbr />${what}</code>
      <p class="soft">${sentNames[status]}, ${tries}${answer}</p>
    </div>
    ${
      status === 'not_sent'
        ? ''
        : html`<form method="post" action="${home}/orders/${checkout_id}/resend">
      <input type="hidden" name="event" value="${event_id}" />
      <input type="hidden" name="key" value="${randomUUID()}" />
      <button id="resend-${event_id}" class="button quiet" aria-label="Send again: ${type}">Send again</button>
    </form>`
    }
  </li>`;
}
