import { html } from 'hono/html';
import type { PortalAccountStatus } from '../../../lending-api/statuses.ts';
import { type LeftToSpend, leftRows } from '../left-to-spend.ts';
import { type Html, facts } from '../../documents/html.ts';
import { page } from '../page.ts';
import type { Reader } from '../reader.ts';
import { type WayBack, wayBack } from '../parts.ts';

export interface AcceptedView {
  readonly path: string;
  readonly back: WayBack;
  readonly maskedEmail: string;
  readonly loanNumber: string;
  readonly left: LeftToSpend;
  readonly getsSms: boolean;
  readonly portal: Portal;
}

/** Where the account is set up, or where the consumer signs in to it. */
export interface Portal {
  readonly url: string;
  readonly status: PortalAccountStatus;
}

/** What the consumer has now, and the one thing to do next. */
export function acceptedPage(reader: Reader, view: AcceptedView): Html {
  const { strings, format } = reader;
  const { title, lede } = isUsable(view) ? usable(reader, view) : used(reader, view);
  const content = html`<h1>${title}</h1>
    <p class="lede">${lede}</p>
    ${facts([
      [
        strings.loanDocuments.loanNumber,
        html`<strong class="number">${format.loanNumber(view.loanNumber)}</strong>
          ${keepNumber(reader, view)}`,
      ],
      ...leftRows(reader, view.left),
    ])}
    ${portalOf(reader, view)}
    ${isUsable(view) ? whatNext(reader, view) : ''}
    <p class="actions">${wayBack(reader, view.back)}</p>
    ${documentsLink(reader, view.path)}`;
  return page(reader, { title }, content);
}

/** @param path of the terms page */
export function documentsLink({ strings }: Reader, path: string): Html {
  return html`<p><a class="standalone" href="${path}/documents" target="_blank" rel="noopener">${strings.accepted.documents}</a></p>`;
}

export function signInLink({ strings }: Reader, url: string): Html {
  return html`<p><a class="standalone" href="${url}">${strings.account.signInTitle}</a></p>`;
}

/** A charge can come, or waits for its answer. */
function isUsable({ left }: AcceptedView): boolean {
  return left.cents + left.pendingCents > 0;
}

function usable({ strings }: Reader, { maskedEmail }: AcceptedView) {
  return { title: strings.accepted.title, lede: strings.accepted.lede(maskedEmail) };
}

function used({ strings }: Reader, { maskedEmail, back }: AcceptedView) {
  const { usedTitle, copySent } = strings.accepted;
  const lede = `${strings.account.cannotBeCharged(back.merchantName)} ${copySent(maskedEmail)}`;
  return { title: usedTitle, lede };
}

function keepNumber({ strings }: Reader, view: AcceptedView): Html {
  if (isUsable(view)) {
    return html`<small>${strings.accepted.keepNumber}</small>`;
  }
  if (view.portal.status === 'Invited') {
    return html``;
  }
  return html`<small>${strings.accepted.keepNumberToSignIn}</small>`;
}

function whatNext({ strings }: Reader, { getsSms }: AcceptedView): Html {
  const { whatNextTitle, whatNext: byBoth, whatNextByEmail } = strings.accepted;
  return html`<section>
    <h2>${whatNextTitle}</h2>
    <p>${getsSms ? byBoth : whatNextByEmail}</p>
  </section>`;
}

function portalOf(reader: Reader, view: AcceptedView): Html {
  const { accepted } = reader.strings;
  const { url, status } = view.portal;
  switch (status) {
    case 'Active':
      return html`<p class="good">${accepted.portalActive}</p>
        ${signInLink(reader, url)}`;
    case 'Locked':
      return html`<p>${accepted.portalLocked}</p>
        ${signInLink(reader, url)}`;
    case 'NotInvited':
    case 'Invited':
      return isUsable(view) ? setUp(reader, url) : html``;
  }
}

function setUp({ strings }: Reader, url: string): Html {
  return html`<section class="next">
    <h2>${strings.accepted.portalTitle}</h2>
    <p>${strings.accepted.portal}</p>
    <p class="actions"><a class="button" href="${url}">${strings.accepted.portalButton}</a></p>
  </section>`;
}
