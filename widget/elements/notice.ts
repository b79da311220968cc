import { html, nothing, type TemplateResult } from 'lit';
import { type Icon, icon } from './icons.ts';

export interface NoticeOptions {
  tone?: 'neutral' | 'danger' | 'warning';
  icon?: Icon;
  title?: string | undefined;
  text: unknown;
  more?: unknown;
  /** Takes the focus when a call ends in it, so that nobody overlooks it further up the page. */
  isProblem?: boolean;
}

/** A message that stands in the page. What is urgent is also said by the flow's live region. */
export function notice(options: NoticeOptions): TemplateResult {
  const { tone = 'neutral', icon: name = 'info', title, text, more = nothing } = options;
  return html`<div
    class="notice ${tone} ${options.isProblem ? 'problem' : ''}"
    part="notice"
    tabindex=${options.isProblem ? '-1' : nothing}
  >
    ${icon(name)}
    <div>
      ${title === undefined ? nothing : html`<strong>${title}</strong>`}
      <p>${text}</p>
      ${more}
    </div>
  </div>`;
}
