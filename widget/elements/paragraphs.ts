import { html, type TemplateResult } from 'lit';

/** Plain text whose paragraphs are parted by empty lines. */
export function paragraphs(text: string): TemplateResult[] {
  return text.split(/\n{2,}/).map((paragraph) => html`<p>${paragraph}</p>`);
}
