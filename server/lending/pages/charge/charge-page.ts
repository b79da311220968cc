import { html } from 'hono/html';
import type { Html } from '../../documents/html.ts';
import { page } from '../page.ts';
import type { Reader } from '../reader.ts';
import { type ChargeTerms, chargeStatement } from '../../documents/charge-statement.ts';

export interface ChargeView {
  /** Where the form is posted. */
  readonly action: string;
  readonly terms: ChargeTerms;
}

/**
 * What is asked for and what it does to the loan, for who has confirmed who they are; approve and
 * reject weigh the same. The form has no field, so that Enter chooses neither.
 */
export function chargePage(reader: Reader, { action, terms }: ChargeView): Html {
  const { charge: text } = reader.strings;
  const content = html`${chargeStatement(reader, terms)}
    <section class="sign">
      <h2>${text.confirmTitle}</h2>
      <form method="post" action="${action}">
        <div class="actions equal">
          <button type="submit" name="answer" value="approve">${text.approve}</button>
          <button type="submit" name="answer" value="reject">${text.reject}</button>
        </div>
      </form>
    </section>`;
  return page(reader, { title: reader.strings.chargeStatement.title(terms.merchantName) }, content);
}
