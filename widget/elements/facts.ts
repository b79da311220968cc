import { html, type TemplateResult } from 'lit/html.js';

export type Fact = readonly [term: unknown, value: unknown];

/** A list of terms with their values. */
export function facts(list: readonly Fact[]): TemplateResult {
  return html`<dl class="facts">
    ${list.map(([term, value]) => html`<div><dt>${term}</dt><dd>${value}</dd></div>`)}
  </dl>`;
}
