import { html, raw } from 'hono/html';
import { digestOf, type ShownDocument } from '../../documents/document.ts';
import type { Html } from '../../documents/html.ts';
import type { LoanTerms } from '../../documents/loan-terms.ts';
import { knownFor } from '../cookies.ts';
import type { Flash } from '../flash.ts';
import { page } from '../page.ts';
import type { PageContext } from '../page-context.ts';
import {
  checkbox,
  documentsLink,
  errorSummary,
  field,
  problemBox,
  type ReturnLink,
  returnLink,
} from '../parts.ts';
import { householdOf, needsHousehold, spouseFields } from './spouse-fields.ts';

interface LoanView {
  /** `/terms/{token}` */
  readonly path: string;
  readonly terms: LoanTerms;
  readonly disclosures: readonly ShownDocument[];
  /** Of the form that signs. */
  readonly flash: Flash;
  readonly back: ReturnLink;
}

/** All that must be read before the loan is accepted, then accept and decline side by side. */
export function loanScreen(pageContext: PageContext, view: LoanView): Html {
  const { strings } = pageContext;
  const { disclosures, terms } = view;
  const { errors, problem } = view.flash;
  const content = html`${errorSummary(pageContext, errors)}${problemBox(problem)}
    <h1>${strings.terms.title}</h1>
    <p class="lede">${strings.terms.lede(terms.merchant_name)}</p>
    <p>${strings.terms.limit(...knownFor)}</p>
    ${summary(pageContext, terms)} ${contents(pageContext, view)}
    ${disclosures.map((each) => html`<section class="document">${raw(each.html)}</section>`)}
    ${signature(pageContext, view)}`;
  const hasErrors = errors.length > 0 || problem !== null;
  return page(pageContext, { title: strings.terms.title, hasErrors }, content);
}

/** What a promotion can cost stands beside the monthly payment. */
function summary({ strings, format }: PageContext, terms: LoanTerms): Html {
  const { credit_limit_cents, costs, promo_disclosure } = terms;
  return html`<dl class="summary">
    <div><dt>${strings.terms.upTo}</dt><dd>${format.cents(credit_limit_cents)}</dd></div>
    <div><dt>${strings.terms.rate}</dt><dd>${costs.apr}%</dd></div>
    <div>
      <dt>${strings.terms.monthly}</dt>
      <dd>
        ${format.cents(costs.monthly_payment_cents)}
        <small>${strings.terms.payments(costs.number_of_payments)}</small>
      </dd>
    </div>
  </dl>
  ${promo_disclosure === null ? '' : html`<div class="aside"><p>${promo_disclosure}</p></div>`}`;
}

function contents({ strings }: PageContext, { disclosures, path }: LoanView): Html {
  return html`<nav class="contents" aria-label="${strings.terms.onThisPage}">
    <ul>
      ${disclosures.map(({ type, title }) => html`<li><a href="#${type}">${title}</a></li>`)}
      <li><a href="#sign">${strings.terms.signTitle}</a></li>
    </ul>
    ${documentsLink(path, strings.terms.save)}
  </nav>`;
}

function signature(pageContext: PageContext, view: LoanView): Html {
  const { strings, locale, texts } = pageContext;
  const { path, terms, disclosures, flash, back } = view;
  const { errors } = flash;
  const typed = (name: string) => flash.typed[name] ?? '';
  const shown = digestOf(disclosures);
  // Other documents take another tick.
  const isTicked = (name: string) => typed('shown') === shown && typed(name) === 'yes';
  return html`<section class="sign">
    <h2 id="sign">${strings.terms.signTitle}</h2>
    <form method="post" action="${path}/accept" novalidate>
      <input type="hidden" name="shown" value="${shown}" />
      ${terms.hard_inquiry_on_accept ? hardPullConsent(pageContext, view, isTicked('hard_pull')) : ''}
      ${needsHousehold(terms) ? spouseFields(pageContext, errors, householdOf(typed)) : ''}
      ${field({
        name: 'typed_name',
        label: strings.terms.nameLabel,
        hint: strings.terms.nameHint,
        errors,
        value: typed('typed_name'),
        digits: null,
        autocomplete: 'name',
      })}
      <p id="agree-text">${texts.current('loan_terms_signature', locale, terms.on_date).text}</p>
      ${checkbox({
        name: 'agree',
        label: strings.terms.agreeLabel,
        errors,
        isRequired: true,
        describedBy: 'agree-text',
        isTicked: isTicked('agree'),
      })}
      <div class="actions equal">
        <button type="submit">${strings.terms.accept}</button>
        <a class="button" href="${path}/decline">${strings.terms.decline}</a>
      </div>
    </form>
    <p class="actions">${returnLink(pageContext, back)}</p>
  </section>`;
}

function hardPullConsent(
  { strings, locale, texts }: PageContext,
  { terms, flash: { errors } }: LoanView,
  isTicked: boolean,
): Html {
  const { text } = texts.current('hard_pull_consent', locale, terms.on_date);
  return html`<p id="hard-pull-text">${text}</p>
    ${checkbox({
      name: 'hard_pull',
      label: strings.terms.agreeLabel,
      errors,
      isRequired: true,
      describedBy: 'hard-pull-text',
      isTicked,
    })}`;
}
