import type { TemplateResult } from 'lit';
import type { FieldErrorCode, FieldErrors } from '../../contract/field-error-code.ts';
import { type FieldOptions, textField } from '../../elements/field.ts';
import type { FormField, FormStrings } from '../../strings/strings.ts';
import type { DisclosureTexts } from '../screen-context.ts';
import type { ApplicationDraft } from './application-draft.ts';
import { inputs } from './form-fields.ts';

/** What the three parts of the form are drawn from. */
export interface FormView {
  draft: ApplicationDraft;
  strings: FormStrings;
  texts: DisclosureTexts;
  errors: FieldErrors;
}

/** The sentences for what is wrong with a field. */
export function errorTexts({ strings, errors }: FormView, field: FormField): string[] {
  return (errors[field] ?? []).map((code) =>
    isMissing(code) ? strings.fields[field].missing : strings.errors[code],
  );
}

/** The same away from its field, as a line of the summary, which has to name it. */
export function summaryText(view: FormView, field: FormField): string {
  const isNamed = view.errors[field]?.every((code) => isMissing(code)) ?? false;
  const text = errorTexts(view, field).join('. ');
  return isNamed ? text : `${view.strings.fields[field].label}: ${text}`;
}

function isMissing(code: FieldErrorCode): code is 'required' | 'consent_required' {
  return code === 'required' || code === 'consent_required';
}

export function fieldOptions(view: FormView, field: FormField): FieldOptions {
  const { label, hint } = view.strings.fields[field];
  return { id: field, label, hint, errors: errorTexts(view, field) };
}

export function input(view: FormView, field: keyof typeof inputs): TemplateResult {
  const { isOptional, ...settings } = inputs[field];
  return textField({
    ...fieldOptions(view, field),
    ...settings,
    optional: isOptional ? view.strings.optional : undefined,
    value: view.draft.values[field],
  });
}
