import { html } from 'hono/html';
import { sha256Hex } from '../../../platform/crypto/digest.ts';
import { minuteMs } from '../../../platform/durations.ts';
import { type Html, paragraphs } from '../../documents/html.ts';
import { DRAFT_LIFETIME_MS, type Draft } from '../../operations/invitations/application-draft.ts';
import { page } from '../page.ts';
import type { PageContext } from '../page-context.ts';
import {
  ariaRequired,
  checkbox,
  errorOf,
  errorSummary,
  type FieldError,
  problemBox,
  radioGroup,
} from '../parts.ts';
import {
  type AgreedText,
  type ApplyField,
  type ApplyStep,
  applySteps,
  type FormStep,
  fieldsOf,
  formFields,
  stepBefore,
} from './form-fields.ts';
import { reading, shortNotice, textPath } from './shown-text.ts';

/** How long what was typed is kept after each step. */
export const draftMinutes = DRAFT_LIFETIME_MS / minuteMs;

interface FormView {
  readonly pageContext: PageContext;
  readonly draft: Draft;
  readonly errors: readonly FieldError[];
  /** What stands in the way, where no field is wrong. */
  readonly problem: string | null;
  /** `/invitation/{token}/apply` */
  readonly path: string;
  readonly step: FormStep;
  /** The day the texts are taken of, `YYYY-MM-DD`. */
  readonly onDate: string;
}

/** One page of the form. */
export function formPage(view: FormView): Html {
  const { pageContext, step, path, errors, problem } = view;
  const text = pageContext.strings.apply;
  const title = text.steps[step];
  const content = html`${errorSummary(pageContext, errors)}${problemBox(problem)}
    ${progress(view, step)}
    <h1>${title}</h1>
    ${step === 'contact' ? html`<p class="lede">${text.keptFor(draftMinutes)}</p>` : ''}
    <form method="post" action="${path}/${step}" novalidate>
      ${questions(view)}
      <div class="actions">
        <button type="submit">${text.next}</button>
        ${backButton(view)}
      </div>
    </form>`;
  const hasErrors = errors.length > 0 || problem !== null;
  return page(pageContext, { title, hasErrors }, content);
}

interface AuthorizeView {
  readonly pageContext: PageContext;
  /** `/invitation/{token}/apply` */
  readonly path: string;
  readonly onDate: string;
  /** Why nothing happened; null the first time. */
  readonly problem: string | null;
}

/** The written instructions with the button that gives them right below, and nothing in between. */
export function authorizePage(view: AuthorizeView): Html {
  const { pageContext, path, onDate, problem } = view;
  const text = pageContext.strings.apply;
  const shown = pageContext.texts.current('soft_pull_authorization', pageContext.locale, onDate);
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
    <p class="actions">
      <a class="button quiet" href="${path}/${stepBefore('authorize')}">${text.back}</a>
    </p>`;
  return page(pageContext, { title, hasErrors: problem !== null }, content);
}

function progress({ pageContext }: Pick<FormView, 'pageContext'>, step: ApplyStep): Html {
  const part = applySteps.indexOf(step) + 1;
  return html`<p class="progress">${pageContext.strings.apply.progress(part, applySteps.length)}</p>`;
}

/** Sends the page's answers too. It is not the first button, which Enter presses. */
function backButton({ pageContext, step }: FormView): Html {
  if (stepBefore(step) === undefined) return html``;
  const { back } = pageContext.strings.apply;
  return html`<button type="submit" class="quiet" name="back" value="yes">${back}</button>`;
}

/** One below the other, each as the table of fields has it. */
function questions(view: FormView): Html {
  return html`${fieldsOf(view.step).map((name) => question(view, name))}
    ${view.step === 'income' ? stateNotice(view) : ''}`;
}

function question(view: FormView, name: ApplyField): Html {
  const { control, agreesTo, notice } = formFields[name];
  if (agreesTo !== undefined) return consent(view, name, agreesTo);
  if (control === 'select') return selectInput(view, name);
  if (control === 'radio') return radioInput(view, name);
  return html`${textInput(view, name)}
    ${notice === undefined ? '' : shortNotice(view.pageContext, notice, view.onDate)}`;
}

/** The text to be read, with its box. */
function consent(view: FormView, name: ApplyField, textId: AgreedText): Html {
  const { pageContext, onDate, errors, draft } = view;
  const { strings, locale, texts } = pageContext;
  const shown = texts.current(textId, locale, onDate);
  const { fields, textTitles } = strings.apply;
  const { label, hint } = fields[name];
  // A tick is for the text that was shown with it, not for one that came into force since.
  const isTicked = draft[name] === 'yes' && draft[`${textId}_version`] === shown.version;
  const isRequired = !formFields[name].isOptional;
  return html`<section class="consent">
    ${reading(pageContext, shown, textTitles[textId])}
    ${hint === '' ? '' : html`<p class="small-print">${hint}</p>`}
    <input type="hidden" name="${textId}_version" value="${shown.version}" />
    ${checkbox({ name, label, errors, isRequired, isTicked, describedBy: `${textId}-text` })}
  </section>`;
}

/** The notices that the law wants in the applicant's state. */
const stateNotices = {
  OH: 'state_notice_oh',
  WI: 'state_notice_wi',
  CA: 'state_notice_ca',
  NY: 'state_notice_ny',
} as const;

function stateNotice({ pageContext, onDate, draft }: FormView): Html {
  const notice = Object.entries(stateNotices).find(([code]) => code === draft.state)?.[1];
  return notice === undefined ? html`` : shortNotice(pageContext, notice, onDate);
}

function textInput(view: FormView, name: ApplyField): Html {
  const { autocomplete, inputmode, isOptional, isHalf, format, notice } = formFields[name];
  const isMasked = format === 'ssn';
  const error = errorOf(view.errors, name);
  const kept = isMasked && error === undefined ? keptSsnHint(view) : '';
  const hint = kept || view.pageContext.strings.apply.fields[name].hint;
  const descriptions = [
    ...(hint === '' ? [] : [`${name}-hint`]),
    ...(error ? [`${name}-error`] : []),
    ...(notice === undefined ? [] : [`${notice}-text`]),
  ];
  return html`<div class="field ${isHalf ? 'half' : 'full'}">
    ${label(view, name)} ${hintAndError(name, hint, error)}
    <input
      id="${name}"
      name="${name}"
      type="text"
      value="${isMasked ? '' : (view.draft[name] ?? '')}"
      autocomplete="${autocomplete}"
      inputmode="${inputmode ?? 'text'}"
      maxlength="254"
      ${isMasked ? html`class="masked"` : ''}
      ${isOptional ? '' : ariaRequired}
      ${descriptions.length > 0 ? html`aria-describedby="${descriptions.join(' ')}"` : ''}
      aria-invalid="${String(error !== undefined)}"
    />
  </div>`;
}

/** A number that was typed before is not written into a page again. */
function keptSsnHint({ pageContext, draft }: FormView): string {
  const kept = draft.ssn ?? '';
  return /^\d{9}$/.test(kept) ? pageContext.strings.apply.ssnKept(kept.slice(-4)) : '';
}

function selectInput(view: FormView, name: ApplyField): Html {
  const { autocomplete, choices } = formFields[name];
  const text = view.pageContext.strings.apply;
  const error = errorOf(view.errors, name);
  const chosen = view.draft[name] ?? '';
  return html`<div class="field">
    ${label(view, name)} ${hintAndError(name, text.fields[name].hint, error)}
    <select
      id="${name}"
      name="${name}"
      autocomplete="${autocomplete}"
      ${ariaRequired}
      ${error ? html`aria-describedby="${name}-error"` : ''}
      aria-invalid="${String(error !== undefined)}"
    >
      <option value="">${text.choose}</option>
      ${choices?.(text).map(([value, shown]) => html`<option value="${value}" ${value === chosen ? html`selected` : ''}>${shown}</option>`)}
    </select>
  </div>`;
}

function radioInput({ pageContext, errors, draft }: FormView, name: ApplyField): Html {
  const text = pageContext.strings.apply;
  const choices = formFields[name].choices?.(text) ?? [];
  const legend = text.fields[name].label;
  return radioGroup({ name, legend, errors, choices, chosen: draft[name] ?? '' });
}

function label({ pageContext }: FormView, name: ApplyField): Html {
  const { fields, optional } = pageContext.strings.apply;
  return html`<label for="${name}">
    ${fields[name].label}${formFields[name].isOptional ? html` <span class="optional">(${optional})</span>` : ''}
  </label>`;
}

function hintAndError(name: string, hint: string, error: FieldError | undefined): Html {
  return html`${hint === '' ? '' : html`<p class="hint" id="${name}-hint">${hint}</p>`}
    ${error ? html`<p class="error" id="${name}-error">${error.message}</p>` : ''}`;
}
