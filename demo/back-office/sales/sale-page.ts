import { html } from 'hono/html';
import { type Language, type Locale, languageNames, languages } from '../locale.ts';
import type { FormKey } from '../merchant-api.ts';
import type { Seller } from '../merchant-api-types.ts';
import { alert, amountField, described, type Html, home, keyFields, officePage } from '../page.ts';

/** What was typed, with the number and the key that the form was given: sent twice, it is one sale. */
export interface SaleForm extends FormKey {
  readonly orderId: string;
  readonly amount: string;
  readonly description: string;
  readonly seller: string;
  readonly offerCode: string;
  /** Of the customer, and not of who sells. */
  readonly language: Language;
}

const languageChoices = languages.map((language) => ({
  value: language,
  name: languageNames[language],
  language,
}));

interface SaleView {
  readonly sellers: readonly Seller[];
  readonly problem?: string;
  /** The field that the problem is about, if it is about one. */
  readonly wrong?: string | undefined;
}

/** A form for an order that has no web page: its customer gets a link. */
export function salePage(
  form: SaleForm,
  { sellers, problem, wrong }: SaleView,
  locale: Locale,
): Html {
  const { sale, common } = locale.strings;
  const sellerChoices = sellers.map(({ user_id, name }) => ({ value: user_id, name }));
  const content = html`<div class="form-page">
      <section class="card form-card" aria-labelledby="form-title">
        <h1 id="form-title">${sale.title}</h1>
        <p class="lead">${sale.lead}</p>
        ${problem === undefined ? '' : alert(problem)}
        <form class="fields" method="post" action="${home}/sales/new">
          <input type="hidden" name="order" value="${form.orderId}" />
          ${keyFields(form)}
          ${amountField({ label: common.amount, value: form.amount, isWrong: wrong === 'amount' })}
          <div class="field">
            <label for="description">${sale.description}</label>
            <input id="description" name="description" maxlength="140" autocomplete="off" aria-required="true" value="${form.description}" ${described({ hint: 'description-hint', isWrong: wrong === 'description' })} />
            <p id="description-hint" class="hint">${sale.descriptionHint}</p>
          </div>
          ${choiceField({ id: 'customer-language', name: 'customer_language', label: sale.language, chosen: form.language, isWrong: wrong === 'locale' }, languageChoices)}
          ${sellers.length === 0 ? '' : choiceField({ id: 'seller', name: 'seller', label: common.seller, chosen: form.seller, isWrong: wrong === 'sold_by' }, sellerChoices)}
          <div class="field">
            <label for="offer-code">${common.offerCode} <span class="soft">(${common.optional})</span></label>
            <input id="offer-code" name="offer_code" maxlength="32" autocomplete="off" spellcheck="false" value="${form.offerCode}" ${described({ isWrong: wrong === 'offer_code' })} />
          </div>
          <p class="buttons"><button class="button">${sale.button}</button></p>
        </form>
      </section>
    </div>`;
  const isRefused = problem !== undefined;
  return officePage({ title: sale.title, isRefused, section: 'sale', content }, locale);
}

interface Choice {
  readonly value: string;
  readonly name: string;
  /** Of the name, where it is another than the page's. */
  readonly language?: Language;
}

function choiceField(
  field: { id: string; name: string; label: string; chosen: string; isWrong: boolean },
  choices: readonly Choice[],
): Html {
  return html`<div class="field">
    <label for="${field.id}">${field.label}</label>
    <select id="${field.id}" name="${field.name}" ${described(field)}>
      ${choices.map(
        ({ value, name, language }) =>
          html`<option value="${value}" ${language === undefined ? '' : html`lang="${language}"`} ${value === field.chosen ? html`selected` : ''}>${name}</option>`,
      )}
    </select>
  </div>`;
}
