import { html, nothing, render, type TemplateResult } from 'lit';
import type { ApplicantField } from '../../contract/applicant.ts';
import { collapsible, shortText } from '../../elements/collapsible.ts';
import { describedBy, fieldErrors, fieldHint, fieldLabel } from '../../elements/field.ts';
import type { TextBlock } from '../../elements/text-block.ts';
import type { FirstStrings } from '../../strings/strings.ts';
import { emptyDraft } from './application-form.ts';
import { fieldsOf } from './form-fields.ts';
import { fieldOptions, fieldRows, type FormView, input } from './form-parts.ts';

/**
 * Who applies: the one part that can be on the page before any script, so it is a plain form. What
 * changes about its fields later is written into them by `drawAboutForm()`.
 */
export function aboutForm(
  strings: FirstStrings['form'],
  notices: unknown = nothing,
): TemplateResult {
  const blank: FormView = { draft: emptyDraft(), strings, texts: new Map(), errors: {} };
  return html`<div class="grid">
      ${fieldRows(blank, fieldsOf(1), (field) => input(blank, field))}
    </div>
    <div class="notices">${notices}</div>
    <div class="actions">
      <button type="submit" class="button primary" part="primary-button">${strings.next}</button>
    </div>`;
}

interface NoticeTexts {
  strings: FirstStrings['form'];
  texts: ReadonlyMap<string, TextBlock>;
}

/** What must be seen before anything is asked for. */
export function aboutNotices({ strings, texts }: NoticeTexts): TemplateResult {
  return html`<div class="first-text">${shortText(texts.get('cip_notice'))}</div>
    ${collapsible(strings.read.privacy_notice, texts.get('privacy_notice'))}
    ${collapsible(strings.read.esign_consent, texts.get('esign_consent'))}`;
}

/**
 * Draws the form, or what has changed about it: language, values and errors. Its fields stay the same
 * elements, since a new one would lose the caret, the focus and the composition of an input method.
 */
export function drawAboutForm(form: HTMLFormElement, view: FormView, locale: string): void {
  if (form.childElementCount === 0) {
    form.noValidate = true;
    render(aboutForm(view.strings), form);
  } else if (form.lang !== locale) relabel(form, view);
  form.lang = locale;
  for (const field of fieldsOf(1)) drawField(form, view, field);
  const notices = form.querySelector<HTMLElement>('.notices');
  // Those that the document came with stay until all of them are here.
  if (view.texts.has('cip_notice') || notices?.childElementCount === 0) {
    redraw(aboutNotices(view), notices);
  }
}

/** Says what stands around the fields in the language that is spoken now. */
function relabel(form: HTMLFormElement, view: FormView): void {
  for (const field of fieldsOf(1)) {
    const options = fieldOptions(view, field);
    redraw(fieldLabel(options), form.querySelector<HTMLElement>(`[for=${field}]`));
    redraw(fieldHint(options), form.querySelector<HTMLElement>(`.field:has(#${field}) .hints`));
  }
  redraw(view.strings.add.names, form.querySelector<HTMLElement>('.more > summary'));
  redraw(view.strings.next, form.querySelector<HTMLElement>('[type=submit]'));
}

/** Writes into a field what is typed elsewhere and what is wrong with it. */
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
  redraw(fieldErrors(options), form.querySelector<HTMLElement>(`.field:has(#${field}) .errors`));
}

const redrawn = new WeakSet<HTMLElement>();

/** Renders in place of what the document, or another template, has put there. */
function redraw(content: unknown, room: HTMLElement | null): void {
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
