import { html } from 'hono/html';
import { currentText, fillText } from '../../../lending-api/texts/registry.ts';
import { type Html, page, type Reader } from '../page.ts';
import { errorSummary, type FieldError, facts, field } from '../parts.ts';

export interface ChargeView {
  /** Where the form is posted. */
  readonly action: string;
  readonly merchantName: string;
  readonly amountCents: number;
  readonly transactionDescription: 109 | 111 | 113;
  readonly description: string | null;
  readonly availableSpendCents: number;
  readonly expiresAt: number;
  readonly errors: readonly FieldError[];
  /** The day the texts are taken of, `YYYY-MM-DD`. */
  readonly onDate: string;
}

/** A form is sent by Enter as by its first button: this one keeps Enter from choosing an answer. */
const NO_DEFAULT_ANSWER = html`<button type="submit" disabled hidden></button>`;

/** What is asked for and what it does to the loan; approve and reject weigh the same. */
export function chargePage(reader: Reader, view: ChargeView): Html {
  const { strings, format, locale } = reader;
  const title = strings.charge.title(view.merchantName);
  const effect = fillText(currentText('charge_approval', locale, view.onDate).text, {
    amount: format.cents(view.amountCents),
    merchant_name: view.merchantName,
  });
  const content = html`${errorSummary(reader, view.errors)}
    <h1>${title}</h1>
    <p class="amount">${format.cents(view.amountCents)}</p>
    ${facts(rows(reader, view))}
    <p>${effect}</p>
    ${view.transactionDescription === 113 ? html`<p>${strings.charge.finalNote}</p>` : ''}
    ${form(reader, view)}`;
  return page(reader, { title, hasErrors: view.errors.length > 0 }, content);
}

function rows({ strings, format }: Reader, view: ChargeView): [string, string][] {
  const after = view.availableSpendCents;
  return [
    [strings.charge.kind, strings.charge.kinds[view.transactionDescription]],
    ...(view.description === null
      ? []
      : [[strings.charge.description, view.description] satisfies [string, string]]),
    [strings.charge.before, format.cents(after + view.amountCents)],
    [strings.charge.after, format.cents(after)],
    [strings.charge.expires, format.dateTime(view.expiresAt)],
  ];
}

function form({ strings }: Reader, { action, errors }: ChargeView): Html {
  return html`<section class="sign">
    <h2>${strings.charge.confirmTitle}</h2>
    <p>${strings.charge.confirm}</p>
    <form method="post" action="${action}" novalidate>
      ${field({
        name: 'ssn_last4',
        label: strings.charge.ssnLabel,
        hint: strings.charge.ssnHint,
        errors,
        digits: 4,
        autocomplete: 'off',
      })}
      ${field({
        name: 'loan_number',
        label: strings.charge.numberLabel,
        hint: strings.charge.numberHint,
        errors,
        digits: 10,
        autocomplete: 'off',
      })}
      ${NO_DEFAULT_ANSWER}
      <div class="actions equal">
        <button type="submit" name="answer" value="approve">${strings.charge.approve}</button>
        <button type="submit" name="answer" value="reject">${strings.charge.reject}</button>
      </div>
    </form>
  </section>`;
}
