import { html } from 'hono/html';
import type { Seller } from '../merchant-api.ts';
import { alert, amountField, type Html, home, officePage } from '../page.ts';

/** What was typed, with the number and the key that the form was given: sent twice, it is one sale. */
export interface SaleForm {
  readonly orderId: string;
  readonly key: string;
  readonly amount: string;
  readonly description: string;
  readonly seller: string;
  readonly offerCode: string;
}

/** A form for an order that has no web page: its customer gets a link. */
export function salePage(form: SaleForm, sellers: readonly Seller[], problem?: string): Html {
  return officePage({
    title: 'New sale',
    section: 'New sale',
    content: html`<div class="form-page">
      <section class="card form-card" aria-labelledby="form-title">
        <h1 id="form-title">New sale</h1>
        <p class="lead">
          The customer gets a link, by a code on your screen or by a message. They apply on their own
          phone, and you see here how far they are.
        </p>
        ${problem === undefined ? '' : alert(problem)}
        <form class="fields" method="post" action="${home}/sales/new">
          <input type="hidden" name="order" value="${form.orderId}" />
          <input type="hidden" name="key" value="${form.key}" />
          ${amountField(form.amount)}
          <div class="field">
            <label for="description">What is sold</label>
            <input id="description" name="description" maxlength="140" autocomplete="off" required value="${form.description}" aria-describedby="description-hint" />
            <p id="description-hint" class="hint">The customer reads it. Name no person.</p>
          </div>
          ${sellers.length === 0 ? '' : sellerField(form.seller, sellers)}
          <div class="field">
            <label for="offer-code">Offer code <span class="soft">(optional)</span></label>
            <input id="offer-code" name="offer_code" maxlength="32" autocomplete="off" spellcheck="false" value="${form.offerCode}" />
          </div>
          <p class="buttons"><button class="button">Make the link</button></p>
        </form>
      </section>
    </div>`,
  });
}

function sellerField(chosen: string, sellers: readonly Seller[]): Html {
  return html`<div class="field">
    <label for="seller">Seller</label>
    <select id="seller" name="seller">
      ${sellers.map(
        ({ user_id, name }) =>
          html`<option value="${user_id}" ${user_id === chosen ? html`selected` : ''}>${name}</option>`,
      )}
    </select>
  </div>`;
}
