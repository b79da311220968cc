import { nothing, type TemplateResult } from 'lit';
import { employmentStatuses, housingStatuses } from '../../contract/applicant-options.ts';
import type { FieldErrorCode, FieldErrors } from '../../contract/field-error-code.ts';
import { usStates } from '../../contract/us-states.ts';
import { checkbox, radioField, selectField } from '../../elements/choice.ts';
import { type FieldOptions, textField } from '../../elements/field.ts';
import { stateNames } from '../../format/state-names.ts';
import type { FormField, FormStrings } from '../../strings/strings.ts';
import type { DisclosureTexts } from '../screen-context.ts';
import { type ApplicationDraft, type Box, boxTexts, isTicked } from './application-draft.ts';
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

function fieldOptions(view: FormView, field: FormField): FieldOptions {
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

export function stateSelect(view: FormView): TemplateResult {
  return selectField({
    ...fieldOptions(view, 'state'),
    size: 'half',
    autocomplete: 'address-level1',
    placeholder: view.strings.choose,
    value: view.draft.values.state,
    options: usStates.map((code) => [code, stateNames[code]] as const),
  });
}

export function employmentSelect(view: FormView): TemplateResult {
  return selectField({
    ...fieldOptions(view, 'employment_status'),
    size: 'half',
    autocomplete: 'off',
    placeholder: view.strings.choose,
    value: view.draft.values.employment_status,
    options: employmentStatuses.map((code) => [code, view.strings.employment[code]] as const),
  });
}

export function housingRadios(view: FormView): TemplateResult {
  return radioField({
    ...fieldOptions(view, 'housing_status'),
    value: view.draft.values.housing_status,
    options: housingStatuses.map((code) => [code, view.strings.housing[code]] as const),
  });
}

export function consentBox(view: FormView, box: Box): TemplateResult {
  return checkbox({
    ...fieldOptions(view, box),
    optional: box === 'sms_consent' ? view.strings.optional : undefined,
    isChecked: isTicked(view.draft, box, view.texts),
    isDisabled: !view.texts.has(boxTexts[box]),
  });
}

/** The text of a disclosure, or nothing while it is on its way. */
export function textOf(view: FormView, id: string): string | typeof nothing {
  return view.texts.get(id)?.text ?? nothing;
}
