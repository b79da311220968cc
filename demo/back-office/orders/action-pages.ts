import { html } from 'hono/html';
import { decimal, money } from '../format.ts';
import type { Charge, ChargeKind, Checkout } from '../merchant-api.ts';
import { alert, amountField, type Html, home, officePage } from '../page.ts';
import { centsOf, chargedCents } from './order-state.ts';
import { nameOfOrder } from './orders-page.ts';
import {
  cancelObstacle,
  chargeNames,
  chargeObstacle,
  limitObstacle,
  linkObstacle,
  mayRefundPart,
  refundableCents,
  refundObstacle,
} from './possible.ts';

/** What was typed, and the key under which it is sent: pressed twice, it is done once. */
export interface Sent {
  readonly key: string;
  readonly problem?: string;
  readonly amount?: string;
  readonly note?: string;
}

interface ActionPage {
  readonly checkout: Checkout;
  readonly title: string;
  readonly about: Html | string;
  readonly obstacle: string | null;
  /** Its last part, below `/orders/{id}/`. */
  readonly action: string;
  readonly sent: Sent;
  readonly fields: Html | string;
  readonly button: string;
}

/** One form, or why there is none. */
function actionPage(page: ActionPage): Html {
  const { checkout, title, about, obstacle, action, sent, fields, button } = page;
  const order = `${home}/orders/${checkout.checkout_id}`;
  const form = html`<form class="fields" method="post" action="${order}/${action}">
      <input type="hidden" name="key" value="${sent.key}" />
      ${fields}
      <p class="buttons"><button class="button">${button}</button> <a href="${order}">Back to the order</a></p>
    </form>`;
  return officePage({
    title: `${title}, ${nameOfOrder(checkout)}`,
    section: 'Orders',
    content: html`<div class="form-page">
      <p class="back"><a href="${order}">${nameOfOrder(checkout)}</a></p>
      <section class="card form-card" aria-labelledby="form-title">
        <h1 id="form-title">${title}</h1>
        ${sent.problem === undefined ? '' : alert(sent.problem)}
        ${
          obstacle === null
            ? html`<p class="lead">${about}</p>${form}`
            : html`<p class="lead">${obstacle}</p><p><a href="${order}">Back to the order</a></p>`
        }
      </section>
    </div>`,
  });
}

export function chargePage(checkout: Checkout, kind: ChargeKind, sent: Sent): Html {
  const left = centsOf(checkout.amount ?? '0.00') - chargedCents(checkout.charges);
  return actionPage({
    checkout,
    title: chargeNames[kind],
    about: 'The customer gets a text message and an e-mail, and has 48 hours to approve it.',
    obstacle: chargeObstacle(checkout, kind),
    action: 'charge',
    sent,
    button: 'Ask for the charge',
    fields: html`<input type="hidden" name="kind" value="${kind}" />
      ${amountField(sent.amount ?? (left > 0 ? decimal(left) : ''))}
      ${noteField('What it is for', 'The customer reads it.', sent.note, 140)}`,
  });
}

export function refundPage(checkout: Checkout, charge: Charge, sent: Sent): Html {
  const whole = money(refundableCents(charge));
  const isPart = sent.amount !== undefined && sent.amount !== '';
  const part = html`<label class="option">
        <input type="radio" name="how" value="part" ${isPart ? html`checked` : ''} /> A part of it
      </label>
    ${amountField(sent.amount ?? '', 'Part to refund', false)}`;
  return actionPage({
    checkout,
    title: `Refund the ${chargeNames[charge.transaction_description].toLowerCase()}`,
    about: `The money goes back to the lender, who tells the customer by e-mail. Fees go back in proportion.`,
    obstacle: refundObstacle(charge),
    action: 'refund',
    sent,
    button: 'Refund',
    fields: html`<input type="hidden" name="charge" value="${charge.charge_id}" />
      <fieldset class="field">
        <legend>How much</legend>
        <label class="option">
          <input type="radio" name="how" value="whole" ${isPart ? '' : html`checked`} /> All that is left, ${whole}
        </label>
        ${
          mayRefundPart(charge)
            ? part
            : html`<p class="hint">A part can be refunded once the charge is paid out.</p>`
        }
      </fieldset>
      ${noteField('Reason', 'For the lender. Name no person.', sent.note, 200)}`,
  });
}

export function cancelPage(checkout: Checkout, sent: Sent): Html {
  return actionPage({
    checkout,
    title: 'Cancel the order',
    about:
      checkout.status === 'accepted'
        ? 'The lender is asked to cancel the loan. The customer cannot be charged any more.'
        : 'The customer cannot go on with it. If they accept at the lender all the same, the lender is asked to cancel the loan.',
    obstacle: cancelObstacle(checkout),
    action: 'cancel',
    sent,
    button: 'Cancel the order',
    fields: '',
  });
}

export function linkPage(checkout: Checkout, sent: Sent): Html {
  const isApplied = checkout.status !== 'open';
  return actionPage({
    checkout,
    title: 'Issue the link again',
    about: isApplied
      ? 'Somebody has applied by the link before: what they were offered stays theirs. You get a new, empty checkout of the same order.'
      : 'The link before leads nowhere any more, also for a customer who has begun with it.',
    obstacle: linkObstacle(checkout),
    action: 'link',
    sent,
    button: 'Issue the link again',
    fields: '',
  });
}

export function limitPage(checkout: Checkout, sent: Sent): Html {
  return actionPage({
    checkout,
    title: 'Raise the credit limit',
    about:
      'Once, before the first charge, and at most to what the lender has approved. The order’s amount stays as it is.',
    obstacle: limitObstacle(checkout),
    action: 'limit',
    sent,
    button: 'Raise the limit',
    fields: amountField(sent.amount ?? '', 'New limit'),
  });
}

function noteField(label: string, hint: string, value: string | undefined, most: number): Html {
  return html`<div class="field">
    <label for="note">${label} <span class="soft">(optional)</span></label>
    <input id="note" name="note" maxlength="${most}" autocomplete="off" value="${value ?? ''}" aria-describedby="note-hint" />
    <p id="note-hint" class="hint">${hint}</p>
  </div>`;
}
