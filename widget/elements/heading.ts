import { html, type TemplateResult } from 'lit';

/** A heading of the given level that can take the focus; beyond six it stays six. */
export function heading(
  level: number,
  content: unknown,
  look: 'title' | 'subtitle' = 'title',
): TemplateResult {
  switch (level) {
    case 1:
      return html`<h1 class=${look} part="heading" tabindex="-1">${content}</h1>`;
    case 2:
      return html`<h2 class=${look} part="heading" tabindex="-1">${content}</h2>`;
    case 3:
      return html`<h3 class=${look} part="heading" tabindex="-1">${content}</h3>`;
    case 4:
      return html`<h4 class=${look} part="heading" tabindex="-1">${content}</h4>`;
    case 5:
      return html`<h5 class=${look} part="heading" tabindex="-1">${content}</h5>`;
    default:
      return html`<h6 class=${look} part="heading" tabindex="-1">${content}</h6>`;
  }
}
