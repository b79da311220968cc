import type { Context } from 'hono';
import { html } from 'hono/html';
import type { LendingContext } from '../context.ts';
import type { HostedLink, LinkProblem } from '../operations/identity/hosted-link.ts';
import { mailedLinkState } from '../operations/identity/mailed-link.ts';
import { type LinkForm, takeFlash } from './flash.ts';
import { noticePage } from './notice-page.ts';
import type { Html } from '../documents/html.ts';
import { type Reader, pageReader } from './reader.ts';
import { localeOf, wayBackTo } from './request.ts';

const STATUS = {
  replaced: 410,
  expired: 410,
  link_locked: 403,
  day_locked: 403,
  link_and_day_locked: 403,
} as const satisfies Record<LinkProblem, number>;

/** A token that leads to nothing: whoever has it learns no more. */
export function unknownLink(context: LendingContext, c: Context) {
  const reader = pageReader(context.config, localeOf(c));
  const { unknownTitle, unknown } = reader.strings.link;
  return c.html(noticePage(reader, { title: unknownTitle, text: unknown, back: null }), 404);
}

/** Why a link opens nothing any more, and how to go on; nothing of what it led to. */
export async function linkProblemPage(
  context: LendingContext,
  c: Context,
  hosted: HostedLink,
  problem: LinkProblem,
) {
  const reader = pageReader(context.config, hosted.application.locale);
  const { title, text, more } = await problemNotice(context, c, reader, { hosted, problem });
  const notice = { title, text, more, back: wayBackTo(context, c, hosted) };
  return c.html(noticePage(reader, notice), STATUS[problem]);
}

/** Where nothing is left to do, for who has not said who they are: the same whatever has ended. */
export function nothingLeftPage(context: LendingContext, c: Context, hosted: HostedLink) {
  const reader = pageReader(context.config, hosted.application.locale);
  const { nothingLeftTitle, nothingLeft } = reader.strings.link;
  const back = wayBackTo(context, c, hosted);
  return c.html(noticePage(reader, { title: nothingLeftTitle, text: nothingLeft, back }));
}

/** The problem as a notice, for a page that has other parts as well. */
export async function problemNotice(
  context: LendingContext,
  c: Context,
  { strings }: Reader,
  { hosted, problem }: { hosted: HostedLink; problem: LinkProblem },
): Promise<{ title: string; text: string; more: Html }> {
  const { link: text } = strings;
  switch (problem) {
    case 'replaced':
      return { title: text.replacedTitle, text: text.replaced[hosted.link.kind], more: html`` };
    case 'expired':
      return { title: text.expiredTitle, text: text.expired, more: html`` };
    case 'day_locked':
      return { title: text.dayLockedTitle, text: text.dayLocked, more: html`` };
    case 'link_locked':
    case 'link_and_day_locked': {
      const isDayLocked = problem === 'link_and_day_locked';
      return {
        title: isDayLocked ? text.dayLockedTitle : text.lockedTitle,
        text: isDayLocked ? text.bothLocked : text.locked,
        more: await newLink(context, c, strings, hosted),
      };
    }
  }
}

/** What became of the new link, and the button that asks for one; never where it went. */
async function newLink(
  context: LendingContext,
  c: Context,
  { link: text }: Reader['strings'],
  hosted: HostedLink,
): Promise<Html> {
  const at = mailLinkForm(c, hosted);
  const { problem } = takeFlash(context, c, at);
  const state = await mailedLinkState(context, context.database.query, hosted);
  return html`<p>${problem ?? text.mailed[state]}</p>
    <form method="post" action="${at.path}/mail-link">
      <button type="submit">${text.mailButton}</button>
    </form>`;
}

/** The form that asks for a new link, on the page of the locked one. */
export function mailLinkForm(c: Context, { link }: Pick<HostedLink, 'link'>): LinkForm {
  return { link, path: `/${link.kind}/${c.req.param('token') ?? ''}`, form: 'mail_link' };
}
