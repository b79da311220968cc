import { html, type TemplateResult } from 'lit/html.js';
import type { Lender } from '../contract/lender.ts';
import { facts } from '../elements/facts.ts';
import type { Strings } from '../strings/strings.ts';

/** Who the lender is and how to reach it. */
export function lenderContact(lender: Lender, strings: Strings): TemplateResult {
  const { lender: title, phone, address } = strings.outcome.noOffers;
  return facts([
    [title, html`<bdi>${lender.name}</bdi>, ${strings.common.nmls(lender.nmls_id)}`],
    [
      phone,
      html`<a dir="ltr" href=${`tel:${lender.phone.replace(/[^\d+]/g, '')}`}>${lender.phone}</a>`,
    ],
    [address, html`<bdi>${lender.address}</bdi>`],
  ]);
}
