import { html, type nothing, type TemplateResult } from 'lit';
import type { Lender } from '../contract/lender.ts';
import { type Fact, facts } from '../elements/facts.ts';
import { formatLoanNumber } from '../format/digits.ts';
import type { Strings } from '../strings/strings.ts';

/** Who the lender is and how to reach it, where that is known, and what else is to be said to it. */
export function lenderContact(
  lender: Lender | null,
  strings: Strings,
  ...others: Fact[]
): TemplateResult | typeof nothing {
  return facts(lender === null ? others : [...contactFacts(lender, strings), ...others]);
}

function contactFacts({ name, nmls_id, phone, address }: Lender, strings: Strings): Fact[] {
  const terms = strings.outcome.noOffers;
  return [
    [terms.lender, html`<bdi>${name}</bdi>${nmls_id && `, ${strings.common.nmls(nmls_id)}`}`],
    [terms.phone, phone && phoneLink(phone)],
    [terms.address, address && html`<bdi>${address}</bdi>`],
  ];
}

/** Dials it. */
export function phoneLink(phone: string): TemplateResult {
  return html`<a dir="ltr" href=${`tel:${phone.replace(/[^\d+]/g, '')}`}>${phone}</a>`;
}

/** The number as the consumer says it to the lender or enters it there; `null` where it is not known. */
export function loanNumber(written: string | null): TemplateResult | null {
  return written ? html`<bdi>${formatLoanNumber(written)}</bdi>` : null;
}
