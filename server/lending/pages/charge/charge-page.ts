import { html } from 'hono/html';
import { type Html, page, type Reader } from '../page.ts';
import { errorSummary, type FieldError, loanNumberField, ssnLast4Field } from '../parts.ts';
import { type ChargeTerms, chargeStatement } from './charge-statement.ts';

export interface ChargeView {
  /** Where the form is posted. */
  readonly action: string;
  readonly terms: ChargeTerms;
  readonly errors: readonly FieldError[];
  /** The loan number as it was typed before. */
  readonly loanNumber: string;
}

/** A form is sent by Enter as by its first button: this one keeps Enter from choosing an answer. */
const NO_DEFAULT_ANSWER = html`<button type="submit" disabled hidden></button>`;

/** What is asked for and what it does to the loan; approve and reject weigh the same. */
export function chargePage(reader: Reader, view: ChargeView): Html {
  const { errors, terms } = view;
  const title = reader.strings.charge.title(terms.merchantName);
  const content = html`${errorSummary(reader, errors)}
    ${chargeStatement(reader, terms)}
    ${form(reader, view)}`;
  return page(reader, { title, hasErrors: errors.length > 0 }, content);
}

function form(reader: Reader, { action, errors, loanNumber }: ChargeView): Html {
  const { strings } = reader;
  const { ssnLabel: label, ssnHint: hint } = strings.charge;
  return html`<section class="sign">
    <h2>${strings.charge.confirmTitle}</h2>
    <p>${strings.charge.confirm}</p>
    <form method="post" action="${action}" novalidate>
      ${ssnLast4Field({ label, hint }, errors)}
      ${loanNumberField(reader, loanNumber, errors)}
      ${NO_DEFAULT_ANSWER}
      <div class="actions equal">
        <button type="submit" name="answer" value="approve">${strings.charge.approve}</button>
        <button type="submit" name="answer" value="reject">${strings.charge.reject}</button>
      </div>
    </form>
  </section>`;
}
