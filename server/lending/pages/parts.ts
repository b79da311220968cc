import { html } from 'hono/html';
import type { Html } from '../documents/html.ts';
import type { PageContext } from './page-context.ts';

/** Where the consumer came from; the address is the sponsor's own, checked when it came. */
export interface ReturnLink {
  readonly merchantName: string;
  readonly url: string | null;
}

/** A field's message, for the summary on top and beside the field. */
export interface FieldError {
  readonly field: string;
  readonly message: string;
  /** Other fields that may be the wrong one just as well. */
  readonly alsoFields?: readonly string[];
}

/**
 * Not `required` itself: browsers call what has it invalid before anybody has had a chance to answer,
 * and Firefox tells a screen reader so even where `aria-invalid` is false.
 */
export const ariaRequired: Html = html`aria-required="true"`;

export interface FieldOptions {
  readonly name: string;
  readonly label: string;
  readonly hint: string;
  readonly errors: readonly FieldError[];
  readonly value?: string;
  /** Attributes of a field for digits; `null` for plain text. */
  readonly digits: number | null;
  readonly autocomplete: string;
  readonly isOptional?: boolean;
}

export function returnLink({ strings }: PageContext, { merchantName, url }: ReturnLink): Html {
  if (url === null) {
    return html``;
  }
  return html`<a class="button quiet" href="${url}">${strings.common.returnTo(merchantName)}</a>`;
}

/** To the documents alone, which can be printed or saved. @param path of the page that they belong to */
export function documentsLink(path: string, text: string): Html {
  return html`<p><a class="standalone" href="${path}/documents" target="_blank" rel="noopener">${text}</a></p>`;
}

/** For whoever shares the device, below all that the page is for. */
export function leaveButton({ strings, leaving }: PageContext): Html {
  if (leaving === null) {
    return html``;
  }
  return html`<form class="leave" method="post" action="${leaving.action}">
    <p class="hint" id="leave-hint">${leaving.hint}</p>
    <button type="submit" class="quiet" aria-describedby="leave-hint">${strings.leave.button}</button>
  </form>`;
}

/** What is wrong, on top of the page, each line leading to its field. */
export function errorSummary({ strings }: PageContext, errors: readonly FieldError[]): Html {
  if (errors.length === 0) {
    return html``;
  }
  return html`<div class="problem" role="alert" aria-labelledby="problem-title">
    <h2 id="problem-title">${strings.common.errorTitle}</h2>
    <ul>
      ${errors.map(({ field, message }) => html`<li><a href="#${field}">${message}</a></li>`)}
    </ul>
  </div>`;
}

/** What stands in the way, where no field is wrong. */
export function problemBox(problem: string | null): Html {
  return problem === null
    ? html``
    : html`<div class="problem" role="alert"><p>${problem}</p></div>`;
}

/** A code that was sent by message. */
export function codeField(pageContext: PageContext, errors: readonly FieldError[]): Html {
  const { strings, isSandbox } = pageContext;
  const { label, hint, sandboxHint } = strings.stepUp;
  return field({
    name: 'code',
    label,
    hint: `${hint}${isSandbox ? ` ${sandboxHint}` : ''}`,
    errors,
    digits: 6,
    autocomplete: 'one-time-code',
  });
}

/** The last four digits of the Social Security number. */
export function ssnLast4Field(
  { label, hint }: Pick<FieldOptions, 'label' | 'hint'>,
  errors: readonly FieldError[],
): Html {
  return field({ name: 'ssn_last4', label, hint, errors, digits: 4, autocomplete: 'off' });
}

export function field(options: FieldOptions): Html {
  const { name, label, hint, value = '', digits, autocomplete, isOptional = false } = options;
  const error = errorOf(options.errors, name);
  return html`<div class="field">
    <label for="${name}">${label}</label>
    <p class="hint" id="${name}-hint">${hint}</p>
    ${error?.field === name ? html`<p class="error" id="${name}-error">${error.message}</p>` : ''}
    <input
      id="${name}"
      name="${name}"
      type="text"
      value="${value}"
      autocomplete="${autocomplete}"
      ${isOptional ? '' : ariaRequired}
      aria-describedby="${name}-hint${error ? ` ${error.field}-error` : ''}"
      aria-invalid="${String(error !== undefined)}"
      ${digits === null ? html`maxlength="200"` : digitAttributes(digits)}
    />
  </div>`;
}

export interface CheckboxOptions {
  readonly name: string;
  readonly label: string;
  readonly errors: readonly FieldError[];
  readonly isRequired: boolean;
  /** The id of the text that the box agrees to. */
  readonly describedBy: string;
  /** The reader has ticked it before, on this very form. */
  readonly isTicked?: boolean;
}

/** Never ticked in advance. */
export function checkbox(options: CheckboxOptions): Html {
  const { name, label, errors, isRequired, describedBy, isTicked = false } = options;
  const error = errorOf(errors, name);
  return html`<div class="field">
    ${error ? html`<p class="error" id="${name}-error">${error.message}</p>` : ''}
    <label class="check">
      <input
        id="${name}"
        name="${name}"
        type="checkbox"
        value="yes"
        ${isRequired ? ariaRequired : ''}
        ${isTicked ? html`checked` : ''}
        aria-describedby="${describedBy}${error ? ` ${name}-error` : ''}"
        aria-invalid="${String(error !== undefined)}"
      />
      <span>${label}</span>
    </label>
  </div>`;
}

export interface RadioGroupOptions {
  readonly name: string;
  readonly legend: string;
  readonly errors: readonly FieldError[];
  readonly choices: readonly (readonly [value: string, label: string])[];
  /** Empty for none. */
  readonly chosen: string;
}

/**
 * None is chosen in advance. The first answer has the id that the summary leads to. It is the group
 * that is required.
 */
export function radioGroup({ name, legend, errors, choices, chosen }: RadioGroupOptions): Html {
  const error = errorOf(errors, name);
  return html`<fieldset
    role="radiogroup"
    ${ariaRequired}
    ${error ? html`aria-describedby="${name}-error"` : ''}
    aria-invalid="${String(error !== undefined)}"
  >
    <legend>${legend}</legend>
    ${error ? html`<p class="error" id="${name}-error">${error.message}</p>` : ''}
    ${choices.map(
      ([value, label], index) => html`<label class="check">
        <input
          type="radio"
          id="${index === 0 ? name : `${name}-${value}`}"
          name="${name}"
          value="${value}"
          ${value === chosen ? html`checked` : ''}
        />
        <span>${label}</span>
      </label>`,
    )}
  </fieldset>`;
}

function digitAttributes(digits: number): Html {
  return html`inputmode="numeric" pattern="[0-9 ]*" maxlength="${digits + 4}" class="digits digits-${digits}"`;
}

export function errorOf(errors: readonly FieldError[], name: string): FieldError | undefined {
  return errors.find(({ field, alsoFields }) => field === name || alsoFields?.includes(name));
}

/** 'alex@example.test' => 'a•••@example.test' */
export function maskedEmail(email: string): string {
  return email.replace(/^(.)[^@]*/, '$1•••');
}

/** '+16145550170' => '0170' */
export function lastFourDigits(phone: string): string {
  return phone.slice(-4);
}
