import type { LendingContext, Sponsor } from '../../context.ts';
import { monthsDownTo, type StatementMonth, statementMonth } from '../../domain/statements.ts';
import { LendingError } from '../../errors.ts';
import { findMerchant } from '../../store/merchants.ts';
import type { MerchantTable } from '../../store/schema.ts';
import type { StatementScope } from '../../store/statements.ts';
import { actingUser } from '../acting-user.ts';

/** The statements of a user's merchant, as far as the user may see them. */
export interface VisibleStatements {
  merchant: MerchantTable;
  scope: StatementScope;
  /** The newest first; the first of them is still open. */
  months: readonly StatementMonth[];
  /** The sponsor's time, epoch milliseconds. */
  now: number;
}

/**
 * There is a statement of every month since the merchant became active. Throws `not_found` for an
 * unknown user and `forbidden` for one that is not active.
 */
export async function visibleStatements(
  { database, clock }: LendingContext,
  sponsor: Sponsor,
  requestUserId: string,
): Promise<VisibleStatements> {
  const { user, reach } = await actingUser(database.query, {
    sponsorId: sponsor.id,
    requestUserId,
    action: 'view_consumers',
    namedIn: 'path',
  });
  const merchant = await findMerchant(database.query, sponsor.id, user.merchant_id);
  if (!merchant) throw new LendingError('not_found', 'Not found.');
  const scope = {
    sponsorId: sponsor.id,
    merchantId: merchant.id,
    invitedBy: reach === 'own' ? user.user_id : undefined,
  };
  const now = clock.now(sponsor.id);
  return { merchant, scope, now, months: monthsOf(merchant, now) };
}

function monthsOf({ activated_at }: MerchantTable, now: number): StatementMonth[] {
  return activated_at === null
    ? []
    : monthsDownTo(statementMonth(activated_at), statementMonth(now));
}
