import { html, nothing, type TemplateResult } from 'lit';
import { icon } from './icons.ts';
import { paragraphs } from './paragraphs.ts';

/** A long text behind its title, there to be opened and read; the title may be there before it. */
export function reading(title: string, text: string | undefined): TemplateResult {
  return html`<details class="reading">
    <summary>${icon('paper')}<span>${title}</span>${icon('down')}</summary>
    ${text === undefined ? nothing : body(title, text)}
  </details>`;
}

function body(title: string, text: string): TemplateResult {
  return html`<div class="legal" tabindex="0" role="region" aria-label=${title}>
    ${paragraphs(text)}
  </div>`;
}

/** A short text that is always in view. */
export function shortText(text: string | undefined): TemplateResult | typeof nothing {
  return text === undefined
    ? nothing
    : html`<div class="small legal-line">${paragraphs(text)}</div>`;
}
