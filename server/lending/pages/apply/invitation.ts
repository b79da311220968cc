import { html } from 'hono/html';
import { withPhoneNumbers } from '../../documents/html.ts';
import { isNoticeOnPaper } from '../../operations/adverse-action-notices.ts';
import { linkProblem } from '../../operations/identity/hosted-link.ts';
import {
  chooseInvitedOffer,
  identifyForInvitation,
  withdrawInvitation,
} from '../../operations/invitations/answer-invitation.ts';
import {
  type InvitationScreen,
  invitationScreen,
} from '../../operations/invitations/invitation-screen.ts';
import {
  findInvitedLink,
  type InvitedLink,
  termsLinkOf,
} from '../../operations/invitations/invited-link.ts';
import {
  noteVisit,
  recordOfferView,
  startInvitation,
} from '../../operations/invitations/open-invitation.ts';
import { hasApplied } from '../../store/applicants.ts';
import { knownFor } from '../cookies.ts';
import { sendBack, takeFlash } from '../flash.ts';
import { consumerPage, forKnown } from '../hosted-page.ts';
import { closedPage } from '../link-problems.ts';
import { type Notice, noticePage, page } from '../page.ts';
import { afterProof, identityPage, ssnMissing, typedSsnLast4 } from '../proof.ts';
import { formOf, isKnown, returnLinkTo, showAgain, visitorOf } from '../request.ts';
import {
  hasSentForm,
  type InvitationPageRequest,
  leaveForm,
  resumeForm,
  showNotDecided,
  showStep,
  submitForm,
  takeStep,
  todayOf,
} from './apply-form.ts';
import { offersPage } from './offers-page.ts';
import { reading, shortNotice } from './shown-text.ts';

/** The application of an invited consumer: the form, the decision, the offers. */
export const invitationPage = consumerPage<InvitedLink>({
  kind: 'invitation',
  open: findInvitedLink,
  show,
  screens: {
    withdraw: askToWithdraw,
    apply: resumeForm,
    'apply/not-decided': showNotDecided,
    'apply/:step': showStep,
  },
  actions: {
    start,
    withdraw,
    identity: identify,
    offer: forKnown('identity', chooseOffer),
    leave: leaveForm,
    'apply/authorize': submitForm,
    'apply/:step': takeStep,
  },
});

/** The invitation's state; the form has its own screens. */
async function show(request: InvitationPageRequest) {
  const { c, context, opened, path, pageContext, token } = request;
  // HEAD shows nobody anything.
  if (c.req.method === 'GET') await noteVisit(context, token, opened);
  const screen = await invitationScreen(context, opened);
  if (screen.kind === 'details' && linkProblem(context, opened) === null) {
    return c.redirect(`${path}/apply`, 303);
  }
  const isCancelled = screen.kind === 'cancelled';
  const flash = takeFlash(request, isCancelled ? 'withdraw' : 'identity');
  const back = returnLinkTo(request);
  const notice = await endNotice(request, screen);
  const isOver = isCancelled || screen.kind === 'expired';
  // Whoever has the link may read what concerns nobody yet, or what they have just done.
  const isPublic = isOver ? isCancelled && flash.problem !== null : !hasApplied(opened.application);
  if (notice !== null && isPublic) return c.html(noticePage(pageContext, { ...notice, back }));
  const closed = await closedPage(request, isOver);
  if (closed) return closed;
  if (screen.kind === 'start') return showStart(request);
  if (!isKnown(request)) {
    if (screen.kind === 'in_progress' && (await hasSentForm(request))) return showInWork(request);
    const { apply, identity } = pageContext.strings;
    const lede = `${apply.identityLede(back.merchantName)} ${identity.askedAgain(...knownFor)}`;
    const view = { action: `${path}/identity`, back, flash, lede };
    return c.html(identityPage(pageContext, view));
  }
  if (notice !== null) return c.html(noticePage(pageContext, { ...notice, back }));
  return showDecision(request, screen);
}

type NoticeText = Omit<Notice, 'back'>;

/** What is said where there is nothing to do; null for a screen that has another page. */
async function endNotice(
  request: InvitationPageRequest,
  screen: InvitationScreen,
): Promise<NoticeText | null> {
  const { strings, format } = request.pageContext;
  const { apply, state } = strings;
  const { application, merchant } = request.opened;
  const merchantName = merchant.business_name;
  switch (screen.kind) {
    case 'not_yet':
      return { title: apply.notYetTitle, text: apply.notYet(format.date(screen.opensOn)) };
    case 'unavailable':
      return { title: apply.unavailableTitle, text: apply.unavailable(merchantName) };
    case 'in_review':
      return { title: state.reviewTitle, text: state.review };
    case 'declined':
      return declinedNotice(request);
    case 'cancelled':
      return hasApplied(application)
        ? { title: apply.cancelledTitle, text: apply.cancelled }
        : { title: apply.withdrawnTitle, text: apply.withdrawn(merchantName) };
    case 'expired':
      if (!hasApplied(application)) {
        return { title: apply.expiredTitle, text: apply.expired(merchantName) };
      }
      // A review whose time was over is a denial, and had no offers.
      return application.offers_expire_at === null
        ? declinedNotice(request)
        : { title: state.offerExpiredTitle, text: state.offerExpired };
    default:
      return null;
  }
}

async function declinedNotice({
  context,
  opened: { application },
  pageContext,
}: InvitationPageRequest): Promise<NoticeText> {
  const { strings, lender } = pageContext;
  const { apply, state } = strings;
  const isOnPaper = await isNoticeOnPaper(context.database.query, application);
  const coming = isOnPaper ? state.declinedOnPaper : apply.noOffers;
  const paper = isOnPaper ? '' : html`<p>${withPhoneNumbers(apply.paper(lender.phone))}</p>`;
  return {
    title: apply.noOffersTitle,
    text: application.adverse_action_notice === 'sent' ? apply.noticeSent : coming,
    more: html`${paper}<p>${lender.name}, ${lender.address}</p>`,
  };
}

/**
 * Who lends, what is asked for and what it does not do, before anything is asked. Nobody is greeted by
 * name: who has the link need not be who was invited.
 */
function showStart(request: InvitationPageRequest) {
  const { c, opened, path, pageContext } = request;
  const { strings, lender, locale, texts } = pageContext;
  const text = strings.apply;
  const merchantName = opened.merchant.business_name;
  const onDate = todayOf(request);
  const title = text.startTitle(merchantName);
  const content = html`<h1>${title}</h1>
    <p class="lede">${text.startLede(merchantName, lender.name)}</p>
    <p>${texts.current('soft_inquiry_line', locale, onDate).text}</p>
    <section>
      <h2>${text.startNeedTitle}</h2>
      <ul>${text.startNeed.map((each) => html`<li>${each}</li>`)}</ul>
    </section>
    ${shortNotice(pageContext, 'cip_notice', onDate)}
    ${reading(pageContext, texts.current('privacy_notice', locale, onDate), text.textTitles.privacy_notice)}
    <div class="actions">
      <form method="post" action="${path}/start"><button type="submit">${text.start}</button></form>
      <a class="button quiet" href="${path}/withdraw">${text.withdraw}</a>
    </div>
    <p class="small-print">${texts.current('credit_approval_line', locale, onDate).text}</p>`;
  return c.html(page(pageContext, { title }, content));
}

async function start(request: InvitationPageRequest) {
  await startInvitation(request.context, request.token);
  return showAgain(request);
}

/** The question once more: an ended invitation does not come back. */
async function askToWithdraw(request: InvitationPageRequest) {
  const { c, context, opened, path, pageContext } = request;
  const { kind } = await invitationScreen(context, opened);
  const canEnd = kind === 'start' || kind === 'details';
  if (!canEnd || linkProblem(context, opened) !== null) return showAgain(request);
  const text = pageContext.strings.apply.askWithdraw;
  const content = html`<h1>${text.title}</h1>
    <p class="lede">${text.text(opened.merchant.business_name)}</p>
    <form method="post" action="${path}/withdraw">
      <div class="actions equal">
        <button type="submit">${text.confirm}</button>
        <a class="button" href="${path}">${text.back}</a>
      </div>
    </form>`;
  return c.html(page(pageContext, { title: text.title }, content));
}

async function withdraw(request: InvitationPageRequest) {
  const { kind } = await withdrawInvitation(request.context, request.token);
  if (kind !== 'withdrawn') return showAgain(request);
  const problem = request.pageContext.strings.apply.withdrawnTitle;
  return sendBack(request, 'withdraw', { problem });
}

async function identify(request: InvitationPageRequest) {
  const { c, context, pageContext, token } = request;
  const ssnLast4 = typedSsnLast4(await formOf(c));
  if (ssnLast4 === undefined)
    return sendBack(request, 'identity', { errors: [ssnMissing(pageContext)] });
  const outcome = await identifyForInvitation(context, token, { ssnLast4 });
  return afterProof(request, outcome, { form: 'identity', asked: 'ssn_last4' });
}

async function showDecision(request: InvitationPageRequest, screen: InvitationScreen) {
  const { c, context, opened, pageContext } = request;
  const { application } = opened;
  const { apply: text, state } = pageContext.strings;
  const showNotice = (text: NoticeText) =>
    c.html(noticePage(pageContext, { ...text, back: returnLinkTo(request) }));
  switch (screen.kind) {
    case 'offers':
      return showOffers(request, screen);
    case 'in_step_up':
    case 'accepted': {
      const link =
        (await termsLinkOf(context, application)) ?? (await renewedLink(request, screen));
      if (link !== null) return c.redirect(new URL(link).pathname, 303);
      return screen.kind === 'accepted'
        ? showNotice({ title: text.acceptedTitle, text: text.accepted, tone: 'good' })
        : showNotice({ title: state.reviewTitle, text: state.review });
    }
    default:
      return showInWork(request);
  }
}

/** There is no decision yet: whoever waits asks again, the page does not by itself. */
function showInWork(request: InvitationPageRequest) {
  const { c, path, pageContext } = request;
  const { inWorkTitle: title, inWork: text, checkAgain } = pageContext.strings.apply;
  const more = html`<p class="actions"><a class="button" href="${path}">${checkAgain}</a></p>`;
  return c.html(noticePage(pageContext, { title, text, back: returnLinkTo(request), more }));
}

/** The link to the terms that wait for a one-time code, when the last one has run out; else null. */
async function renewedLink(
  { context, opened: { application }, token }: InvitationPageRequest,
  screen: InvitationScreen,
): Promise<string | null> {
  if (screen.kind !== 'in_step_up') return null;
  const chosen = await chooseInvitedOffer(context, token, application.selected_offer_id ?? '');
  return chosen.kind === 'chosen' ? chosen.termsLink : null;
}

async function showOffers(
  request: InvitationPageRequest,
  { offers, selected }: Extract<InvitationScreen, { kind: 'offers' }>,
) {
  const { c, context, opened, path, pageContext } = request;
  const { application } = opened;
  await recordOfferView(context, application, visitorOf(request));
  return c.html(
    offersPage(pageContext, {
      path,
      offers,
      selected,
      requestedAmountCents: application.requested_amount_cents,
      expiresAt: application.offers_expire_at,
      onDate: todayOf(request),
      back: returnLinkTo(request),
    }),
  );
}

async function chooseOffer(request: InvitationPageRequest) {
  const { c, context, opened, token } = request;
  const screen = await invitationScreen(context, opened);
  const chosen = (await formOf(c))('offer_uuid');
  const isOffered =
    screen.kind === 'offers' && screen.offers.some(({ offer_uuid }) => offer_uuid === chosen);
  if (!isOffered) return showAgain(request);
  const outcome = await chooseInvitedOffer(context, token, chosen);
  return outcome.kind === 'chosen'
    ? c.redirect(new URL(outcome.termsLink).pathname, 303)
    : showAgain(request);
}
