import type { Context } from 'hono';
import type { LendingContext } from '../../context.ts';
import { linkProblem } from '../../operations/identity/hosted-link.ts';
import type { InvitationScreen } from '../../operations/invitations/invitation-screen.ts';
import { type InvitedLink, termsLinkOf } from '../../operations/invitations/invited-link.ts';
import { recordOfferView } from '../../operations/invitations/record-offer-view.ts';
import { hasApplied } from '../../store/applicants.ts';
import { linkProblemPage, nothingLeftPage } from '../link-problem-page.ts';
import { noticePage } from '../notice-page.ts';
import { type Reader, pageReader } from '../reader.ts';
import { isIdentified } from '../page-session.ts';
import type { FieldError } from '../parts.ts';
import { visitorOf, wayBackTo } from '../request.ts';
import { identityPage } from '../terms/identity-page.ts';
import { todayOf } from './apply-form.ts';
import { afterTerms, endNotice, inWorkNotice } from './end-notices.ts';
import { offersPage } from './offers-page.ts';
import { startPage } from './start-page.ts';

export interface ShownInvitation {
  /** `/invitation/{token}` */
  path: string;
  hosted: InvitedLink;
  screen: InvitationScreen;
  /** Of the identity question. */
  errors: readonly FieldError[];
  /** This browser has just withdrawn it. */
  isWithdrawn: boolean;
}

/** Draws what an invitation has come to; the form has pages of its own. */
export async function showInvitation(context: LendingContext, c: Context, shown: ShownInvitation) {
  const { path, hosted, screen, errors, isWithdrawn } = shown;
  const { application, merchant, link } = hosted;
  const reader = pageReader(context.config, application.locale);
  const back = wayBackTo(context, c, hosted);
  const ended = endNotice(reader, screen, merchant.business_name);
  const isKnown = isIdentified(context, c, link);
  if (isOver(screen) && !isKnown && !isWithdrawn) return nothingLeftPage(context, c, hosted);
  const isPublic = !hasApplied(application) || isOver(screen);
  if (ended !== null && isPublic) return c.html(noticePage(reader, { ...ended, back }));
  const problem = linkProblem(context, hosted);
  if (problem !== null) return linkProblemPage(context, c, hosted, problem);
  if (screen.kind === 'start') {
    const view = { path, merchantName: merchant.business_name, onDate: todayOf(context, hosted) };
    return c.html(startPage(reader, view));
  }
  if (!isKnown) {
    const lede = reader.strings.apply.identityLede(back.merchantName);
    const view = { action: `${path}/identity`, back, errors, lede };
    return c.html(identityPage(reader, view));
  }
  if (ended !== null) return c.html(noticePage(reader, { ...ended, back }));
  return showDecision(context, c, reader, shown);
}

/** Nothing can be done on the page any more. */
function isOver({ kind }: InvitationScreen): boolean {
  return kind === 'cancelled' || kind === 'expired';
}

async function showDecision(
  context: LendingContext,
  c: Context,
  reader: Reader,
  { path, hosted, screen }: ShownInvitation,
) {
  const back = wayBackTo(context, c, hosted);
  switch (screen.kind) {
    case 'offers':
      return showOffers(context, c, reader, { path, hosted, ...screen });
    case 'in_step_up':
    case 'accepted': {
      const link = await termsLinkOf(context, hosted.application);
      if (link !== null) return c.redirect(new URL(link).pathname, 303);
      return c.html(noticePage(reader, { ...afterTerms(reader, screen.kind), back }));
    }
    default:
      return c.html(noticePage(reader, { ...inWorkNotice(reader, path), back }));
  }
}

type Offered = Pick<ShownInvitation, 'path' | 'hosted'> &
  Extract<InvitationScreen, { kind: 'offers' }>;

async function showOffers(
  context: LendingContext,
  c: Context,
  reader: Reader,
  { path, hosted, offers, selected }: Offered,
) {
  const { application } = hosted;
  await recordOfferView(context, application, visitorOf(c, context));
  const page = offersPage(reader, {
    path,
    offers,
    selected,
    requestedAmountCents: application.requested_amount_cents,
    expiresAt: application.offers_expire_at,
    onDate: todayOf(context, hosted),
  });
  return c.html(page);
}
