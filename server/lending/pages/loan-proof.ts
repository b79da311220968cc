import { html } from 'hono/html';
import type { Flash } from './flash.ts';
import type { Html } from '../documents/html.ts';
import { page } from './page.ts';
import type { Reader } from './reader.ts';
import { errorSummary, type FieldError, loanNumberField, ssnLast4Field } from './parts.ts';
import { digitsOf } from './request.ts';

/** The form that asks for the last four digits and the loan number, as it is shown. */
export interface LoanProofForm {
  readonly errors: readonly FieldError[];
  /** As it was typed. The digits are never given back. */
  readonly loanNumber: string;
}

/** Reads the form's fields; without errors, what came is worth comparing. */
export function readLoanProof({ strings }: Reader, field: (name: string) => string) {
  const proof = {
    ssnLast4: digitsOf(field('ssn_last4')),
    loanNumber: digitsOf(field('loan_number')),
  };
  const errors: FieldError[] = [];
  if (!/^\d{4}$/.test(proof.ssnLast4)) {
    errors.push({ field: 'ssn_last4', message: strings.identity.missing });
  }
  if (!/^\d{10}$/.test(proof.loanNumber)) {
    errors.push({ field: 'loan_number', message: strings.charge.missingNumber });
  }
  return { proof, errors, typed: { loan_number: field('loan_number') } };
}

/** The form once more, with what is said of it. */
export function loanProofForm({ errors, typed }: Flash): LoanProofForm {
  return { errors, loanNumber: typed.loan_number ?? '' };
}

export interface LoanProofView extends LoanProofForm {
  /** Where the form is posted. */
  readonly action: string;
  readonly title: string;
  readonly lede: string;
  readonly button: string;
}

/** Asks for both before anything of the loan is shown. */
export function loanProofPage(reader: Reader, view: LoanProofView): Html {
  const { action, title, lede, button, errors, loanNumber } = view;
  const content = html`${errorSummary(reader, errors)}
    <h1>${title}</h1>
    <p class="lede">${lede}</p>
    <form method="post" action="${action}" novalidate>
      ${ssnLast4Field(reader.strings.identity, errors)}
      ${loanNumberField(reader, loanNumber, errors)}
      <div class="actions"><button type="submit">${button}</button></div>
    </form>`;
  return page(reader, { title, hasErrors: errors.length > 0 }, content);
}
