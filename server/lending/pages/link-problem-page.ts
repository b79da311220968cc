import type { Context } from 'hono';
import type { LendingContext } from '../context.ts';
import type { HostedLink, LinkProblem } from '../operations/identity/hosted-link.ts';
import { wayOn } from '../operations/identity/way-on.ts';
import { type Notice, noticePage } from './notice-page.ts';
import type { Reader } from './page.ts';
import type { WayBack } from './parts.ts';
import { readerFor } from './reader.ts';
import { localeOf } from './request.ts';

const STATUS = {
  replaced: 410,
  expired: 410,
  link_locked: 403,
  day_locked: 403,
  link_and_day_locked: 403,
} as const satisfies Record<LinkProblem, number>;

/** A token that leads to nothing: whoever has it learns no more. */
export function unknownLink(context: LendingContext, c: Context) {
  const reader = readerFor(context.config, localeOf(c));
  const { unknownTitle, unknown } = reader.strings.link;
  return c.html(noticePage(reader, { title: unknownTitle, text: unknown, back: null }), 404);
}

export interface ProblemOptions {
  hosted: HostedLink;
  problem: LinkProblem;
  back: WayBack;
}

/** Why a link opens nothing any more, and where to go on. */
export function linkProblemPage(
  c: Context,
  reader: Reader,
  { hosted, problem, back }: ProblemOptions,
) {
  const notice: Notice = { ...problemText(reader, hosted, problem), back };
  return c.html(noticePage(reader, notice), STATUS[problem]);
}

export function problemText(
  { strings }: Reader,
  { link, application }: Pick<HostedLink, 'link' | 'application'>,
  problem: LinkProblem,
): { title: string; text: string } {
  const { kind } = link;
  const text = strings.link;
  const way = wayOn(link, application);
  switch (problem) {
    case 'replaced':
      return kind === 'charge'
        ? { title: text.chargeReplacedTitle, text: text.chargeReplaced }
        : { title: text.replacedTitle, text: text.replaced[kind] };
    case 'expired':
      return way === 'portal'
        ? { title: strings.accepted.usedTitle, text: text.expiredAfterAcceptance }
        : { title: text.expiredTitle, text: text.expired };
    case 'link_locked':
      return { title: text.lockedTitle, text: text.locked[way] };
    case 'day_locked':
      return { title: text.dayLockedTitle, text: text.dayLocked[kind] };
    case 'link_and_day_locked':
      return { title: text.dayLockedTitle, text: text.bothLocked[way] };
  }
}
