import type { Transaction } from 'kysely';
import { dayMs } from '../../../platform/durations.ts';
import type { LendingContext } from '../../context.ts';
import { extendLink, issueLink } from '../../store/links.ts';
import type { ApplicationTable, LendingSchema } from '../../store/schema.ts';

/** A loan outlives its purchase window, and so does the account. */
const ACCOUNT_MS = 10 * 365 * dayMs;

type Loan = Pick<
  ApplicationTable,
  'id' | 'sponsor_id' | 'portal_account_status' | 'purchase_window_ends_at'
>;

/** Whether the account is still to be set up. */
export function isPortalAwaited({ portal_account_status }: Loan): boolean {
  return portal_account_status === 'Invited';
}

/**
 * The Payment Portal's page: there the account is set up, until the purchase window ends, and there
 * the consumer signs in ever after.
 */
export async function portalUrlOf(
  context: LendingContext,
  tx: Transaction<LendingSchema>,
  loan: Loan,
): Promise<string> {
  const { id, sponsor_id, purchase_window_ends_at } = loan;
  const now = context.clock.now(sponsor_id);
  const accountEnds = now + ACCOUNT_MS;
  const expiresAt = isPortalAwaited(loan) ? (purchase_window_ends_at ?? now) : accountEnds;
  const link = { kind: 'portal', subjectId: id, sponsorId: sponsor_id } as const;
  const { url } = await issueLink(tx, context, { ...link, expiresAt, now });
  if (!isPortalAwaited(loan)) await extendLink(tx, 'portal', id, expiresAt);
  return url;
}

/** The same for a page that leads there. */
export function portalUrl(context: LendingContext, loan: Loan): Promise<string> {
  return context.database.transaction((tx) => portalUrlOf(context, tx, loan));
}
