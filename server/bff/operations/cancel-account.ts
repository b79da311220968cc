import type { Connection } from '../../platform/database/database.ts';
import { type BffContext, merchantOf } from '../context.ts';
import type { Checkout } from '../domain/checkout.ts';
import { statusOf } from '../domain/checkout-status.ts';
import { LenderError } from '../lender/lender-error.ts';
import type { CheckoutStatus } from '../merchant-api/statuses.ts';
import { checkoutsOfApplications, loadCheckout } from '../store/checkouts.ts';
import type { BffSchema } from '../store/schema.ts';
import { callTimeMs } from './call-time.ts';
import { logLenderProblem } from './lender-problem.ts';

/** What a try to cancel an account came to; `failed`: nothing happened, and it may be tried again. */
type CancelResult = 'cancelled' | 'refused' | 'failed' | 'unknown';

/**
 * Asks the lender to cancel the account of a checkout; an Admin always may.
 * @param deadlineAt of the intent, if one waits for this call
 */
export async function cancelAccount(
  context: BffContext,
  checkout: Checkout,
  deadlineAt?: number,
): Promise<{ result: CancelResult; error?: unknown }> {
  const { id, publishableKey, loan } = checkout;
  const { lender, merchants } = context;
  const requestUserId = merchantOf(merchants, publishableKey).admin_user_id;
  try {
    const applicationId = loan?.externalApplicationId ?? id;
    if (lender.cancelAccount === undefined) return { result: 'refused' };
    const totalMs = deadlineAt && callTimeMs(context, 'cancelAccount', deadlineAt);
    await lender.cancelAccount({ requestUserId, applicationId, totalMs });
    return { result: 'cancelled' };
  } catch (error) {
    logLenderProblem(context, 'cancel_not_answered', { checkout, error });
    if (!(error instanceof LenderError)) return { result: 'unknown', error };
    return { result: resultOf[error.failure], error };
  }
}

const resultOf = { refused: 'refused', unavailable: 'failed', unknown: 'unknown' } as const;

const goingOn: ReadonlySet<CheckoutStatus> = new Set([
  'applied',
  'review',
  'offers',
  'chosen',
  'accepted',
  'needs_attention',
]);

/**
 * True if another checkout goes on with the same loan: the lender answers a person who applies again
 * with the application that they have (Sponsor Lending API, consumer application endpoints).
 */
export async function isLoanShared(
  db: Connection<BffSchema>,
  { id, loan }: Checkout,
): Promise<boolean> {
  const ids = await checkoutsOfApplications(db, [loan?.externalApplicationId ?? id]);
  for (const otherId of ids) {
    const other = otherId === id ? undefined : await loadCheckout(db, otherId);
    if (other !== undefined && goingOn.has(statusOf(other))) return true;
  }
  return false;
}
