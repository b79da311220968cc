import { html, type TemplateResult } from 'lit/html.js';
import { employmentStatuses, housingStatuses } from '../../contract/applicant-options.ts';
import { stateNames } from '../../contract/us-states.ts';
import { radioField, selectField } from '../../elements/choice.ts';
import { shortText } from '../../elements/reading.ts';
import { fieldOptions, type FormView, input } from './form-view.ts';
import { homeInputs } from './home-inputs.ts';

/** Where the applicant lives and what comes in; the state's own notice stands with the state. */
export function homePart(view: FormView): TemplateResult {
  const { draft, texts } = view;
  const field = (name: keyof typeof homeInputs) => input(view, name, homeInputs[name]);
  const stateNotice = texts.get(`state_notice_${draft.values.state.toLowerCase()}`);
  return html`
    <div class="grid">
      ${field('address_1')} ${field('address_2')} ${field('city')}
      ${stateSelect(view)} ${field('zip_code')}
    </div>
    <div class="aside">${shortText(stateNotice)}</div>
    <div class="grid">
      ${housingRadios(view)} ${field('monthly_housing_payment')} ${employmentSelect(view)}
      ${field('employer_name')} ${field('annual_income')}
    </div>
    <div class="aside">${shortText(texts.get('alimony_notice'))}</div>
  `;
}

function stateSelect(view: FormView): TemplateResult {
  return selectField({
    ...fieldOptions(view, 'state'),
    size: 'half',
    autocomplete: 'address-level1',
    placeholder: view.strings.choose,
    value: view.draft.values.state,
    options: Object.entries(stateNames),
  });
}

function employmentSelect(view: FormView): TemplateResult {
  return selectField({
    ...fieldOptions(view, 'employment_status'),
    size: 'half',
    autocomplete: 'off',
    placeholder: view.strings.choose,
    value: view.draft.values.employment_status,
    options: employmentStatuses.map((code) => [code, view.strings.employment[code]] as const),
  });
}

function housingRadios(view: FormView): TemplateResult {
  return radioField({
    ...fieldOptions(view, 'housing_status'),
    value: view.draft.values.housing_status,
    options: housingStatuses.map((code) => [code, view.strings.housing[code]] as const),
  });
}
