import type { Transaction } from 'kysely';
import type { LendingContext } from '../../context.ts';
import { issueLink } from '../../store/links.ts';
import type { ApplicationTable, LendingSchema } from '../../store/schema.ts';

/** The Payment Portal's set-up page while there is something to set up, else null. */
export async function portalUrlOf(
  context: LendingContext,
  tx: Transaction<LendingSchema>,
  application: ApplicationTable,
): Promise<string | null> {
  const { id, sponsor_id, portal_account_status, purchase_window_ends_at } = application;
  if (portal_account_status !== 'Invited' || purchase_window_ends_at === null) return null;
  const { url } = await issueLink(tx, context, {
    kind: 'portal',
    subjectId: id,
    sponsorId: sponsor_id,
    expiresAt: purchase_window_ends_at,
    now: context.clock.now(sponsor_id),
  });
  return url;
}
