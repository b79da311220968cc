import { html, nothing, render, type TemplateResult } from 'lit';
import { collapsible, shortText } from '../../elements/collapsible.ts';
import { describedBy, fieldErrors, fieldHint, fieldLabel } from '../../elements/field.ts';
import type { TextBlock } from '../../elements/text-block.ts';
import type { FirstStrings } from '../../strings/strings.ts';
import { emptyDraft } from './application-draft.ts';
import { fieldsOf } from './form-fields.ts';
import { fieldOptions, type FormView, input } from './form-parts.ts';

/**
 * Who applies: the one part that can be on the page before any script. So it is a plain form, whose
 * fields are never drawn again; what changes about them is written into them by `updateAboutForm()`.
 */
export function aboutForm(
  strings: FirstStrings['form'],
  notices: unknown = nothing,
): TemplateResult {
  const blank: FormView = { draft: emptyDraft(), strings, texts: new Map(), errors: {} };
  return html`<div class="grid">${fieldsOf(1).map((field) => input(blank, field))}</div>
    <div class="notices">${notices}</div>
    <div class="actions">
      <button type="submit" class="button primary" part="primary-button">${strings.next}</button>
    </div>`;
}

interface AboutTexts {
  strings: FirstStrings['form'];
  texts: ReadonlyMap<string, TextBlock>;
}

/** What must be seen before anything is asked for. */
export function aboutNotices({ strings, texts }: AboutTexts): TemplateResult {
  return html`<div class="first-text">${shortText(texts.get('cip_notice'))}</div>
    ${collapsible(strings.read.privacy_notice, texts.get('privacy_notice'))}
    ${collapsible(strings.read.esign_consent, texts.get('esign_consent'))}`;
}

/** Says what stands around its fields in the language that is spoken now. */
export function relabelAboutForm(form: HTMLFormElement, view: FormView): void {
  for (const field of fieldsOf(1)) {
    const options = fieldOptions(view, field);
    redraw(fieldLabel(options), form.querySelector<HTMLElement>(`[for=${field}]`));
    redraw(fieldHint(options), form.querySelector<HTMLElement>(`.field:has(#${field}) .hints`));
  }
  redraw(html`${view.strings.next}`, form.querySelector<HTMLElement>('[type=submit]'));
}

/** Writes into the form's fields what is typed elsewhere and what is wrong with it. */
export function updateAboutForm(form: HTMLFormElement, view: FormView): void {
  for (const field of fieldsOf(1)) {
    const control = form.elements.namedItem(field);
    if (!(control instanceof HTMLInputElement)) continue;
    const value = view.draft.values[field];
    // Writing what is there already would end the composition of an input method.
    if (control.value !== value) control.value = value;
    const options = fieldOptions(view, field);
    const description = describedBy(options);
    control.ariaInvalid = String(options.errors.length > 0);
    if (description === nothing) control.removeAttribute('aria-describedby');
    else control.setAttribute('aria-describedby', String(description));
    redraw(fieldErrors(options), form.querySelector<HTMLElement>(`.field:has(#${field}) .errors`));
  }
}

/** Draws in place of what the document, or another template, has put there. */
export function redraw(content: unknown, room: HTMLElement | null): void {
  if (room === null) return;
  if (!redrawn.has(room)) room.replaceChildren();
  redrawn.add(room);
  render(content, room);
}

const redrawn = new WeakSet<HTMLElement>();

/** What was typed into the form before it was taken over. */
export function typedInto(form: HTMLFormElement): [field: string, value: string][] {
  const typed = [...new FormData(form)].filter(([, value]) => value !== '');
  return typed.map(([field, value]) => [field, String(value)]);
}
