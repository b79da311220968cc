import { html, nothing, type TemplateResult } from 'lit/html.js';
import { icon } from './icons.ts';
import { paragraphs } from './paragraphs.ts';
import type { Passage } from './passage.ts';

/** A long text behind its title, there to be opened and read; the title may be there before it. */
export function reading(title: string, passage: Passage | undefined): TemplateResult {
  return html`<details class="reading">
    <summary>${icon('paper')}<span>${title}</span>${icon('down')}</summary>
    ${passage === undefined ? nothing : body(title, passage)}
  </details>`;
}

function body(title: string, passage: Passage): TemplateResult {
  return html`<div class="legal" tabindex="0" role="group" aria-label=${title}>
    ${paragraphs(passage)}
  </div>`;
}

/** A short text that is always in view. */
export function shortText(passage: Passage | undefined): TemplateResult | typeof nothing {
  return passage === undefined
    ? nothing
    : html`<div class="small legal-line">${paragraphs(passage)}</div>`;
}
