import { html, type TemplateResult } from 'lit';
import { describedBy, type FieldOptions, fieldErrors, fieldHint, labelled } from './field.ts';
import { icon } from './icons.ts';

export interface ChoiceOptions extends FieldOptions {
  value: string;
  options: readonly (readonly [value: string, label: string])[];
}

export interface SelectOptions extends ChoiceOptions {
  autocomplete: string;
  /** What the list shows before anything is chosen. */
  placeholder: string;
}

export function selectField(options: SelectOptions): TemplateResult {
  const { id, value, placeholder, autocomplete, errors } = options;
  return labelled(
    options,
    html`<select
        id=${id}
        name=${id}
        part="input"
        autocomplete=${autocomplete}
        aria-required="true"
        aria-invalid=${errors.length > 0}
        aria-describedby=${describedBy(options)}
      >
        <option value="" ?selected=${value === ''}>${placeholder}</option>
        ${options.options.map(
          ([code, label]) =>
            html`<option value=${code} ?selected=${code === value}>${label}</option>`,
        )}
      </select>
      <span class="chevron">${icon('down')}</span>`,
  );
}

/** A few answers side by side; the group's id is that of its first answer, which takes the focus. */
export function radioField(options: ChoiceOptions): TemplateResult {
  const { id, value, errors } = options;
  return html`<fieldset
    class="field"
    part="field"
    role="radiogroup"
    aria-required="true"
    aria-describedby=${describedBy(options)}
    aria-invalid=${errors.length > 0}
  >
    <legend>${options.label}</legend>
    ${fieldHint(options)}
    <div class="choices">
      ${options.options.map(
        ([code, label], index) =>
          html`<label class="choice">
            <input
              type="radio"
              id=${index === 0 ? id : `${id}-${code}`}
              name=${id}
              value=${code}
              .checked=${code === value}
            />
            <span>${label}</span>
          </label>`,
      )}
    </div>
    ${fieldErrors(options)}
  </fieldset>`;
}

export interface CheckboxOptions extends FieldOptions {
  isChecked: boolean;
  isDisabled?: boolean;
}

export function checkbox(options: CheckboxOptions): TemplateResult {
  const { id, label, isChecked, errors } = options;
  return html`<div class="box">
    <label class="choice">
      <input
        type="checkbox"
        id=${id}
        name=${id}
        .checked=${isChecked}
        ?disabled=${options.isDisabled}
        aria-required=${!options.optional}
        aria-invalid=${errors.length > 0}
        aria-describedby=${describedBy(options)}
      />
      <span>${label}</span>
    </label>
    ${fieldHint(options)} ${fieldErrors(options)}
  </div>`;
}
