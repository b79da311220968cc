import { html, type TemplateResult } from 'lit';
import { formatLoanNumber } from '../format/digits.ts';

/** The number as the consumer says it to the lender or enters it there; `null` where it is not known. */
export function loanNumber(written: string | null): TemplateResult | null {
  return written ? html`<bdi>${formatLoanNumber(written)}</bdi>` : null;
}
