import { html, nothing, type TemplateResult } from 'lit';

export type Fact = readonly [term: unknown, value: unknown];

/** A list of terms with their values: what nobody has said is left out with its term. */
export function facts(list: readonly Fact[]): TemplateResult | typeof nothing {
  const entries = list
    .filter(([, value]) => value)
    .map(([term, value]) => html`<div><dt>${term}</dt><dd>${value}</dd></div>`);
  return entries.length === 0 ? nothing : html`<dl class="facts">${entries}</dl>`;
}
