import { html } from 'hono/html';
import type { Html } from '../documents/html.ts';
import type { ProofOutcome } from '../operations/identity/visitor.ts';
import { type Flash, sendBack } from './flash.ts';
import { page } from './page.ts';
import {
  errorSummary,
  field,
  type FieldError,
  ssnLast4Field,
  type WayBack,
  wayBack,
} from './parts.ts';
import type { Reader } from './reader.ts';
import { digitsOf } from './request.ts';
import { rememberIdentity, showAgain, type Visit } from './visit.ts';

interface IdentityView {
  /** Where the form is posted. */
  readonly action: string;
  readonly back: WayBack;
  readonly errors: readonly FieldError[];
  /** Why it is asked. */
  readonly lede: string;
}

/** Asks for the last four digits before anything of the application or loan is shown. */
export function identityPage(reader: Reader, { action, back, errors, lede }: IdentityView): Html {
  const { identity } = reader.strings;
  const content = html`${errorSummary(reader, errors)}
    <h1>${identity.title}</h1>
    <p class="lede">${lede}</p>
    <form method="post" action="${action}" novalidate>
      ${ssnLast4Field(identity, errors)}
      <div class="actions">
        <button type="submit">${identity.button}</button>
        ${wayBack(reader, back)}
      </div>
    </form>`;
  return page(reader, { title: identity.title, hasErrors: errors.length > 0 }, content);
}

/** The last four digits that were typed; undefined if they are not four digits. */
export function typedSsnLast4(typed: (name: string) => string): string | undefined {
  const digits = digitsOf(typed('ssn_last4'));
  return /^\d{4}$/.test(digits) ? digits : undefined;
}

export function ssnMissing({ strings }: Reader): FieldError {
  return { field: 'ssn_last4', message: strings.identity.missing };
}

export function ssnMismatch({ strings }: Reader, triesLeft: number): FieldError {
  return { field: 'ssn_last4', message: strings.identity.wrong(triesLeft) };
}

interface LoanProofView {
  /** Where the form is posted. */
  readonly action: string;
  readonly title: string;
  readonly lede: string;
  readonly button: string;
  /** What was said of the form, if it was refused. */
  readonly flash: Flash;
}

/** Asks for the last four digits and the loan number before anything of the loan is shown. */
export function loanProofPage(reader: Reader, view: LoanProofView): Html {
  const { action, title, lede, button, flash } = view;
  const { errors, typed } = flash;
  const content = html`${errorSummary(reader, errors)}
    <h1>${title}</h1>
    <p class="lede">${lede}</p>
    <form method="post" action="${action}" novalidate>
      ${ssnLast4Field(reader.strings.identity, errors)}
      ${loanNumberField(reader, typed.loan_number ?? '', errors)}
      <div class="actions"><button type="submit">${button}</button></div>
    </form>`;
  return page(reader, { title, hasErrors: errors.length > 0 }, content);
}

/** `typed` comes back, unlike the digits above: it is no secret, and long. */
function loanNumberField({ strings }: Reader, typed: string, errors: readonly FieldError[]): Html {
  return field({
    name: 'loan_number',
    label: strings.charge.numberLabel,
    hint: strings.charge.numberHint,
    errors,
    value: typed,
    digits: 10,
    autocomplete: 'off',
  });
}

/** Reads its fields; without errors, what came is worth comparing. The digits are never given back. */
export function readLoanProof(reader: Reader, typed: (name: string) => string) {
  const ssnLast4 = typedSsnLast4(typed);
  const loanNumber = digitsOf(typed('loan_number'));
  const { missingNumber } = reader.strings.charge;
  const errors: FieldError[] = [
    ...(ssnLast4 === undefined ? [ssnMissing(reader)] : []),
    ...(/^\d{10}$/.test(loanNumber) ? [] : [{ field: 'loan_number', message: missingNumber }]),
  ];
  return {
    ssnLast4: ssnLast4 ?? '',
    loanNumber,
    errors,
    typed: { loan_number: typed('loan_number') },
  };
}

/** Says that digits and loan number do not belong together, and not which of them is wrong. */
export function loanMismatch({ strings }: Reader, triesLeft: number): FieldError {
  const message = strings.charge.wrong(triesLeft);
  return { field: 'ssn_last4', alsoFields: ['loan_number'], message };
}

/** The form that asked, and what it says of a wrong answer. */
interface AskedForm {
  readonly form: string;
  mismatch(reader: Reader, triesLeft: number): FieldError;
  /** What is given back of what was typed. */
  readonly typed?: Flash['typed'];
}

/** After an answer to who it is: this browser is known from now on, or the form is shown again. */
export function afterProof(
  visit: Visit,
  outcome: ProofOutcome,
  { form, mismatch, typed = {} }: AskedForm,
): Response {
  if (outcome.kind === 'wrong') {
    return sendBack(visit, form, { errors: [mismatch(visit.reader, outcome.triesLeft)], typed });
  }
  if (outcome.kind === 'passed') rememberIdentity(visit);
  return showAgain(visit);
}
