import { html, nothing, type TemplateResult } from 'lit';

export type Fact = readonly [term: unknown, value: unknown];

/** Those that have a value: what nobody has said is left out with its term. */
export function known(list: readonly Fact[]): Fact[] {
  return list.filter(([, value]) => value);
}

/** A list of terms with their values; nothing where no value is known. */
export function facts(list: readonly Fact[]): TemplateResult | typeof nothing {
  const entries = known(list).map(
    ([term, value]) => html`<div><dt>${term}</dt><dd>${value}</dd></div>`,
  );
  return entries.length === 0 ? nothing : html`<dl class="facts">${entries}</dl>`;
}
