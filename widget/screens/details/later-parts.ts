/*
 * What the form draws after its first part, which is on the page before any script: these come with
 * the chunk that checks what was typed.
 */
import { html, nothing, type TemplateResult } from 'lit';
import {
  type ApplicantField,
  employmentStatuses,
  housingStatuses,
} from '../../contract/applicant.ts';
import { stateNames } from '../../contract/us-states.ts';
import { busyButton } from '../../elements/busy-button.ts';
import { type ChoiceOptions, checkbox, radioField, selectField } from '../../elements/choice.ts';
import { collapsible, shortText } from '../../elements/collapsible.ts';
import { textField } from '../../elements/field.ts';
import { icon } from '../../elements/icons.ts';
import { paragraphs } from '../../elements/text-block.ts';
import type { FormField } from '../../strings/strings.ts';
import type { Busy } from '../screen-context.ts';
import { isAsked, isTicked } from './application-form.ts';
import {
  errorTexts,
  type FormView,
  fieldOptions,
  fieldRows,
  input,
  isMissing,
} from './first-part.ts';
import {
  type Box,
  boxes,
  boxTexts,
  type ChosenField,
  fieldsOf,
  formFields,
} from './form-fields.ts';

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
  if (!isChosen(field)) return input(view, field);
  const { control, autocomplete } = formFields[field];
  const value = view.draft.values[field];
  const choice = { ...fieldOptions(view, field), value, options: optionsOf(view, field) };
  if (control === 'radio') return radioField(choice);
  return selectField({ ...choice, size: 'half', autocomplete, placeholder: view.strings.choose });
}

function isChosen(field: ApplicantField): field is ChosenField {
  return formFields[field].control !== undefined;
}

function optionsOf({ strings }: FormView, field: ChosenField): ChoiceOptions['options'] {
  switch (field) {
    case 'state':
      return Object.entries(stateNames);
    case 'housing_status':
      return housingStatuses.map((code) => [code, strings.housing[code]]);
    case 'employment_status':
      return employmentStatuses.map((code) => [code, strings.employment[code]]);
  }
}

interface ConsentView extends FormView {
  isSsnShown: boolean;
  busy: Busy;
  heading: (text: string) => TemplateResult;
  onToggleSsn: () => void;
  onAgree: () => void;
}

/** The Social Security number and the boxes, then the authorization apart from them. */
export function consentPart(view: ConsentView): TemplateResult {
  const { strings, texts } = view;
  return html`
    <div class="grid">${ssnField(view)}</div>
    <div class="aside">${shortText(texts.get('ssn_purpose'))}</div>
    <div class="aside">${shortText(texts.get('soft_inquiry_line'))}</div>
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

/** Hands the reader a text as a file. */
function saveText(text: string, fileName: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: 'text/plain;charset=utf-8' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = fileName;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), readWithinMs);
}

/**
 * What is wrong with the open part: a line for each of these fields, leading to it. It takes the
 * focus when it appears.
 */
export function formSummary(
  view: FormView,
  fields: readonly FormField[],
  onFollow: (field: FormField) => void,
): TemplateResult {
  // The page's own address stays as it is: a hash may be a route of the merchant's.
  const follow = (event: Event, field: FormField) => {
    event.preventDefault();
    onFollow(field);
  };
  return html`<div class="notice danger summary" part="error-summary" role="group" aria-labelledby="summary-title" tabindex="-1">
    ${icon('alert')}
    <div>
      <strong id="summary-title">${view.strings.errorSummary(fields.length)}</strong>
      <ul role="list">
        ${fields.map(
          (field) =>
            html`<li><a href="#${field}" @click=${(event: Event) => follow(event, field)}>${lineFor(view, field)}</a></li>`,
        )}
      </ul>
    </div>
  </div>`;
}

/** What is wrong with a field, which the line has to name. */
function lineFor(view: FormView, field: FormField): string {
  const isNamed = view.errors[field]?.every((code) => isMissing(code)) ?? false;
  const text = errorTexts(view, field).join('. ');
  return isNamed ? text : `${view.strings.fields[field].label}: ${text}`;
}
