import { html, type TemplateResult } from 'lit';
import { collapsible, shortText } from '../../elements/collapsible.ts';
import { fieldsOf } from './form-fields.ts';
import { type FormView, input } from './form-view.ts';

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
