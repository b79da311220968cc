import { html } from 'hono/html';
import type { Html } from '../../documents/html.ts';
import { page } from '../page.ts';
import { checkbox, errorSummary } from '../parts.ts';
import { type Choice, type FormView, radioInput, selectInput, textInput } from './inputs.ts';
import { reading, shortNotice } from './shown-text.ts';
import { type ApplyStep, applySteps, type FormStep } from './steps.ts';
import { usStates } from './us-states.ts';

export interface FormPageView extends FormView {
  /** `/invitation/{token}/apply` */
  readonly path: string;
  readonly step: FormStep;
  /** The day the texts are taken of, `YYYY-MM-DD`. */
  readonly onDate: string;
}

/** One page of the form. */
export function formPage(view: FormPageView): Html {
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

export function progress({ reader }: Pick<FormView, 'reader'>, step: ApplyStep): Html {
  const part = applySteps.indexOf(step) + 1;
  return html`<p class="progress">${reader.strings.apply.progress(part, applySteps.length)}</p>`;
}

export function backLink(
  { reader, path }: Pick<FormPageView, 'reader' | 'path'>,
  step: ApplyStep,
): Html {
  const before = applySteps[applySteps.indexOf(step) - 1];
  if (before === undefined) return html``;
  return html`<a class="button quiet" href="${path}/${before}">${reader.strings.apply.back}</a>`;
}

const questions: Readonly<Record<FormStep, (view: FormPageView) => Html>> = {
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

function consents(view: FormPageView): Html {
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

function income(view: FormPageView): Html {
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
function ssnInput(view: FormPageView): Html {
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
