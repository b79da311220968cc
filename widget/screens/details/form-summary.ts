import { html, type TemplateResult } from 'lit';
import { icon } from '../../elements/icons.ts';
import type { FormField } from '../../strings/strings.ts';
import { errorTexts, type FormView, isMissing } from './form-parts.ts';

/**
 * What is wrong with the open part: a line for each of these fields, leading to it. It takes the
 * focus when it appears.
 */
export function formSummary(
  view: FormView,
  fields: readonly FormField[],
  onFollow: (field: FormField) => void,
): TemplateResult {
  // The page's own address stays as it is: a hash may be a route of the merchant's.
  const follow = (event: Event, field: FormField) => {
    event.preventDefault();
    onFollow(field);
  };
  return html`<div class="notice danger summary" part="error-summary" role="group" aria-labelledby="summary-title" tabindex="-1">
    ${icon('alert')}
    <div>
      <strong id="summary-title">${view.strings.errorSummary(fields.length)}</strong>
      <ul>
        ${fields.map(
          (field) =>
            html`<li><a href="#${field}" @click=${(event: Event) => follow(event, field)}>${lineFor(view, field)}</a></li>`,
        )}
      </ul>
    </div>
  </div>`;
}

/** What is wrong with a field, which the line has to name. */
function lineFor(view: FormView, field: FormField): string {
  const isNamed = view.errors[field]?.every((code) => isMissing(code)) ?? false;
  const text = errorTexts(view, field).join('. ');
  return isNamed ? text : `${view.strings.fields[field].label}: ${text}`;
}
