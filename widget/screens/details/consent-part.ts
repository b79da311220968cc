import { html, nothing, type TemplateResult } from 'lit';
import { busyButton } from '../../elements/busy-button.ts';
import { checkbox } from '../../elements/choice.ts';
import { textField } from '../../elements/field.ts';
import { icon } from '../../elements/icons.ts';
import { paragraphs } from '../../elements/text-block.ts';
import { collapsible, shortText } from '../../elements/collapsible.ts';
import type { Busy } from '../screen-context.ts';
import { isTicked } from './application-draft.ts';
import { type Box, boxes, boxTexts, formFields } from './form-fields.ts';
import { errorTexts, fieldOptions, type FormView } from './form-parts.ts';

interface ConsentView extends FormView {
  isSsnShown: boolean;
  busy: Busy;
  heading: (text: string) => TemplateResult;
  onToggleSsn: () => void;
  onAgree: () => void;
}

/** The Social Security number and the boxes, then the authorization in a place of its own. */
export function consentPart(view: ConsentView): TemplateResult {
  const { strings, texts } = view;
  return html`
    <div class="grid">${ssnField(view)}</div>
    <div class="aside">${shortText(texts.get('ssn_purpose'))}</div>
    <div class="consents">
      ${view.heading(strings.consents)}
      ${boxes.map((box) => consent(view, box))}
    </div>
    ${authorization(view)}
  `;
}

/** A box below the text that it is about. */
function consent(view: FormView, box: Box): TemplateResult {
  const { strings, draft, texts } = view;
  const id = boxTexts[box];
  const tickBox = checkbox({
    ...fieldOptions(view, box),
    optional: box === 'sms_consent' ? strings.optional : undefined,
    isChecked: isTicked(draft, box, texts),
    isDisabled: !texts.has(id),
  });
  return html`<div>${collapsible(strings.read[id], texts.get(id))} ${tickBox}</div>`;
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
    ...formFields.ssn,
    size: 'half',
    value: draft.values.ssn,
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
  const { strings, busy, heading, onAgree } = view;
  const authorized = view.texts.get('soft_pull_authorization');
  if (authorized === undefined) return nothing;
  const onSave = () => saveText(authorized.text, strings.saveCopyAs);
  const save = html`<button type="button" class="link" @click=${onSave}>
    ${icon('save')} ${strings.saveCopy}
  </button>`;
  return html`<div class="authorization" part="authorization">
    <div class="authorization-head">${heading(strings.authorization)} ${save}</div>
    <div class="authorization-text">${paragraphs(authorized)}</div>
    ${busyButton({ label: strings.agree, busy, onClick: onAgree })}
  </div>`;
}

/** Long enough for a browser that begins to read the file only after the click. */
const readWithinMs = 10_000;

/** Hands the reader a text as a file of their own. */
function saveText(text: string, fileName: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: 'text/plain;charset=utf-8' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = fileName;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), readWithinMs);
}
