import { html, nothing, type TemplateResult } from 'lit';
import { busyButton } from '../../elements/busy-button.ts';
import { checkbox } from '../../elements/choice.ts';
import { textField } from '../../elements/field.ts';
import { icon } from '../../elements/icons.ts';
import { paragraphs } from '../../elements/paragraphs.ts';
import { reading, shortText } from '../../elements/reading.ts';
import type { Busy } from '../screen-context.ts';
import { type Box, boxTexts, isTicked } from './application-draft.ts';
import { errorTexts, fieldOptions, type FormView } from './form-view.ts';

export interface ConsentView extends FormView {
  isSsnShown: boolean;
  busy: Busy;
  heading: (text: string) => TemplateResult;
  onToggleSsn: () => void;
  onAgree: () => void;
  onSave: (text: string) => void;
}

/** The Social Security number and the boxes, then the authorization in a place of its own. */
export function consentPart(view: ConsentView): TemplateResult {
  const { strings, texts } = view;
  return html`
    <div class="grid">${ssnField(view)}</div>
    <div class="aside">${shortText(texts.get('ssn_purpose'))}</div>
    <div class="consents">
      ${view.heading(strings.consents)}
      <div>
        ${reading(strings.read.esign_consent, texts.get('esign_consent'))}
        ${consentBox(view, 'esign_consent')}
      </div>
      <div>
        ${reading(strings.read.privacy_notice, texts.get('privacy_notice'))}
        ${consentBox(view, 'privacy_notice_ack')}
      </div>
      <div>
        ${reading(strings.read.sms_consent, texts.get('sms_consent'))}
        ${consentBox(view, 'sms_consent')}
      </div>
    </div>
    ${authorization(view)}
  `;
}

function consentBox(view: FormView, box: Box): TemplateResult {
  return checkbox({
    ...fieldOptions(view, box),
    optional: box === 'sms_consent' ? view.strings.optional : undefined,
    isChecked: isTicked(view.draft, box, view.texts),
    isDisabled: !view.texts.has(boxTexts[box]),
  });
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
    hint: isSsnShown ? strings.ssnShown : hint,
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

/** The written instructions with the button that gives them right below, and nothing in between. */
function authorization(view: ConsentView): TemplateResult | typeof nothing {
  const { strings, busy, heading, onAgree, onSave } = view;
  const passage = view.texts.get('soft_pull_authorization');
  if (passage === undefined) return nothing;
  const save = html`<button type="button" class="link" @click=${() => onSave(passage.text)}>
    ${icon('save')} ${strings.saveCopy}
  </button>`;
  return html`<div class="authorization" part="authorization">
    <div class="authorization-head">${heading(strings.authorization)} ${save}</div>
    <div class="authorization-text">${paragraphs(passage)}</div>
    ${busyButton({ label: strings.agree, busy, onClick: onAgree })}
  </div>`;
}
