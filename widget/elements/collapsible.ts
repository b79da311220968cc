import { html, nothing, type TemplateResult } from 'lit';
import { icon } from './icons.ts';
import { paragraphs, type TextBlock } from './text-block.ts';

/** A long text behind its title, there to be opened and read; the title may be there before it. */
export function collapsible(title: string, textBlock: TextBlock | undefined): TemplateResult {
  return html`<details class="collapsible">
    <summary>${icon('paper')}<span>${title}</span>${icon('down')}</summary>
    <div>${longText(title, textBlock)}</div>
  </details>`;
}

/** What opens. */
export function longText(
  title: string,
  textBlock: TextBlock | undefined,
): TemplateResult | typeof nothing {
  return textBlock === undefined
    ? nothing
    : html`<div class="legal" tabindex="0" role="group" aria-label=${title}>
        ${paragraphs(textBlock)}
      </div>`;
}

/** A short text that is always in view. */
export function shortText(textBlock: TextBlock | undefined): TemplateResult | typeof nothing {
  return textBlock === undefined
    ? nothing
    : html`<div class="small legal-line">${paragraphs(textBlock)}</div>`;
}
