import type { Context } from 'hono';
import type { LendingContext } from '../context.ts';
import type { HostedKind, LinkProblem } from '../operations/identity/hosted-link.ts';
import { type Notice, noticePage } from './notice-page.ts';
import type { Reader } from './page.ts';
import type { WayBack } from './parts.ts';
import { readerFor } from './reader.ts';
import { localeOf } from './request.ts';

const STATUS = { replaced: 410, expired: 410, link_locked: 403, day_locked: 403 } as const;

/** A token that leads to nothing: whoever has it learns no more. */
export function unknownLink(context: LendingContext, c: Context) {
  const reader = readerFor(context.config, localeOf(c));
  const { unknownTitle, unknown } = reader.strings.link;
  return c.html(noticePage(reader, { title: unknownTitle, text: unknown, back: null }), 404);
}

export interface ProblemOptions {
  kind: HostedKind;
  problem: LinkProblem;
  back: WayBack;
}

/** Why a link opens nothing any more, and where to go on. */
export function linkProblemPage(
  c: Context,
  reader: Reader,
  { kind, problem, back }: ProblemOptions,
) {
  const notice: Notice = { ...problemText(reader, kind, problem), back };
  return c.html(noticePage(reader, notice), STATUS[problem]);
}

function problemText({ strings }: Reader, kind: HostedKind, problem: LinkProblem) {
  const { link } = strings;
  const isCharge = kind === 'charge';
  switch (problem) {
    case 'replaced':
      return { title: link.replacedTitle, text: isCharge ? link.chargeReplaced : link.replaced };
    case 'expired':
      return { title: link.expiredTitle, text: link.expired };
    case 'link_locked':
      return { title: link.lockedTitle, text: isCharge ? link.chargeLocked : link.locked };
    case 'day_locked':
      return { title: link.dayLockedTitle, text: link.dayLocked };
  }
}
