import { html, nothing, type TemplateResult } from 'lit';
import { textField } from '../../elements/field.ts';
import { reading, shortText } from '../../elements/reading.ts';
import { consentBox, errorTexts, type FormView } from './form-view.ts';

export interface ConsentView extends FormView {
  isSsnShown: boolean;
  onToggleSsn: () => void;
  heading: (text: string) => TemplateResult;
}

/** The Social Security number and the boxes; the authorization has a place of its own below. */
export function consentPart(view: ConsentView): TemplateResult {
  const { strings, texts } = view;
  return html`
    <div class="grid">${ssnField(view)}</div>
    <div class="aside">${shortText(texts.get('ssn_purpose')?.text)}</div>
    <div class="consents">
      ${view.heading(strings.consents)}
      <div>
        ${reading(strings.read.esign_consent, texts.get('esign_consent')?.text)}
        ${consentBox(view, 'esign_consent')}
      </div>
      <div>
        ${reading(strings.read.privacy_notice, texts.get('privacy_notice')?.text)}
        ${consentBox(view, 'privacy_notice_ack')}
      </div>
      <div>
        ${reading(strings.read.sms_consent, texts.get('sms_consent')?.text)}
        ${consentBox(view, 'sms_consent')}
      </div>
    </div>
  `;
}

/**
 * Masked by style, not by `type="password"`: a browser offers to keep passwords, and this must be
 * kept nowhere.
 */
function ssnField(view: ConsentView): TemplateResult {
  const { strings, draft, isSsnShown } = view;
  const { label, hint } = strings.fields.ssn;
  return textField({
    id: 'ssn',
    label,
    hint,
    errors: errorTexts(view, 'ssn'),
    size: 'half',
    value: draft.values.ssn,
    autocomplete: 'off',
    inputmode: 'numeric',
    isMasked: !isSsnShown,
    after: html`<button
      type="button"
      class="link"
      aria-label=${`${isSsnShown ? strings.hide : strings.show}: ${label}`}
      @click=${view.onToggleSsn}
    >
      ${isSsnShown ? strings.hide : strings.show}
    </button>`,
  });
}

export interface AuthorizationView {
  text: string | undefined;
  title: TemplateResult;
  save: TemplateResult;
  button: TemplateResult;
}

/** The written instructions with the button that gives them right below, and nothing in between. */
export function authorization(view: AuthorizationView): TemplateResult | typeof nothing {
  if (view.text === undefined) return nothing;
  return html`<div class="authorization" part="authorization">
    <div class="authorization-head">${view.title} ${view.save}</div>
    <div class="authorization-text">
      ${view.text.split(/\n{2,}/).map((paragraph) => html`<p>${paragraph}</p>`)}
    </div>
    ${view.button}
  </div>`;
}
