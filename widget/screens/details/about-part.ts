import { html, type TemplateResult } from 'lit';
import { reading, shortText } from '../../elements/reading.ts';
import { type FormView, input } from './form-view.ts';

/** Who applies, and the notices that must be seen before anything is asked for. */
export function aboutPart(view: FormView): TemplateResult {
  const { strings, texts } = view;
  return html`
    <div class="grid">
      ${input(view, 'first_name')} ${input(view, 'middle_name')} ${input(view, 'last_name')}
      ${input(view, 'suffix')} ${input(view, 'date_of_birth')} ${input(view, 'phone')}
      ${input(view, 'email')}
    </div>
    <div class="notices">
      ${shortText(texts.get('cip_notice'))}
      ${reading(strings.read.privacy_notice, texts.get('privacy_notice'))}
      ${reading(strings.read.esign_consent, texts.get('esign_consent'))}
    </div>
  `;
}
