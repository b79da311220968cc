import { html, type TemplateResult } from 'lit';
import type { ApplicantField } from '../../contract/applicant.ts';
import { employmentStatuses, housingStatuses } from '../../contract/applicant-options.ts';
import type { FieldErrorCode, FieldErrors } from '../../contract/field-error-code.ts';
import { stateNames } from '../../contract/us-states.ts';
import { type ChoiceOptions, radioField, selectField } from '../../elements/choice.ts';
import { collapsible, shortText } from '../../elements/collapsible.ts';
import { type FieldOptions, textField } from '../../elements/field.ts';
import type { FirstStrings, FormField } from '../../strings/strings.ts';
import type { DisclosureTexts } from '../screen-context.ts';
import type { ApplicationDraft } from './application-draft.ts';
import { fieldsOf, formFields } from './form-fields.ts';

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
  return { id: field, label, hint, errors: errorTexts(view, field) };
}

export function input(view: FormView, field: ApplicantField): TemplateResult {
  const { isOptional, isWide, ...settings } = formFields[field];
  return textField({
    ...fieldOptions(view, field),
    ...settings,
    size: isWide ? undefined : 'half',
    optional: isOptional ? view.strings.optional : undefined,
    value: view.draft.values[field],
  });
}

/** Who applies, and the notices that must be seen before anything is asked for. */
export function aboutPart(view: FormView): TemplateResult {
  const { strings, texts } = view;
  return html`
    <div class="grid">
      ${fieldsOf(1).map((field) => input(view, field))}
    </div>
    <div class="notices">
      ${shortText(texts.get('cip_notice'))}
      ${collapsible(strings.read.privacy_notice, texts.get('privacy_notice'))}
      ${collapsible(strings.read.esign_consent, texts.get('esign_consent'))}
    </div>
  `;
}

/** Where the applicant lives and what comes in; the state's own notice stands below the address. */
export function homePart(view: FormView): TemplateResult {
  const { draft, texts } = view;
  const fields = fieldsOf(2);
  const income = fields.indexOf('housing_status');
  const stateNotice = texts.get(`state_notice_${draft.values.state.toLowerCase()}`);
  return html`
    <div class="grid">${fields.slice(0, income).map((field) => control(view, field))}</div>
    <div class="aside">${shortText(stateNotice)}</div>
    <div class="grid">${fields.slice(income).map((field) => control(view, field))}</div>
    <div class="aside">${shortText(texts.get('alimony_notice'))}</div>
  `;
}

function control(view: FormView, field: ApplicantField): TemplateResult {
  const { control, autocomplete } = formFields[field];
  if (control === undefined) return input(view, field);
  const value = view.draft.values[field];
  const choice = { ...fieldOptions(view, field), value, options: optionsOf(view, field) };
  if (control === 'radio') return radioField(choice);
  return selectField({ ...choice, size: 'half', autocomplete, placeholder: view.strings.choose });
}

function optionsOf({ strings }: FormView, field: ApplicantField): ChoiceOptions['options'] {
  switch (field) {
    case 'state':
      return Object.entries(stateNames);
    case 'housing_status':
      return housingStatuses.map((code) => [code, strings.housing[code]]);
    case 'employment_status':
      return employmentStatuses.map((code) => [code, strings.employment[code]]);
    default:
      return [];
  }
}
