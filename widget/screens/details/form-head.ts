import { html, nothing, type TemplateResult } from 'lit';
import { heading } from '../../elements/heading.ts';
import type { FirstStrings } from '../../strings/strings.ts';
import { type Part, parts } from './form-fields.ts';

interface FormHead {
  strings: FirstStrings['form'];
  part: Part;
  headingLevel: number;
  /** Ready to read; `null` for none. */
  amount: string | null;
  /** The sentence that names lender and shop; `null` for none. */
  offeredBy: string | null;
}

/** What stands above the fields of each part. */
export function formHead({
  strings,
  part,
  headingLevel,
  amount,
  offeredBy,
}: FormHead): TemplateResult {
  return html`${offeredBy === null ? nothing : html`<p class="small offered-by">${offeredBy}</p>`}
    ${heading(headingLevel, strings.title)}
    ${part === 1 ? html`<p class="lead">${strings.intro}</p>` : nothing}
    ${
      amount === null
        ? nothing
        : html`<p class="amount" part="amount"><span>${strings.amount}</span> <strong>${amount}</strong></p>`
    }
    <div class="progress" aria-hidden="true">
      ${parts.map((one) => html`<span class=${one <= part ? 'done' : ''}></span>`)}
    </div>
    <div class="part-heading">
      <p class="small">${strings.progress(part, parts.length)}</p>
      ${heading(headingLevel + 1, strings.parts[part - 1], 'subtitle')}
    </div>`;
}
