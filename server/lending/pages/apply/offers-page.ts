import { html } from 'hono/html';
import type { Offer } from '../../../lending-api/offers.ts';
import { type Html, paragraphs } from '../../documents/html.ts';
import { page } from '../page.ts';
import type { PageContext } from '../page-context.ts';
import { type ReturnLink, returnLink } from '../parts.ts';

export interface OffersView {
  /** `/invitation/{token}` */
  readonly path: string;
  /** Cheapest first. */
  readonly offers: readonly Offer[];
  /** The one that was chosen before; null for none. */
  readonly selected: string | null;
  readonly requestedAmountCents: number;
  /** Epoch milliseconds; null when nothing expires. */
  readonly expiresAt: number | null;
  readonly onDate: string;
  readonly back: ReturnLink;
}

/** The offers, lowest total cost first; each can be chosen, none is chosen beforehand. */
export function offersPage(pageContext: PageContext, view: OffersView): Html {
  const { strings, format, locale, texts } = pageContext;
  const text = strings.apply;
  const title = text.offersTitle(view.offers.length);
  const requested = format.cents(view.requestedAmountCents);
  const isOffered = view.offers.some(({ is_counter_offer }) => !is_counter_offer);
  const lede = isOffered ? text.offersLede : text.otherOffersLede;
  const isCovered = view.offers.some(({ mla_covered }) => mla_covered);
  const content = html`<h1>${title}</h1>
    <p class="lede">${lede(requested, view.offers.length)}</p>
    <p>
      <strong>${texts.current('offer_not_final_line', locale, view.onDate).text}</strong>
      ${view.expiresAt === null ? '' : text.until(format.dateTime(view.expiresAt))}
    </p>
    ${isCovered ? html`<div class="aside">${paragraphs(texts.current('mla_statement', locale, view.onDate).text)}</div>` : ''}
    <ul class="offers">${view.offers.map((offer) => card(pageContext, view, offer))}</ul>
    <p>${text.afterwards}</p>
    <p class="small-print">${texts.current('credit_approval_line', locale, view.onDate).text}</p>
    <p class="actions">${returnLink(pageContext, view.back)}</p>`;
  return page(pageContext, { title }, content);
}

/** The annual percentage rate before everything else (Regulation Z, 1026.24 and 1026.17(a)(2)). */
function card(pageContext: PageContext, view: OffersView, offer: Offer): Html {
  const { strings, format, locale, texts } = pageContext;
  const text = strings.apply;
  return html`<li class="offer">
    <h2>${offer.product_name}</h2>
    ${badges(pageContext, view, offer)}
    <div class="price">
      <p class="apr">${offer.apr}% <abbr title="${text.aprLong}">${text.apr}</abbr></p>
      <p class="monthly">
        <strong>${format.money(offer.monthly_payment)}</strong> ${text.perMonth}
        <small>× ${text.payments(offer.number_of_payments)}</small>
      </p>
    </div>
    ${promotion(pageContext, offer)} ${counterOffer(pageContext, view, offer)}
    <dl class="figures">
      ${figures(pageContext, offer).map(([name, value]) => html`<div><dt>${name}</dt><dd>${value}</dd></div>`)}
    </dl>
    <p class="hint">
      ${offer.hard_inquiry_on_accept ? texts.current('hard_inquiry_line', locale, view.onDate).text : text.noHardInquiry}
      ${text.offeredBy(offer.lender_name, offer.lender_nmls_id)}
    </p>
    <form method="post" action="${view.path}/offer">
      <input type="hidden" name="offer_uuid" value="${offer.offer_uuid}" />
      <button type="submit">${text.chooseOffer(offer.product_name, offer.apr)}</button>
    </form>
  </li>`;
}

function badges({ strings }: PageContext, { selected }: OffersView, offer: Offer): Html {
  const text = strings.apply;
  const badges = [
    ...(offer.offer_uuid === selected ? [text.current] : []),
    ...(offer.is_counter_offer ? [text.counterOffer] : []),
  ];
  return html`${badges.map((badge) => html`<p class="badge">${badge}</p>`)}`;
}

/** What deferred interest can cost stands beside the monthly payment. */
function promotion({ strings, format }: PageContext, offer: Offer): Html {
  const { promo_disclosure, promo_payoff_amount, promo_months } = offer;
  if (promo_disclosure === null) return html``;
  const payoff =
    promo_payoff_amount === null
      ? ''
      : html`<p><strong>${strings.apply.promoPayoff(promo_months, format.money(promo_payoff_amount))}</strong></p>`;
  return html`<div class="aside">${payoff}<p>${promo_disclosure}</p></div>`;
}

function counterOffer(
  { strings, format }: PageContext,
  { requestedAmountCents }: OffersView,
  { is_counter_offer, approved_amount }: Offer,
): Html {
  if (!is_counter_offer) return html``;
  const requested = format.cents(requestedAmountCents);
  return html`<p>${strings.apply.counterOfferText(format.money(approved_amount), requested)}</p>`;
}

function figures({ strings, format }: PageContext, offer: Offer): [string, string][] {
  const text = strings.apply;
  const rows: [string, string, boolean][] = [
    [text.amountFinanced, format.money(offer.amount_financed), true],
    [text.financeCharge, format.money(offer.finance_charge), true],
    [text.total, format.money(offer.total_of_payments), true],
    [
      text.lastPayment,
      format.money(offer.final_payment),
      offer.final_payment !== offer.monthly_payment,
    ],
    [text.rate, `${offer.interest_rate}%`, offer.interest_rate !== offer.apr],
    [
      text.originationFee,
      format.money(offer.origination_fee_amount),
      offer.origination_fee_amount !== '0.00',
    ],
    [text.firstPayment, format.date(offer.first_payment_date), true],
  ];
  return rows.filter(([, , isShown]) => isShown).map(([name, value]) => [name, value]);
}
