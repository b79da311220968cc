import { html } from 'hono/html';
import { decimal } from '../format.ts';
import type { Locale } from '../locale.ts';
import type { FormKey } from '../merchant-api.ts';
import type { Charge, ChargeKind, Checkout, Refund } from '../merchant-api-types.ts';
import { alert, amountField, described, type Html, home, keyFields, officePage } from '../page.ts';
import type { Strings } from '../strings/strings.ts';
import { askedCents, centsOf, hasFinalCharge } from './order-state.ts';
import { nameOfOrder } from './orders-page.ts';
import {
  cancelObstacle,
  chargeObstacle,
  hasApplied,
  limitObstacle,
  linkObstacle,
  mayRefundPart,
  type Obstacle,
  refundableCents,
  refundObstacle,
  resolveObstacle,
} from './possible.ts';

/** What was typed, and the key under which it is sent: pressed twice, it is done once. */
export interface Sent extends FormKey {
  readonly problem?: string;
  /** The field that the problem is about, if it is about one: of the form, or of the API's call. */
  readonly wrong?: string | undefined;
  readonly amount?: string;
  /** Of a refund: all that is left, or a part. */
  readonly how?: string;
  readonly note?: string;
  /** What the lender says of what is to be resolved, and the number that it gives. */
  readonly answer?: string;
  readonly number?: string;
}

interface ActionPage {
  readonly checkout: Checkout;
  readonly title: string;
  readonly about: Html | string;
  readonly obstacle: Obstacle;
  /** Its last part, below `/orders/{id}/`, from where the form can be opened again. */
  readonly action: string;
  readonly sent: Sent;
  readonly fields: Html | string;
  readonly button: string;
}

/** One form, or why there is none. */
function actionPage(page: ActionPage, locale: Locale): Html {
  const { strings } = locale;
  const { backToOrder } = strings.actions;
  const name = nameOfOrder(page.checkout, strings);
  const { checkout, title, about, obstacle, action, sent, fields, button } = page;
  const order = `${home}/orders/${checkout.checkout_id}`;
  const form = html`<form class="fields" method="post" action="${order}/${action}">
      ${keyFields(sent)}
      ${fields}
      <p class="buttons"><button class="button">${button}</button> <a href="${order}">${backToOrder}</a></p>
    </form>`;
  const content = html`<div class="form-page">
      <p class="back"><a href="${order}">${name}</a></p>
      <section class="card form-card" aria-labelledby="form-title">
        <h1 id="form-title">${title}</h1>
        ${sent.problem === undefined ? '' : alert(sent.problem)}
        ${
          obstacle === null
            ? html`<p class="lead">${about}</p>${form}`
            : html`<p class="lead">${strings.obstacles[obstacle]}</p><p><a href="${order}">${backToOrder}</a></p>`
        }
      </section>
    </div>`;
  const isRefused = sent.problem !== undefined;
  return officePage({ title: `${title}, ${name}`, isRefused, section: 'orders', content }, locale);
}

export function chargePage(checkout: Checkout, kind: ChargeKind, sent: Sent, locale: Locale): Html {
  const { strings } = locale;
  const { actions, common } = strings;
  const left = leftCents(checkout);
  const page = {
    checkout,
    title: strings.chargeKinds[kind],
    about: html`${actions.chargeAbout} ${finalText(checkout, kind, strings)}`,
    obstacle: chargeObstacle(checkout, kind),
    action: `charge?kind=${kind}`,
    sent,
    button: actions.chargeButton,
    fields: html`<input type="hidden" name="kind" value="${kind}" />
      ${amountField({
        label: common.amount,
        value: sent.amount ?? (left > 0 ? decimal(left) : ''),
        isWrong: sent.wrong === 'amount',
      })}
      ${noteField(sent, { field: 'description', label: actions.chargeNote, hint: actions.chargeNoteHint, most: 140 }, strings)}`,
  };
  return actionPage(page, locale);
}

/** What a final charge means for the loan, of one that is to be asked for or was. */
function finalText({ charges }: Checkout, kind: ChargeKind, { actions }: Strings): string {
  if (hasFinalCharge(charges)) return actions.afterFinal;
  return kind === 113 ? actions.finalAbout : '';
}

/** What is left of the order to charge, at most what the loan has. */
function leftCents({ amount, charges, loan }: Checkout): number {
  const ofOrder = centsOf(amount ?? '0.00') - askedCents(charges);
  const ofLoan = loan?.available_spend ?? null;
  return ofLoan === null ? ofOrder : Math.min(ofOrder, centsOf(ofLoan));
}

export function refundPage(checkout: Checkout, charge: Charge, sent: Sent, locale: Locale): Html {
  const { strings, formats } = locale;
  const { actions } = strings;
  const whole = formats.money(refundableCents(charge));
  const isPart = sent.how === 'part';
  const part = html`<label class="option">
        <input type="radio" name="how" value="part" ${isPart ? html`checked` : ''} /> ${actions.aPart}
      </label>
    ${amountField({
      label: actions.partAmount,
      value: sent.amount ?? '',
      isWrong: sent.wrong === 'amount',
      isOptional: true,
    })}`;
  const page = {
    checkout,
    title: actions.refundTitles[charge.transaction_description],
    about: actions.refundAbout,
    obstacle: refundObstacle(charge),
    action: `refund?charge=${charge.charge_id}`,
    sent,
    button: strings.order.refund,
    fields: html`<input type="hidden" name="charge" value="${charge.charge_id}" />
      <fieldset class="field" role="radiogroup" ${described({ isWrong: sent.wrong === 'how' })}>
        <legend>${actions.howMuch}</legend>
        <label class="option">
          <input type="radio" name="how" value="whole" ${isPart ? '' : html`checked`} /> ${actions.allLeft(whole)}
        </label>
        ${mayRefundPart(charge) ? part : html`<p class="hint">${actions.partLater}</p>`}
      </fieldset>
      ${noteField(sent, { field: 'reason', label: actions.reason, hint: actions.reasonHint, most: 200 }, strings)}`,
  };
  return actionPage(page, locale);
}

/** What the lender's number of a charge, or of a refund, is called by the form and by the API's calls. */
const numberFields = ['number', 'payment_request_uuid', 'refund_request_uuid'];

/** Of a charge, or of a refund of it, of which nobody knows whether the lender has it. */
export function resolvePage(
  checkout: Checkout,
  { charge, refund }: { charge: Charge; refund: Refund | null },
  sent: Sent,
  locale: Locale,
): Html {
  const { actions, chargeKinds, common, money: books, order } = locale.strings;
  const { money, time } = locale.formats;
  const isCharge = refund === null;
  const { amount, requested_at } = refund ?? charge;
  const kind = chargeKinds[charge.transaction_description];
  const name = isCharge ? kind : `${kind}, ${books.kinds.refund.toLowerCase()}`;
  const option = (value: 'there' | 'not_there', text: string) => html`<label class="option">
          <input type="radio" name="answer" value="${value}" ${sent.answer === value ? html`checked` : ''} /> ${text}
        </label>`;
  const page = {
    checkout,
    title: isCharge ? actions.resolveCharge : actions.resolveRefund,
    about: html`<strong>${name}: ${money(centsOf(amount))}</strong> (${time(requested_at)}). ${actions.resolveAbout}`,
    obstacle: resolveObstacle(refund ?? charge),
    action: `resolve?charge=${charge.charge_id}${isCharge ? '' : `&refund=${refund.refund_id}`}`,
    sent,
    button: order.resolve,
    fields: html`<fieldset class="field" role="radiogroup" aria-required="true" ${described({ isWrong: sent.wrong === 'answer' })}>
        <legend>${actions.lenderSays}</legend>
        ${option('there', isCharge ? actions.chargeIsThere : actions.refundIsThere)}
        ${option('not_there', isCharge ? actions.chargeIsNot : actions.refundIsNot)}
      </fieldset>
      <div class="field">
        <label for="number">${isCharge ? actions.requestNumber : optional(actions.requestNumberOfRefund, common)}</label>
        <input id="number" name="number" maxlength="36" autocomplete="off" spellcheck="false" value="${sent.number ?? ''}" ${described({ hint: 'number-hint', isWrong: numberFields.includes(sent.wrong ?? '') })} />
        <p id="number-hint" class="hint">${actions.requestNumberHint}</p>
      </div>`,
  };
  return actionPage(page, locale);
}

export function cancelPage(checkout: Checkout, sent: Sent, locale: Locale): Html {
  const { actions } = locale.strings;
  const page = {
    checkout,
    title: actions.cancel,
    about: checkout.status === 'accepted' ? actions.cancelAccepted : actions.cancelBefore,
    obstacle: cancelObstacle(checkout),
    action: 'cancel',
    sent,
    button: actions.cancel,
    fields: '',
  };
  return actionPage(page, locale);
}

export function linkPage(checkout: Checkout, sent: Sent, locale: Locale): Html {
  const { actions } = locale.strings;
  const applied = hasApplied(checkout) ? `${actions.linkApplied} ` : '';
  const page = {
    checkout,
    title: actions.link,
    about: checkout.status === 'open' ? actions.linkOpen : `${applied}${actions.linkEmpty}`,
    obstacle: linkObstacle(checkout),
    action: 'link',
    sent,
    button: actions.link,
    fields: '',
  };
  return actionPage(page, locale);
}

export function limitPage(checkout: Checkout, sent: Sent, locale: Locale): Html {
  const { actions } = locale.strings;
  const page = {
    checkout,
    title: actions.limit,
    about: actions.limitAbout,
    obstacle: limitObstacle(checkout),
    action: 'limit',
    sent,
    button: actions.limitButton,
    fields: amountField({
      label: actions.newLimit,
      value: sent.amount ?? '',
      isWrong: sent.wrong === 'amount',
    }),
  };
  return actionPage(page, locale);
}

interface NoteField {
  /** Of the API's call. */
  readonly field: string;
  readonly label: string;
  readonly hint: string;
  readonly most: number;
}

function noteField(
  { note = '', wrong }: Sent,
  { field, label, hint, most }: NoteField,
  { common }: Strings,
): Html {
  return html`<div class="field">
    <label for="note">${optional(label, common)}</label>
    <input id="note" name="note" maxlength="${most}" autocomplete="off" value="${note}" ${described({ hint: 'note-hint', isWrong: wrong === field })} />
    <p id="note-hint" class="hint">${hint}</p>
  </div>`;
}

function optional(label: string, common: Strings['common']): Html {
  return html`${label} <span class="soft">(${common.optional})</span>`;
}
