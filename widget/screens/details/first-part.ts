/*
 * What the form's parts are drawn from, and the first of them, which the frame's document comes with.
 * The others are in `later-parts.ts`.
 */
import { html, nothing, render, type TemplateResult } from 'lit';
import type { ApplicantField } from '../../contract/applicant.ts';
import type { FieldErrorCode, FieldErrors } from '../../contract/field-error-code.ts';
import { collapsible, longText, shortText } from '../../elements/collapsible.ts';
import {
  describedBy,
  type FieldOptions,
  fieldErrors,
  fieldHint,
  fieldLabel,
  textField,
} from '../../elements/field.ts';
import { heading } from '../../elements/heading.ts';
import type { TextBlock } from '../../elements/text-block.ts';
import type { FirstStrings, FormField } from '../../strings/strings.ts';
import type { DisclosureTexts } from '../screen-context.ts';
import { type ApplicationDraft, emptyDraft } from './application-form.ts';
import { type FieldSettings, fieldsOf, formFields, type Part, parts } from './form-fields.ts';

interface FormHead {
  strings: FirstStrings['form'];
  part: Part;
  headingLevel: number;
  /** Ready to read; `null` for none. */
  amount: string | null;
  /** The sentence that names lender and shop; `null` for none. */
  offeredBy: string | null;
}

/** What stands above the fields of each part. */
export function formHead({
  strings,
  part,
  headingLevel,
  amount,
  offeredBy,
}: FormHead): TemplateResult {
  return html`${offeredBy === null ? nothing : html`<p class="small offered-by">${offeredBy}</p>`}
    ${heading(headingLevel, strings.title)}
    ${part === 1 ? html`<p class="lead">${strings.intro}</p>` : nothing}
    ${
      amount === null
        ? nothing
        : html`<p class="amount" part="amount"><span>${strings.amount}</span> <strong>${amount}</strong></p>`
    }
    <div class="progress" aria-hidden="true">
      ${parts.map((one) => html`<span class=${one <= part ? 'done' : ''}></span>`)}
    </div>
    <div class="part-heading">
      <p class="small">${strings.progress(part, parts.length)}</p>
      ${heading(headingLevel + 1, strings.parts[part - 1], 'subtitle')}
    </div>`;
}

/** What the three parts of the form are drawn from. */
export interface FormView {
  draft: ApplicationDraft;
  strings: FirstStrings['form'];
  texts: DisclosureTexts;
  errors: FieldErrors;
}

/** The sentences for what is wrong with a field. */
export function errorTexts({ strings, errors }: FormView, field: FormField): string[] {
  const { missing } = strings.fields[field];
  return (errors[field] ?? []).map((code) => (isMissing(code) ? missing : strings.errors[code]));
}

export function isMissing(code: FieldErrorCode): code is 'required' | 'consent_required' {
  return code === 'required' || code === 'consent_required';
}

export function fieldOptions(view: FormView, field: FormField): FieldOptions {
  const { label, hint } = view.strings.fields[field];
  const settings: Partial<Record<FormField, FieldSettings>> = formFields;
  const optional = settings[field]?.isOptional ? view.strings.optional : undefined;
  return { id: field, label, hint, errors: errorTexts(view, field), optional };
}

export function input(view: FormView, field: ApplicantField): TemplateResult {
  const { isOptional: _, onDemand: __, isWide, ...settings } = formFields[field];
  return textField({
    ...fieldOptions(view, field),
    ...settings,
    size: isWide ? undefined : 'half',
    value: view.draft.values[field],
  });
}

/** The fields in their order; those that are shown on demand stand behind one line, together. */
export function fieldRows(
  { strings }: FormView,
  fields: readonly ApplicantField[],
  draw: (field: ApplicantField) => TemplateResult,
): (TemplateResult | typeof nothing)[] {
  return fields.map((field) => {
    const { onDemand } = formFields[field];
    if (onDemand === undefined) return draw(field);
    const together = fields.filter((each) => formFields[each].onDemand === onDemand);
    if (field !== together[0]) return nothing;
    return html`<details class="more">
      <summary>${strings.add[onDemand]}</summary>
      <div class="grid">${together.map(draw)}</div>
    </details>`;
  });
}

/** In which an apartment was asked for: whoever has closed it again has none. */
const asked = new WeakSet<Element>();

/**
 * Opens what holds an answer or a mistake, and asks once for an apartment where a browser has filled in
 * the address, since it leaves out what is closed. It is never closed for the consumer.
 */
export function openFilled(root: ParentNode): void {
  for (const more of root.querySelectorAll<HTMLDetailsElement>('.more:not([open])')) {
    const isDue = !asked.has(more) && more.matches(':has(#address_1:autofill) + *');
    if (isDue) asked.add(more);
    more.open =
      isDue ||
      more.matches(':has([aria-invalid=true])') ||
      Array.from(more.querySelectorAll('input')).some(({ value }) => value !== '');
    // Chromium fills in what comes into a form right after the rest, too.
    if (more.open) more.append(more.lastElementChild as Element);
  }
}

interface FirstTexts {
  strings: FirstStrings['form'];
  texts: ReadonlyMap<string, TextBlock>;
}

/** Texts to open before anything is asked for. */
const collapsibleTexts = ['privacy_notice', 'esign_consent'] as const;

/**
 * Who applies: the one part that can be on the page before any script, so it is a plain form. What
 * changes about its fields later is written into them by `drawAboutForm()`.
 */
export function aboutForm({ strings, texts }: FirstTexts): TemplateResult {
  const blank: FormView = { draft: emptyDraft(), strings, texts: new Map(), errors: {} };
  return html`<div class="grid">
      ${fieldRows(blank, fieldsOf(1), (field) => input(blank, field))}
    </div>
    <div class="notices">
      <div class="first-text">${shortText(texts.get('cip_notice'))}</div>
      ${collapsibleTexts.map((id) => collapsible(strings.read[id], texts.get(id)))}
    </div>
    <div class="actions">
      <button type="submit" class="button primary" part="primary-button">${strings.next}</button>
    </div>`;
}

/**
 * Draws the form, or what has changed about it: language, values, errors and texts. What can be typed
 * into, opened or focused stays the same element, since a new one would lose the caret, the focus, the
 * composition of an input method or that it is open.
 */
export function drawAboutForm(form: HTMLFormElement, view: FormView): void {
  if (form.childElementCount === 0) {
    form.noValidate = true;
    render(aboutForm(view), form);
  }
  for (const field of fieldsOf(1)) drawField(form, view, field);
  const { strings, texts } = view;
  redraw(form, '.more > summary', strings.add.names);
  redraw(form, '[type=submit]', strings.next);
  // What the document came with stays until it is here.
  if (texts.has('cip_notice')) redraw(form, '.first-text', shortText(texts.get('cip_notice')));
  collapsibleTexts.forEach((id, index) => {
    const selector = `.collapsible:nth-of-type(${index + 1})`;
    redraw(form, `${selector} span`, strings.read[id]);
    redraw(form, `${selector} > div`, longText(strings.read[id], texts.get(id)));
  });
}

/** Writes into a field what is typed elsewhere, and around it what it is called and what is wrong. */
function drawField(form: HTMLFormElement, view: FormView, field: ApplicantField): void {
  const input = form.elements.namedItem(field);
  if (!(input instanceof HTMLInputElement)) return;
  const value = view.draft.values[field];
  // Writing what is there already would end the composition of an input method.
  if (input.value !== value) input.value = value;
  const options = fieldOptions(view, field);
  const description = describedBy(options);
  input.ariaInvalid = String(options.errors.length > 0);
  if (description === nothing) input.removeAttribute('aria-describedby');
  else input.setAttribute('aria-describedby', String(description));
  redraw(form, `[for=${field}]`, fieldLabel(options));
  redraw(form, `.field:has(#${field}) .hints`, fieldHint(options));
  redraw(form, `.field:has(#${field}) .errors`, fieldErrors(options));
}

const redrawn = new WeakSet<HTMLElement>();

/** Renders in place of what the document, or another template, has put there. */
function redraw(form: HTMLFormElement, selector: string, content: unknown): void {
  const room = form.querySelector<HTMLElement>(selector);
  if (room === null) return;
  if (!redrawn.has(room)) room.replaceChildren();
  redrawn.add(room);
  render(content, room);
}

/** What was typed into the form before it was taken over. */
export function typedInto(form: HTMLFormElement): [field: string, value: string][] {
  const typed = [...new FormData(form)].filter(([, value]) => value !== '');
  return typed.map(([field, value]) => [field, String(value)]);
}
