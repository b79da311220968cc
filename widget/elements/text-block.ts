import { html, type TemplateResult } from 'lit';

/** Plain text, which may be in another language than what stands around it. */
export interface TextBlock {
  text: string;
  locale: string;
}

/** A text block within a sentence or a box, in its own language and direction. */
export function spoken({ text, locale }: TextBlock): TemplateResult {
  return html`<bdi lang=${locale}>${text}</bdi>`;
}

/** Its paragraphs, which are parted by empty lines. */
export function paragraphs({ text, locale }: TextBlock): TemplateResult[] {
  return text
    .split(/\n{2,}/)
    .map((paragraph) => html`<p lang=${locale} dir="auto">${paragraph}</p>`);
}
