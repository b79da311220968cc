import type { Transaction } from 'kysely';
import type { LendingContext } from '../../context.ts';
import { extendLink, issueLink } from '../../store/links.ts';
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

/** A loan outlives its purchase window, and so does the account. */
const ACCOUNT_MS = 10 * 365 * 86_400_000;

/** Where the consumer signs in: the page where the account was set up. */
export async function portalSignInUrl(
  context: LendingContext,
  tx: Transaction<LendingSchema>,
  { id, sponsor_id }: Pick<ApplicationTable, 'id' | 'sponsor_id'>,
): Promise<string> {
  const now = context.clock.now(sponsor_id);
  const expiresAt = now + ACCOUNT_MS;
  const link = { kind: 'portal', subjectId: id, sponsorId: sponsor_id } as const;
  const { url } = await issueLink(tx, context, { ...link, expiresAt, now });
  await extendLink(tx, 'portal', id, expiresAt);
  return url;
}
