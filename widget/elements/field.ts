import { html, nothing, type TemplateResult } from 'lit';
import { icon } from './icons.ts';

export interface FieldOptions {
  id: string;
  label: string;
  hint?: string | undefined;
  /** Sentences, ready to read. */
  errors: readonly string[];
  /**
   * The word for optional; without it the field must be filled. `aria-required` says so: an empty field
   * with `required` is invalid to Firefox, whatever `aria-invalid` says.
   */
  optional?: string | undefined;
  size?: 'half' | undefined;
}

export interface TextFieldOptions extends FieldOptions {
  value: string;
  autocomplete: string;
  type?: string | undefined;
  inputmode?: string | undefined;
  prefix?: string | undefined;
  /** Hides what is typed from anybody who looks over the shoulder. */
  isMasked?: boolean;
  after?: TemplateResult | undefined;
}

/** The ids that describe a control, for `aria-describedby`. */
export function describedBy({ id, hint, errors }: FieldOptions): string | typeof nothing {
  const ids = [hint && `${id}-hint`, errors.length > 0 && `${id}-error`].filter(Boolean);
  return ids.length > 0 ? ids.join(' ') : nothing;
}

export function fieldHint({ id, hint }: FieldOptions): TemplateResult | typeof nothing {
  return hint ? html`<p class="hint" id="${id}-hint">${hint}</p>` : nothing;
}

export function fieldErrors({ id, errors }: FieldOptions): TemplateResult | typeof nothing {
  if (errors.length === 0) return nothing;
  return html`<p class="error" id="${id}-error">${icon('alert')}<span>${errors.join('. ')}</span></p>`;
}

export function fieldLabel({ label, optional }: FieldOptions): TemplateResult {
  const mark = optional ? html` <span class="optional">(${optional})</span>` : nothing;
  return html`${label}${mark}`;
}

/** Label, hint, control and errors in one shadow root, as assistive technology needs them. */
export function labelled(options: FieldOptions, control: TemplateResult): TemplateResult {
  return html`<div class="field ${options.size ?? ''}" part="field">
    <label for=${options.id}>${fieldLabel(options)}</label>
    <div class="hints">${fieldHint(options)}</div>
    <div class="control">${control}</div>
    <div class="errors">${fieldErrors(options)}</div>
  </div>`;
}

export function textField(options: TextFieldOptions): TemplateResult {
  const { id, value, autocomplete, type = 'text', inputmode, prefix, errors } = options;
  return labelled(
    options,
    html`${prefix ? html`<span class="prefix" aria-hidden="true">${prefix}</span>` : nothing}
      <input
        id=${id}
        name=${id}
        class=${options.isMasked ? 'masked' : ''}
        part="input"
        type=${type}
        inputmode=${inputmode ?? nothing}
        autocomplete=${autocomplete}
        autocapitalize=${type === 'email' ? 'none' : nothing}
        spellcheck="false"
        aria-required=${!options.optional}
        aria-invalid=${errors.length > 0}
        aria-describedby=${describedBy(options)}
        .value=${value}
      />
      ${options.after ?? nothing}`,
  );
}
