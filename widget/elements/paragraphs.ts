import { html, type TemplateResult } from 'lit/html.js';
import type { Passage } from './passage.ts';

/** Its paragraphs, which are parted by empty lines. */
export function paragraphs({ text, locale }: Passage): TemplateResult[] {
  return text
    .split(/\n{2,}/)
    .map((paragraph) => html`<p lang=${locale} dir="auto">${paragraph}</p>`);
}
