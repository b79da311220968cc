import { html } from 'hono/html';
import type { PortalAccountStatus } from '../../../lending-api/statuses.ts';
import { facts, type Html, withPhoneNumbers } from '../../documents/html.ts';
import { maySponsorApprove } from '../../operations/funding/answer-on-behalf.ts';
import { portalUrl } from '../../operations/portal/portal-url.ts';
import { hasBounced, listMessagesOfKind } from '../../store/messages.ts';
import { maySendSms } from '../../store/sms-consent.ts';
import { type LeftToSpend, leftRows, leftToSpend } from '../left-to-spend.ts';
import { page } from '../page.ts';
import type { PageContext } from '../page-context.ts';
import { documentsLink, maskedEmail, type ReturnLink, returnLink } from '../parts.ts';
import { type PageRequest, returnLinkTo } from '../request.ts';

/** What the consumer has now, and the one thing to do next. */
export async function showAccepted(request: PageRequest) {
  const { c, context, opened, path, pageContext } = request;
  const { application } = opened;
  const { strings, format } = pageContext;
  const { portal_account_status } = application;
  const view: AcceptedView = {
    back: returnLinkTo(request),
    maskedEmail: maskedEmail(application.email),
    portal: { url: await portalUrl(context, application), status: portal_account_status },
    left: await leftToSpend(context, application),
    isMerchantActive: opened.merchant.status === 'Active',
    isCopyPosted: await isCopyPosted(request),
    hasBounced: await hasBounced(context.database.query, application.sponsor_id, application.email),
    getsSms: await maySendSms(context.database.query, application),
    isOnBehalf: maySponsorApprove(context, application.sponsor_id),
  };
  const { title, lede } = isUsable(view) ? usable(pageContext, view) : used(pageContext, view);
  const content = html`<h1>${title}</h1>
    <p class="lede">${withPhoneNumbers(lede)}</p>
    ${facts([
      [
        strings.loanDocuments.loanNumber,
        html`<strong class="number">${format.loanNumber(application.consumer_application_human_readable_id)}</strong>
          ${keepNumber(pageContext, view)}`,
      ],
      ...leftRows(pageContext, view.left),
    ])}
    ${portalOf(pageContext, view)}
    ${isUsable(view) ? whatNext(pageContext, view) : ''}
    <p class="actions">${returnLink(pageContext, view.back)}</p>
    ${documentsLink(path, strings.accepted.documents)}`;
  return c.html(page(pageContext, { title }, content));
}

interface AcceptedView {
  readonly back: ReturnLink;
  readonly maskedEmail: string;
  /** The e-mail with the copy did not arrive. */
  readonly isCopyPosted: boolean;
  /** An e-mail to the address has come back: no other one is sent for a charge. */
  readonly hasBounced: boolean;
  readonly left: LeftToSpend;
  readonly isMerchantActive: boolean;
  readonly getsSms: boolean;
  /** The sponsor may approve charges for its consumers. */
  readonly isOnBehalf: boolean;
  /** Where the account is set up, or where the consumer signs in to it. */
  readonly portal: { readonly url: string; readonly status: PortalAccountStatus };
}

async function isCopyPosted({ context, opened: { application } }: PageRequest): Promise<boolean> {
  const { query } = context.database;
  const emails = await listMessagesOfKind(query, application, 'loan_documents');
  return emails.some(({ status }) => status === 'Bounced' || status === 'Failed');
}

export function signInLink({ strings }: PageContext, url: string): Html {
  return html`<p><a class="standalone" href="${url}">${strings.account.signInTitle}</a></p>`;
}

/** A charge can come, or waits for its answer. */
function isUsable({ left, isMerchantActive }: AcceptedView): boolean {
  return left.pendingCents > 0 || (isMerchantActive && left.cents > 0);
}

function usable({ strings, lender }: PageContext, { maskedEmail, isCopyPosted }: AcceptedView) {
  const { title, lede, didNotArrive } = strings.accepted;
  return {
    title,
    lede: isCopyPosted ? didNotArrive(maskedEmail, lender.phone) : lede(maskedEmail),
  };
}

function used({ strings, lender }: PageContext, { maskedEmail, isCopyPosted, back }: AcceptedView) {
  const { usedTitle, copySent, didNotArrive } = strings.accepted;
  const copy = isCopyPosted ? didNotArrive(maskedEmail, lender.phone) : copySent(maskedEmail);
  return {
    title: usedTitle,
    lede: `${strings.account.cannotBeCharged(back.merchantName)} ${copy}`,
  };
}

function keepNumber({ strings }: PageContext, view: AcceptedView): Html {
  if (isUsable(view)) {
    return html`<small>${strings.accepted.keepNumber}</small>`;
  }
  if (view.portal.status === 'Invited') {
    return html``;
  }
  return html`<small>${strings.accepted.keepNumberToSignIn}</small>`;
}

function whatNext({ strings }: PageContext, view: AcceptedView): Html {
  const text = strings.accepted;
  const { getsSms, hasBounced, isOnBehalf } = view;
  // Nothing can be sent, so nothing can be asked for.
  if (hasBounced && !getsSms) return html``;
  const bySms = hasBounced ? text.whatNextBySms : text.whatNext;
  const approval = isOnBehalf
    ? `${text.answerThere} ${strings.account.onBehalf}`
    : text.untilApproved;
  return html`<section>
    <h2>${text.whatNextTitle}</h2>
    <p>${getsSms ? bySms : text.whatNextByEmail} ${approval}</p>
  </section>`;
}

function portalOf(pageContext: PageContext, view: AcceptedView): Html {
  const { accepted } = pageContext.strings;
  const { url, status } = view.portal;
  switch (status) {
    case 'Active':
      return html`<p class="good">${accepted.portalActive}</p>
        ${signInLink(pageContext, url)}`;
    case 'Locked':
      return html`<p>${accepted.portalLocked}</p>
        ${signInLink(pageContext, url)}`;
    case 'NotInvited':
    case 'Invited':
      return isUsable(view) ? setUp(pageContext, url) : html``;
  }
}

function setUp({ strings }: PageContext, url: string): Html {
  return html`<section class="next">
    <h2>${strings.accepted.portalTitle}</h2>
    <p>${strings.accepted.portal}</p>
    <p class="actions"><a class="button" href="${url}">${strings.accepted.portalButton}</a></p>
  </section>`;
}
