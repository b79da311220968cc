import { html, nothing, type TemplateResult } from 'lit';
import { type Icon, icon } from './icons.ts';

export interface NoticeOptions {
  tone?: 'neutral' | 'danger' | 'warning' | 'success';
  icon?: Icon;
  title?: string;
  text: unknown;
  more?: unknown;
}

/** A message that stands in the page. What is urgent is also said by the flow's live region. */
export function notice(options: NoticeOptions): TemplateResult {
  const { tone = 'neutral', icon: name = 'info', title, text, more = nothing } = options;
  return html`<div class="notice ${tone}" part="notice">
    ${icon(name)}
    <div>
      ${title === undefined ? nothing : html`<strong>${title}</strong>`}
      <p>${text}</p>
      ${more}
    </div>
  </div>`;
}
