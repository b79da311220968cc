import { html, type TemplateResult } from 'lit/html.js';
import type { Locale } from '../contract/values.ts';

/** Plain text, which may be in another language than what stands around it. */
export interface Passage {
  text: string;
  locale: string;
}

/** A passage within a sentence or a box, in its own language and direction. */
export function spoken({ text, locale }: Passage): TemplateResult {
  return html`<bdi lang=${locale}>${text}</bdi>`;
}

/** A sentence of the lender, whose notices come in English, whatever the form is in. */
export function ofLender(text: string, locale: Locale = 'en'): Passage {
  return { text, locale };
}
