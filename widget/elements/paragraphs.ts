import { html, type TemplateResult } from 'lit';
import type { TextBlock } from './text-block.ts';

/** Its paragraphs, which are parted by empty lines. */
export function paragraphs({ text, locale }: TextBlock): TemplateResult[] {
  return text
    .split(/\n{2,}/)
    .map((paragraph) => html`<p lang=${locale} dir="auto">${paragraph}</p>`);
}
