import { html, type TemplateResult } from 'lit';
import { reading, shortText } from '../../elements/reading.ts';
import { aboutInputs } from './about-inputs.ts';
import { type FormView, input } from './form-view.ts';

/** Who applies, and the notices that must be seen before anything is asked for. */
export function aboutPart(view: FormView): TemplateResult {
  const { strings, texts } = view;
  const field = (name: keyof typeof aboutInputs) => input(view, name, aboutInputs[name]);
  return html`
    <div class="grid">
      ${field('first_name')} ${field('middle_name')} ${field('last_name')}
      ${field('suffix')} ${field('date_of_birth')} ${field('phone')}
      ${field('email')}
    </div>
    <div class="notices">
      ${shortText(texts.get('cip_notice'))}
      ${reading(strings.read.privacy_notice, texts.get('privacy_notice'))}
      ${reading(strings.read.esign_consent, texts.get('esign_consent'))}
    </div>
  `;
}
