import { html } from 'hono/html';
import type { Draft } from '../../operations/invitations/application-draft.ts';
import type { Html } from '../../documents/html.ts';
import type { Reader } from '../reader.ts';
import { errorOf, type FieldError } from '../parts.ts';
import type { ApplyField } from './steps.ts';

/** What the form's inputs have in common. */
export interface FormView {
  readonly reader: Reader;
  readonly draft: Draft;
  readonly errors: readonly FieldError[];
}

export interface InputOptions {
  readonly autocomplete: string;
  readonly inputmode?: 'text' | 'numeric' | 'decimal' | 'email' | 'tel';
  readonly isOptional?: boolean;
  readonly width?: 'half' | 'full';
  /** What is shown instead of what was typed. */
  readonly value?: string;
  /** Said in place of the field's own hint. */
  readonly hint?: string;
  readonly isMasked?: boolean;
  /** The id of a notice that belongs to the field. */
  readonly describedBy?: string;
}

export function textInput(view: FormView, name: ApplyField, options: InputOptions): Html {
  const text = view.reader.strings.apply;
  const { hint = text.fields[name].hint, inputmode = 'text', isOptional = false } = options;
  const { value = view.draft[name] ?? '', width = 'full', isMasked = false } = options;
  const error = errorOf(view.errors, name);
  const descriptions = [
    ...(hint === '' ? [] : [`${name}-hint`]),
    ...(error ? [`${name}-error`] : []),
    ...(options.describedBy === undefined ? [] : [options.describedBy]),
  ];
  return html`<div class="field ${width}">
    ${label(view, name, isOptional)} ${hintAndError(name, hint, error)}
    <input
      id="${name}"
      name="${name}"
      type="text"
      value="${value}"
      autocomplete="${options.autocomplete}"
      inputmode="${inputmode}"
      maxlength="254"
      ${isMasked ? html`class="masked"` : ''}
      ${isOptional ? '' : html`required`}
      ${descriptions.length > 0 ? html`aria-describedby="${descriptions.join(' ')}"` : ''}
      ${error ? html`aria-invalid="true"` : ''}
    />
  </div>`;
}

export type Choice = readonly [value: string, label: string];

export function selectInput(
  view: FormView,
  name: ApplyField,
  choices: readonly Choice[],
  autocomplete: string,
): Html {
  const text = view.reader.strings.apply;
  const error = errorOf(view.errors, name);
  const chosen = view.draft[name] ?? '';
  return html`<div class="field">
    ${label(view, name, false)} ${hintAndError(name, text.fields[name].hint, error)}
    <select
      id="${name}"
      name="${name}"
      autocomplete="${autocomplete}"
      required
      ${error ? html`aria-describedby="${name}-error" aria-invalid="true"` : ''}
    >
      <option value="">${text.choose}</option>
      ${choices.map(([value, shown]) => html`<option value="${value}" ${value === chosen ? html`selected` : ''}>${shown}</option>`)}
    </select>
  </div>`;
}

/** None is chosen in advance. */
export function radioInput(view: FormView, name: ApplyField, choices: readonly Choice[]): Html {
  const error = errorOf(view.errors, name);
  const chosen = view.draft[name] ?? '';
  return html`<fieldset ${error ? html`aria-describedby="${name}-error"` : ''}>
    <legend>${view.reader.strings.apply.fields[name].label}</legend>
    ${hintAndError(name, '', error)}
    ${choices.map(
      ([value, shown], index) => html`<label class="check">
        <input
          type="radio"
          id="${index === 0 ? name : `${name}-${value}`}"
          name="${name}"
          value="${value}"
          required
          ${value === chosen ? html`checked` : ''}
        />
        <span>${shown}</span>
      </label>`,
    )}
  </fieldset>`;
}

function label({ reader }: FormView, name: ApplyField, isOptional: boolean): Html {
  const { fields, optional } = reader.strings.apply;
  return html`<label for="${name}">
    ${fields[name].label}${isOptional ? html` <span class="optional">(${optional})</span>` : ''}
  </label>`;
}

function hintAndError(name: string, hint: string, error: FieldError | undefined): Html {
  return html`${hint === '' ? '' : html`<p class="hint" id="${name}-hint">${hint}</p>`}
    ${error ? html`<p class="error" id="${name}-error">${error.message}</p>` : ''}`;
}
