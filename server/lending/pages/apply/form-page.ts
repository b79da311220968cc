import { html } from 'hono/html';
import { sha256Hex } from '../../../platform/crypto/digest.ts';
import { type Html, paragraphs } from '../../documents/html.ts';
import type { Draft } from '../../operations/invitations/application-draft.ts';
import { page } from '../page.ts';
import { checkbox, errorOf, errorSummary, type FieldError, problemBox } from '../parts.ts';
import type { Reader } from '../reader.ts';
import { type ApplyField, type ApplyStep, applySteps, type FormStep } from './form-fields.ts';
import { reading, shortNotice, textPath } from './shown-text.ts';
import { usStates } from './us-states.ts';

interface FormView {
  readonly reader: Reader;
  readonly draft: Draft;
  readonly errors: readonly FieldError[];
  /** `/invitation/{token}/apply` */
  readonly path: string;
  readonly step: FormStep;
  /** The day the texts are taken of, `YYYY-MM-DD`. */
  readonly onDate: string;
}

/** One page of the form. */
export function formPage(view: FormView): Html {
  const { reader, step, path, errors } = view;
  const text = reader.strings.apply;
  const title = text.steps[step];
  const content = html`${errorSummary(reader, errors)}
    ${progress(view, step)}
    <h1>${title}</h1>
    <form method="post" action="${path}/${step}" novalidate>
      ${questions[step](view)}
      <div class="actions">
        <button type="submit">${text.next}</button>
        ${backLink(view, step)}
      </div>
    </form>`;
  return page(reader, { title, hasErrors: errors.length > 0 }, content);
}

interface AuthorizeView {
  readonly reader: Reader;
  /** `/invitation/{token}/apply` */
  readonly path: string;
  readonly onDate: string;
  /** Why nothing happened; null the first time. */
  readonly problem: string | null;
}

/** The written instructions with the button that gives them right below, and nothing in between. */
export function authorizePage(view: AuthorizeView): Html {
  const { reader, path, onDate, problem } = view;
  const text = reader.strings.apply;
  const shown = reader.texts.current('soft_pull_authorization', reader.locale, onDate);
  const title = text.steps.authorize;
  const content = html`${problemBox(problem)}
    ${progress(view, 'authorize')}
    <h1>${title}</h1>
    <p class="lede">${text.authorizeLede}</p>
    <p>
      <a class="standalone" href="${textPath(shown)}" target="_blank" rel="noopener">${text.save}</a>
    </p>
    <form method="post" action="${path}/authorize">
      <input type="hidden" name="soft_pull_consent_version" value="${shown.version}" />
      <input type="hidden" name="soft_pull_consent_text_sha256" value="${sha256Hex(shown.text)}" />
      <div class="authorization">${paragraphs(shown.text)}</div>
      <div class="actions"><button type="submit">${text.agree}</button></div>
    </form>
    <p class="actions">${backLink(view, 'authorize')}</p>`;
  return page(reader, { title, hasErrors: problem !== null }, content);
}

function progress({ reader }: Pick<FormView, 'reader'>, step: ApplyStep): Html {
  const part = applySteps.indexOf(step) + 1;
  return html`<p class="progress">${reader.strings.apply.progress(part, applySteps.length)}</p>`;
}

function backLink({ reader, path }: Pick<FormView, 'reader' | 'path'>, step: ApplyStep): Html {
  const before = applySteps[applySteps.indexOf(step) - 1];
  if (before === undefined) return html``;
  return html`<a class="button quiet" href="${path}/${before}">${reader.strings.apply.back}</a>`;
}

const questions: Readonly<Record<FormStep, (view: FormView) => Html>> = {
  contact: (view) => html`
    ${textInput(view, 'requested_amount', { autocomplete: 'off', inputmode: 'decimal', width: 'half' })}
    ${textInput(view, 'purchase_description', { autocomplete: 'off', isOptional: true })}
    ${textInput(view, 'first_name', { autocomplete: 'given-name' })}
    ${textInput(view, 'middle_name', { autocomplete: 'additional-name', isOptional: true })}
    ${textInput(view, 'last_name', { autocomplete: 'family-name' })}
    ${textInput(view, 'suffix', { autocomplete: 'honorific-suffix', isOptional: true, width: 'half' })}
    ${textInput(view, 'email', { autocomplete: 'email', inputmode: 'email' })}
    ${textInput(view, 'phone', { autocomplete: 'tel', inputmode: 'tel', width: 'half' })}`,
  consents,
  home: (view) => html`
    ${textInput(view, 'date_of_birth', { autocomplete: 'bday', inputmode: 'numeric', width: 'half' })}
    ${textInput(view, 'address_1', { autocomplete: 'address-line1' })}
    ${textInput(view, 'address_2', { autocomplete: 'address-line2', isOptional: true })}
    ${textInput(view, 'city', { autocomplete: 'address-level2' })}
    ${selectInput(view, 'state', usStates, 'address-level1')}
    ${textInput(view, 'zip_code', { autocomplete: 'postal-code', inputmode: 'numeric', width: 'half' })}`,
  income,
};

function consents(view: FormView): Html {
  const { reader, onDate, errors, draft } = view;
  const { strings, locale, texts } = reader;
  const text = strings.apply;
  const boxes = [
    ['esign_consent', 'esign_consent', text.readEsign],
    ['privacy_notice_ack', 'privacy_notice', text.readPrivacy],
    ['sms_consent', 'sms_consent', text.readSms],
  ] as const;
  return html`${boxes.map(([name, textId, title]) => {
    const shown = texts.current(textId, locale, onDate);
    const { label, hint } = text.fields[name];
    const isTicked = draft[name] === 'yes';
    const isRequired = name !== 'sms_consent';
    return html`<section class="consent">
      ${reading(reader, shown, title)}
      ${hint === '' ? '' : html`<p class="small-print">${hint}</p>`}
      <input type="hidden" name="${textId}_version" value="${shown.version}" />
      ${checkbox({ name, label, errors, isRequired, isTicked, describedBy: `${textId}-text` })}
    </section>`;
  })}`;
}

/** The notices that the law wants in the applicant's state. */
const stateNotices = {
  OH: 'state_notice_oh',
  WI: 'state_notice_wi',
  CA: 'state_notice_ca',
  NY: 'state_notice_ny',
} as const;

function income(view: FormView): Html {
  const { reader, onDate, draft } = view;
  const { housing, employment } = reader.strings.apply;
  const notice = Object.entries(stateNotices).find(([code]) => code === draft.state)?.[1];
  return html`
    ${radioInput(view, 'housing_status', choicesOf(housing))}
    ${textInput(view, 'monthly_housing_payment', { autocomplete: 'off', inputmode: 'decimal', width: 'half' })}
    ${selectInput(view, 'employment_status', choicesOf(employment), 'off')}
    ${textInput(view, 'employer_name', { autocomplete: 'organization', isOptional: true })}
    ${textInput(view, 'annual_income', {
      autocomplete: 'off',
      inputmode: 'decimal',
      width: 'half',
      describedBy: 'alimony_notice-text',
    })}
    ${shortNotice(reader, 'alimony_notice', onDate)}
    ${ssnInput(view)}
    ${shortNotice(reader, 'ssn_purpose', onDate)}
    ${notice === undefined ? '' : shortNotice(reader, notice, onDate)}`;
}

/** A number that was typed before is not written into a page again. */
function ssnInput(view: FormView): Html {
  const kept = view.draft.ssn ?? '';
  return textInput(view, 'ssn', {
    autocomplete: 'off',
    inputmode: 'numeric',
    width: 'half',
    value: '',
    isMasked: true,
    describedBy: 'ssn_purpose-text',
    ...(/^\d{9}$/.test(kept) && { hint: view.reader.strings.apply.ssnKept(kept.slice(-4)) }),
  });
}

function choicesOf(texts: Readonly<Record<string, string>>): Choice[] {
  return Object.entries(texts);
}

interface InputOptions {
  readonly autocomplete: string;
  readonly inputmode?: 'text' | 'numeric' | 'decimal' | 'email' | 'tel';
  readonly isOptional?: boolean;
  readonly width?: 'half' | 'full';
  /** What is shown instead of what was typed. */
  readonly value?: string;
  /** Said in place of the field's own hint. */
  readonly hint?: string;
  readonly isMasked?: boolean;
  /** The id of a notice that belongs to the field. */
  readonly describedBy?: string;
}

function textInput(view: FormView, name: ApplyField, options: InputOptions): Html {
  const text = view.reader.strings.apply;
  const { hint = text.fields[name].hint, inputmode = 'text', isOptional = false } = options;
  const { value = view.draft[name] ?? '', width = 'full', isMasked = false } = options;
  const error = errorOf(view.errors, name);
  const descriptions = [
    ...(hint === '' ? [] : [`${name}-hint`]),
    ...(error ? [`${name}-error`] : []),
    ...(options.describedBy === undefined ? [] : [options.describedBy]),
  ];
  return html`<div class="field ${width}">
    ${label(view, name, isOptional)} ${hintAndError(name, hint, error)}
    <input
      id="${name}"
      name="${name}"
      type="text"
      value="${value}"
      autocomplete="${options.autocomplete}"
      inputmode="${inputmode}"
      maxlength="254"
      ${isMasked ? html`class="masked"` : ''}
      ${isOptional ? '' : html`required`}
      ${descriptions.length > 0 ? html`aria-describedby="${descriptions.join(' ')}"` : ''}
      ${error ? html`aria-invalid="true"` : ''}
    />
  </div>`;
}

type Choice = readonly [value: string, label: string];

function selectInput(
  view: FormView,
  name: ApplyField,
  choices: readonly Choice[],
  autocomplete: string,
): Html {
  const text = view.reader.strings.apply;
  const error = errorOf(view.errors, name);
  const chosen = view.draft[name] ?? '';
  return html`<div class="field">
    ${label(view, name, false)} ${hintAndError(name, text.fields[name].hint, error)}
    <select
      id="${name}"
      name="${name}"
      autocomplete="${autocomplete}"
      required
      ${error ? html`aria-describedby="${name}-error" aria-invalid="true"` : ''}
    >
      <option value="">${text.choose}</option>
      ${choices.map(([value, shown]) => html`<option value="${value}" ${value === chosen ? html`selected` : ''}>${shown}</option>`)}
    </select>
  </div>`;
}

/** None is chosen in advance. */
function radioInput(view: FormView, name: ApplyField, choices: readonly Choice[]): Html {
  const error = errorOf(view.errors, name);
  const chosen = view.draft[name] ?? '';
  return html`<fieldset ${error ? html`aria-describedby="${name}-error"` : ''}>
    <legend>${view.reader.strings.apply.fields[name].label}</legend>
    ${hintAndError(name, '', error)}
    ${choices.map(
      ([value, shown], index) => html`<label class="check">
        <input
          type="radio"
          id="${index === 0 ? name : `${name}-${value}`}"
          name="${name}"
          value="${value}"
          required
          ${value === chosen ? html`checked` : ''}
        />
        <span>${shown}</span>
      </label>`,
    )}
  </fieldset>`;
}

function label({ reader }: FormView, name: ApplyField, isOptional: boolean): Html {
  const { fields, optional } = reader.strings.apply;
  return html`<label for="${name}">
    ${fields[name].label}${isOptional ? html` <span class="optional">(${optional})</span>` : ''}
  </label>`;
}

function hintAndError(name: string, hint: string, error: FieldError | undefined): Html {
  return html`${hint === '' ? '' : html`<p class="hint" id="${name}-hint">${hint}</p>`}
    ${error ? html`<p class="error" id="${name}-error">${error.message}</p>` : ''}`;
}
