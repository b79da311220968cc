import type { LendingContext } from '../../context.ts';
import { liveLinkUrl } from '../../store/links.ts';
import type { ApplicationTable } from '../../store/schema.ts';

/** The terms page of an application on which an offer was chosen; null when its link is over. */
export function termsLinkOf(
  context: LendingContext,
  { id, sponsor_id }: Pick<ApplicationTable, 'id' | 'sponsor_id'>,
): Promise<string | null> {
  const now = context.clock.now(sponsor_id);
  return liveLinkUrl(context.database.query, context, { kind: 'terms', subjectId: id, now });
}
