import { html, type TemplateResult } from 'lit';
import type { ApplicantField } from '../../contract/applicant.ts';
import { employmentStatuses, housingStatuses } from '../../contract/applicant-options.ts';
import { stateNames } from '../../contract/us-states.ts';
import { type ChoiceOptions, radioField, selectField } from '../../elements/choice.ts';
import { shortText } from '../../elements/collapsible.ts';
import { isAsked } from './application-draft.ts';
import { fieldsOf, formFields } from './form-fields.ts';
import { fieldOptions, fieldRows, type FormView, input } from './form-parts.ts';

/** Where the applicant lives and what comes in; the state's own notice stands below the address. */
export function homePart(view: FormView): TemplateResult {
  const { draft, texts } = view;
  const fields = fieldsOf(2).filter((field) => isAsked(field, draft.values));
  const draw = (field: ApplicantField) => control(view, field);
  const income = fields.indexOf('housing_status');
  const stateNotice = texts.get(`state_notice_${draft.values.state.toLowerCase()}`);
  return html`
    <div class="grid">${fieldRows(view, fields.slice(0, income), draw)}</div>
    <div class="aside">${shortText(stateNotice)}</div>
    <div class="grid">${fieldRows(view, fields.slice(income), draw)}</div>
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
