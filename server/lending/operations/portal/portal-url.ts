import type { Transaction } from 'kysely';
import { dayMs } from '../../../platform/durations.ts';
import type { LendingContext } from '../../context.ts';
import { extendLink, issueLink, type LinkRequest } from '../../store/links.ts';
import type { ApplicationRow } from '../../store/schema/applications.ts';
import type { LendingSchema } from '../../store/schema.ts';
import { linkForEmail } from '../identity/mailed-link.ts';

/** A loan outlives its purchase window, and so does the account. */
const accountMs = 10 * 365 * dayMs;

type Loan = Pick<
  ApplicationRow,
  | 'id'
  | 'sponsor_id'
  | 'portal_account_status'
  | 'purchase_window_ends_at'
  | 'identity_failures_total'
>;

/** True if the account is still to be set up. */
export function isPortalAwaited({ portal_account_status }: Loan): boolean {
  return portal_account_status === 'Invited';
}

/**
 * The Payment Portal's page as an e-mail to the consumer carries it: there the account is set up,
 * until the purchase window ends, and there the consumer signs in ever after.
 */
export async function portalUrlOf(
  context: LendingContext,
  tx: Transaction<LendingSchema>,
  loan: Loan,
): Promise<string> {
  const request = requestOf(context, loan);
  const url = await linkForEmail(context, tx, loan, request);
  await extendLink(tx, 'portal', loan.id, request.expiresAt);
  return url;
}

/** The same for a page that leads there; a mailed link is never shown. */
export function portalUrl(context: LendingContext, loan: Loan): Promise<string> {
  return context.database.transaction(async (tx) => {
    const request = requestOf(context, loan);
    const { url } = await issueLink(tx, context, request);
    await extendLink(tx, 'portal', loan.id, request.expiresAt);
    return url;
  });
}

function requestOf({ clock }: LendingContext, loan: Loan): LinkRequest {
  const { id, sponsor_id, purchase_window_ends_at } = loan;
  const now = clock.now(sponsor_id);
  const expiresAt = isPortalAwaited(loan) ? (purchase_window_ends_at ?? now) : now + accountMs;
  return { kind: 'portal', subjectId: id, sponsorId: sponsor_id, expiresAt, now };
}
