import { html } from 'hono/html';
import { type Html, page, type Reader } from '../page.ts';
import { type LeftToSpend, leftRows } from '../left-to-spend.ts';
import { facts, type WayBack, wayBack } from '../parts.ts';

export interface AcceptedView {
  readonly path: string;
  readonly back: WayBack;
  readonly maskedEmail: string;
  readonly loanNumber: string;
  readonly left: LeftToSpend;
  readonly portal: Portal;
}

/** Where the account is set up, or where the consumer signs in to it. */
export interface Portal {
  readonly url: string;
  readonly isActive: boolean;
}

/** What the consumer has now, and the one thing to do next. */
export function acceptedPage(reader: Reader, view: AcceptedView): Html {
  const { strings, format } = reader;
  const content = html`<h1>${strings.accepted.title}</h1>
    <p class="lede">${strings.accepted.lede(view.maskedEmail)}</p>
    ${facts([
      [
        strings.common.loanNumber,
        html`<strong class="number">${format.loanNumber(view.loanNumber)}</strong>
          <small>${strings.accepted.keepNumber}</small>`,
      ],
      ...leftRows(reader, view.left),
    ])}
    ${portalOf(reader, view)}
    ${whatNext(reader, view)}
    <p class="actions">${wayBack(reader, view.back)}</p>
    <p><a class="standalone" href="${view.path}/documents" target="_blank" rel="noopener">${strings.accepted.documents}</a></p>`;
  return page(reader, { title: strings.accepted.title }, content);
}

/** Of charges to come, where one can come. */
function whatNext({ strings }: Reader, { left }: AcceptedView): Html {
  if (left.cents + left.pendingCents === 0) {
    return html``;
  }
  return html`<section>
    <h2>${strings.accepted.whatNextTitle}</h2>
    <p>${strings.accepted.whatNext}</p>
  </section>`;
}

function portalOf({ strings }: Reader, { portal: { url, isActive } }: AcceptedView): Html {
  if (isActive) {
    return html`<p class="good">${strings.accepted.portalActive}</p>
      <p><a class="standalone" href="${url}">${strings.account.signInTitle}</a></p>`;
  }
  return html`<section class="next">
    <h2>${strings.accepted.portalTitle}</h2>
    <p>${strings.accepted.portal}</p>
    <p class="actions"><a class="button" href="${url}">${strings.accepted.portalButton}</a></p>
  </section>`;
}
