import { html } from 'hono/html';
import { facts, type Html } from '../../documents/html.ts';
import type { PortalAccountStatus } from '../../../lending-api/statuses.ts';
import { portalUrl } from '../../operations/portal/portal-url.ts';
import { hasSmsConsent } from '../../store/sms-consent.ts';
import { type LeftToSpend, leftRows, leftToSpend } from '../left-to-spend.ts';
import { page } from '../page.ts';
import { maskedEmail, type WayBack, wayBack } from '../parts.ts';
import type { Reader } from '../reader.ts';
import { type Visit, returnLinkTo } from '../visit.ts';

/** What the consumer has now, and the one thing to do next. */
export async function showAccepted(visit: Visit) {
  const { c, context, opened, path, reader } = visit;
  const { application } = opened;
  const { strings, format } = reader;
  const { id, sponsor_id, portal_account_status } = application;
  const view: AcceptedView = {
    back: returnLinkTo(visit),
    maskedEmail: maskedEmail(application.email),
    portal: { url: await portalUrl(context, application), status: portal_account_status },
    left: await leftToSpend(context, application),
    getsSms: await hasSmsConsent(context.database.query, sponsor_id, id),
  };
  const { title, lede } = isUsable(view) ? usable(reader, view) : used(reader, view);
  const content = html`<h1>${title}</h1>
    <p class="lede">${lede}</p>
    ${facts([
      [
        strings.loanDocuments.loanNumber,
        html`<strong class="number">${format.loanNumber(application.consumer_application_human_readable_id)}</strong>
          ${keepNumber(reader, view)}`,
      ],
      ...leftRows(reader, view.left),
    ])}
    ${portalOf(reader, view)}
    ${isUsable(view) ? whatNext(reader, view) : ''}
    <p class="actions">${wayBack(reader, view.back)}</p>
    ${documentsLink(reader, path)}`;
  return c.html(page(reader, { title }, content));
}

interface AcceptedView {
  readonly back: WayBack;
  readonly maskedEmail: string;
  readonly left: LeftToSpend;
  readonly getsSms: boolean;
  /** Where the account is set up, or where the consumer signs in to it. */
  readonly portal: { readonly url: string; readonly status: PortalAccountStatus };
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
