import { html, type TemplateResult } from 'lit';
import { shortText } from '../../elements/reading.ts';
import { employmentSelect, type FormView, housingRadios, input, stateSelect } from './form-view.ts';

/** Where the applicant lives and what comes in; the state's own notice stands with the state. */
export function homePart(view: FormView): TemplateResult {
  const { draft, texts } = view;
  const stateNotice = texts.get(`state_notice_${draft.values.state.toLowerCase()}`);
  return html`
    <div class="grid">
      ${input(view, 'address_1')} ${input(view, 'address_2')} ${input(view, 'city')}
      ${stateSelect(view)} ${input(view, 'zip_code')}
    </div>
    <div class="aside">${shortText(stateNotice?.text)}</div>
    <div class="grid">
      ${housingRadios(view)} ${input(view, 'monthly_housing_payment')} ${employmentSelect(view)}
      ${input(view, 'employer_name')} ${input(view, 'annual_income')}
    </div>
    <div class="aside">${shortText(texts.get('alimony_notice')?.text)}</div>
  `;
}
