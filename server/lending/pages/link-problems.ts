import type { Context } from 'hono';
import { html } from 'hono/html';
import { easternDate } from '../../platform/calendar/eastern-time.ts';
import type { LendingContext } from '../context.ts';
import type { Html } from '../documents/html.ts';
import { dayLockEnd } from '../domain/attempt-limits.ts';
import {
  type LinkProblem,
  linkProblem,
  mailLinkOnRequest,
} from '../operations/identity/hosted-link.ts';
import { mailedLinkState } from '../operations/identity/mailed-link.ts';
import { sayDone, sendBack, takeFlash } from './flash.ts';
import { noticePage } from './page.ts';
import { pageContextFor } from './page-context.ts';
import { isKnown, localeOf, type PageRequest, returnLinkTo, showAgain } from './request.ts';

const status = {
  replaced: 410,
  expired: 410,
  link_locked: 403,
  day_locked: 403,
  link_and_day_locked: 403,
} as const satisfies Record<LinkProblem, number>;

/** A token that leads to nothing: whoever has it learns no more. */
export function unknownLink(context: LendingContext, c: Context) {
  const pageContext = pageContextFor(context.config, localeOf(c));
  const { unknownTitle, unknown } = pageContext.strings.link;
  return c.html(noticePage(pageContext, { title: unknownTitle, text: unknown, back: null }), 404);
}

/**
 * What is shown in place of a page that may not be shown now: to a stranger nothing of what is over,
 * and of a link that opens nothing, why and how to go on. Null if the page may be shown.
 */
export async function closedPage(request: PageRequest, isOver: boolean): Promise<Response | null> {
  const { c, pageContext } = request;
  if (isOver && isKnown(request)) return null;
  const back = returnLinkTo(request);
  if (isOver) {
    // The same whatever has ended.
    const { nothingLeftTitle: title, nothingLeft, invitationOver } = pageContext.strings.link;
    const isInvitation = request.opened.link.kind === 'invitation';
    const text = isInvitation ? invitationOver(back.merchantName) : nothingLeft;
    return c.html(noticePage(pageContext, { title, text, back }));
  }
  const problem = linkProblem(request.context, request.opened);
  if (problem === null) return null;
  const notice = await problemNotice(request, problem);
  return c.html(noticePage(pageContext, { ...notice, back }), status[problem]);
}

interface ProblemNotice {
  readonly title: string;
  readonly text: string;
  readonly more: Html;
}

/** What is the matter with a link; nothing of what it leads to. */
export async function problemNotice(
  request: PageRequest,
  problem: LinkProblem,
): Promise<ProblemNotice> {
  const { context, opened, pageContext } = request;
  const { link: text } = pageContext.strings;
  const today = easternDate(context.clock.now(opened.application.sponsor_id));
  const until = pageContext.format.dateTime(dayLockEnd(today));
  switch (problem) {
    case 'replaced':
      return {
        title: text.replacedTitle,
        text: text.replaced[opened.link.kind],
        more: html``,
      };
    case 'expired':
      return { title: text.expiredTitle, text: text.expired, more: html`` };
    case 'day_locked':
      return { title: text.dayLockedTitle, text: text.dayLocked(until), more: html`` };
    case 'link_locked':
      return { title: text.lockedTitle, text: text.locked, more: await newLink(request, until) };
    case 'link_and_day_locked':
      return {
        title: text.dayLockedTitle,
        text: text.bothLocked(until),
        more: await newLink(request, until),
      };
  }
}

const mailForm = 'mail_link';

/**
 * What became of the new link, and the button that asks for one; never where it went.
 * @param until the end of a lock for the day
 */
async function newLink(request: PageRequest, until: string): Promise<Html> {
  const { context, opened, path, pageContext } = request;
  const { link: text } = pageContext.strings;
  const { problem } = takeFlash(request, mailForm);
  const state = await mailedLinkState(context, context.database.query, opened);
  const mailed = {
    ...text.mailed,
    for_later: text.mailedForLater(until),
    too_late: text.mailAgain,
  };
  return html`<p>${problem ?? mailed[state]}</p>
    <form method="post" action="${path}/mail-link">
      <button type="submit">${text.mailButton}</button>
    </form>`;
}

/** The button of a locked page: a new link goes to the consumer's own e-mail. */
export async function mailNewLink(request: PageRequest) {
  const { context, opened, pageContext, token } = request;
  const { kind } = await mailLinkOnRequest(context, opened.link.kind, token);
  if (kind === 'sent') return sayDone(request, pageContext.strings.done.linkMailed);
  // The page itself says what else there is to say.
  if (kind !== 'already_sent') return showAgain(request);
  return sendBack(request, mailForm, { problem: pageContext.strings.link.mailAgain });
}
