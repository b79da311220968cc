import { html, type TemplateResult } from 'lit';
import { icon } from './icons.ts';

export interface SummaryLink {
  id: string;
  text: string;
}

/** What is wrong with a form, each line leading to its field. It takes the focus when it appears. */
export function errorSummary(
  title: string,
  links: readonly SummaryLink[],
  onFollow: (id: string) => void,
): TemplateResult {
  // The page's own address stays as it is: a hash may be a route of the merchant's.
  const follow = (event: Event, id: string) => {
    event.preventDefault();
    onFollow(id);
  };
  return html`<div class="notice danger summary" part="error-summary" role="group" aria-labelledby="summary-title" tabindex="-1">
    ${icon('alert')}
    <div>
      <strong id="summary-title">${title}</strong>
      <ul>
        ${links.map(
          ({ id, text }) =>
            html`<li><a href="#${id}" @click=${(event: Event) => follow(event, id)}>${text}</a></li>`,
        )}
      </ul>
    </div>
  </div>`;
}
