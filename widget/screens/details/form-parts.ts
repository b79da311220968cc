import { html, nothing, type TemplateResult } from 'lit';
import type { ApplicantField } from '../../contract/applicant.ts';
import type { FieldErrorCode, FieldErrors } from '../../contract/field-error-code.ts';
import { type FieldOptions, textField } from '../../elements/field.ts';
import { heading } from '../../elements/heading.ts';
import type { FirstStrings, FormField } from '../../strings/strings.ts';
import type { DisclosureTexts } from '../screen-context.ts';
import type { ApplicationDraft } from './application-form.ts';
import { type FieldSettings, formFields, type Part, parts } from './form-fields.ts';

interface FormHead {
  strings: FirstStrings['form'];
  part: Part;
  headingLevel: number;
  /** Ready to read; `null` for none. */
  amount: string | null;
  /** The sentence that names lender and shop; `null` for none. */
  offeredBy: string | null;
}

/** What stands above the fields of each part. */
export function formHead({
  strings,
  part,
  headingLevel,
  amount,
  offeredBy,
}: FormHead): TemplateResult {
  return html`${offeredBy === null ? nothing : html`<p class="small offered-by">${offeredBy}</p>`}
    ${heading(headingLevel, strings.title)}
    ${part === 1 ? html`<p class="lead">${strings.intro}</p>` : nothing}
    ${
      amount === null
        ? nothing
        : html`<p class="amount" part="amount"><span>${strings.amount}</span> <strong>${amount}</strong></p>`
    }
    <div class="progress" aria-hidden="true">
      ${parts.map((one) => html`<span class=${one <= part ? 'done' : ''}></span>`)}
    </div>
    <div class="part-heading">
      <p class="small">${strings.progress(part, parts.length)}</p>
      ${heading(headingLevel + 1, strings.parts[part - 1], 'subtitle')}
    </div>`;
}

/** What the three parts of the form are drawn from. */
export interface FormView {
  draft: ApplicationDraft;
  strings: FirstStrings['form'];
  texts: DisclosureTexts;
  errors: FieldErrors;
}

/** The sentences for what is wrong with a field. */
export function errorTexts({ strings, errors }: FormView, field: FormField): string[] {
  const { missing } = strings.fields[field];
  return (errors[field] ?? []).map((code) => (isMissing(code) ? missing : strings.errors[code]));
}

export function isMissing(code: FieldErrorCode): code is 'required' | 'consent_required' {
  return code === 'required' || code === 'consent_required';
}

export function fieldOptions(view: FormView, field: FormField): FieldOptions {
  const { label, hint } = view.strings.fields[field];
  const settings: Partial<Record<FormField, FieldSettings>> = formFields;
  const optional = settings[field]?.isOptional ? view.strings.optional : undefined;
  return { id: field, label, hint, errors: errorTexts(view, field), optional };
}

export function input(view: FormView, field: ApplicantField): TemplateResult {
  const { isOptional: _, onDemand: __, isWide, ...settings } = formFields[field];
  return textField({
    ...fieldOptions(view, field),
    ...settings,
    size: isWide ? undefined : 'half',
    value: view.draft.values[field],
  });
}

/** The fields in their order; those that are shown on demand stand behind one line, together. */
export function fieldRows(
  { strings }: FormView,
  fields: readonly ApplicantField[],
  draw: (field: ApplicantField) => TemplateResult,
): (TemplateResult | typeof nothing)[] {
  return fields.map((field) => {
    const { onDemand } = formFields[field];
    if (onDemand === undefined) return draw(field);
    const together = fields.filter((each) => formFields[each].onDemand === onDemand);
    if (field !== together[0]) return nothing;
    return html`<details class="more">
      <summary>${strings.add[onDemand]}</summary>
      <div class="grid">${together.map(draw)}</div>
    </details>`;
  });
}

/** Opens what holds an answer or a mistake. It is never closed for the consumer. */
export function openFilled(root: ParentNode, { draft, errors }: FormView): void {
  for (const more of root.querySelectorAll<HTMLDetailsElement>('details.more')) {
    const names = Array.from(more.querySelectorAll('input'), ({ name }) => name as ApplicantField);
    if (names.some((name) => draft.values[name] !== '' || errors[name] !== undefined)) {
      more.open = true;
    }
  }
}
