import { html } from 'hono/html';
import type { Html } from '../documents/html.ts';
import { digitsOf } from '../domain/formats.ts';
import type { ProofOutcome } from '../operations/identity/visitor.ts';
import { rememberIdentity } from './cookies.ts';
import { type Flash, sendBack } from './flash.ts';
import { page } from './page.ts';
import type { PageContext } from './page-context.ts';
import {
  errorSummary,
  type FieldError,
  field,
  problemBox,
  type ReturnLink,
  returnLink,
  ssnLast4Field,
} from './parts.ts';
import { type PageRequest, showAgain } from './request.ts';

interface IdentityView {
  /** Where the form is posted. */
  readonly action: string;
  readonly back: ReturnLink;
  /** What was said of the form, or of one that came too late to be taken. */
  readonly flash: Flash;
  /** Why it is asked. */
  readonly lede: string;
}

/** Asks for the last four digits before anything of the application or loan is shown. */
export function identityPage(
  pageContext: PageContext,
  { action, back, flash: { errors, problem }, lede }: IdentityView,
): Html {
  const { identity } = pageContext.strings;
  const content = html`${errorSummary(pageContext, errors)}${problemBox(problem)}
    <h1>${identity.title}</h1>
    <p class="lede">${lede}</p>
    <form method="post" action="${action}" novalidate>
      ${ssnLast4Field(identity, errors)}
      <div class="actions">
        <button type="submit">${identity.button}</button>
        ${returnLink(pageContext, back)}
      </div>
    </form>`;
  const hasErrors = errors.length > 0 || problem !== null;
  return page(pageContext, { title: identity.title, hasErrors }, content);
}

/** The last four digits that were typed; undefined if they are not four digits. */
export function typedSsnLast4(typed: (name: string) => string): string | undefined {
  const digits = digitsOf(typed('ssn_last4'));
  return /^\d{4}$/.test(digits) ? digits : undefined;
}

export function ssnMissing({ strings }: PageContext): FieldError {
  return { field: 'ssn_last4', message: strings.identity.missing };
}

export function ssnMismatch({ strings }: PageContext, triesLeft: number): FieldError {
  return { field: 'ssn_last4', message: strings.identity.wrong(triesLeft) };
}

interface LoanProofView {
  /** Where the form is posted. */
  readonly action: string;
  readonly title: string;
  readonly lede: string;
  readonly button: string;
  /** What was said of the form, or of one that came too late to be taken. */
  readonly flash: Flash;
}

/** Asks for the last four digits and the loan number before anything of the loan is shown. */
export function loanProofPage(pageContext: PageContext, view: LoanProofView): Html {
  const { action, title, lede, button, flash } = view;
  const { errors, typed, problem } = flash;
  const content = html`${errorSummary(pageContext, errors)}${problemBox(problem)}
    <h1>${title}</h1>
    <p class="lede">${lede}</p>
    <form method="post" action="${action}" novalidate>
      ${ssnLast4Field(pageContext.strings.identity, errors)}
      ${loanNumberField(pageContext, typed.loan_number ?? '', errors)}
      <div class="actions"><button type="submit">${button}</button></div>
    </form>`;
  const hasErrors = errors.length > 0 || problem !== null;
  return page(pageContext, { title, hasErrors }, content);
}

/** `typed` comes back, unlike the digits above: it is no secret, and long. */
function loanNumberField(
  { strings }: PageContext,
  typed: string,
  errors: readonly FieldError[],
): Html {
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
export function readLoanProof(pageContext: PageContext, typed: (name: string) => string) {
  const ssnLast4 = typedSsnLast4(typed);
  const loanNumber = digitsOf(typed('loan_number'));
  const { missingNumber } = pageContext.strings.charge;
  const errors: FieldError[] = [
    ...(ssnLast4 === undefined ? [ssnMissing(pageContext)] : []),
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
function loanMismatch({ strings }: PageContext, triesLeft: number): FieldError {
  const message = strings.charge.wrong(triesLeft);
  return { field: 'ssn_last4', alsoFields: ['loan_number'], message };
}

/** The form that asked. */
interface AskedForm {
  readonly form: string;
  readonly asked: 'ssn_last4' | 'ssn_last4_and_loan_number';
  /** What is given back of what was typed. */
  readonly typed?: Flash['typed'];
}

/** After an answer to who it is: this browser is known from now on, or the form is shown again. */
export function afterProof(
  request: PageRequest,
  outcome: ProofOutcome,
  { form, asked, typed = {} }: AskedForm,
): Response {
  if (outcome.kind === 'wrong') {
    const { triesLeft } = outcome;
    const mismatch =
      asked === 'ssn_last4'
        ? ssnMismatch(request.pageContext, triesLeft)
        : loanMismatch(request.pageContext, triesLeft);
    return sendBack(request, form, { errors: [mismatch], typed });
  }
  if (outcome.kind === 'passed') rememberIdentity(request);
  return showAgain(request);
}
