import { Deadline } from '../concurrency/deadline.ts';
import { type BffContext, type Merchant, merchantOf } from '../context.ts';
import { type Authorization, outcomeOf } from '../domain/charge.ts';
import { chargeView } from '../domain/charge-view.ts';
import {
  authorizeCharge,
  confirmAuthorization,
  settleCharge,
  withdrawAuthorization,
} from '../domain/charging.ts';
import type { Checkout } from '../domain/checkout.ts';
import { BffError, chargeBlocked } from '../errors.ts';
import type { Lender } from '../lender/lender.ts';
import { isRefusal, LenderError } from '../lender/lender-error.ts';
import type { ApproveChargeRequest, ChargeView } from '../merchant-api/charges.ts';
import {
  findRepeat,
  type KeyedRequest,
  keyedRequest,
  onceUnderKey,
  saveKey,
} from './idempotency-key.ts';
import { logLenderProblem, orUnavailable } from './lender-problem.ts';
import { chargeOf, loadCharge, loadOwn } from './read-for-merchant.ts';
import { checkoutAfterCall, syncCheckout, trySync } from './sync-checkout.ts';
import { changeStored } from './write-checkout.ts';

interface Approval {
  merchant: Merchant;
  chargeId: string;
  body: ApproveChargeRequest;
  /** `Idempotency-Key` */
  key: string;
}

/**
 * Approves a charge for the consumer, who has authorised it elsewhere: by what is stored and sent with
 * it. A repeat whose charge still waits asks the lender again: it approves a charge once.
 * @throws BffError `not_found`, `not_supported`, `idempotency_conflict`,
 * `charge_blocked`, `lender_unavailable`
 */
export async function approveForConsumer(
  context: BffContext,
  id: string,
  { merchant, chargeId, body, key }: Approval,
): Promise<ChargeView> {
  const deadline = new Deadline(context.timing.waitMs);
  await loadCharge(context, merchant, { id, chargeId });
  if (merchant.may_approve !== true) throw chargeBlocked('not_allowed');
  const approveOnBehalf = context.lender.approveOnBehalf?.bind(context.lender);
  if (approveOnBehalf === undefined) throw new BffError('not_supported');
  const keyed = keyedRequest(context, merchant, { operation: `approve ${chargeId}`, key, body });
  await findRepeat(context, keyed);
  await deadline.wait(orUnavailable(syncCheckout(context, id)));
  const of = { merchant, id, chargeId, keyed };
  return onceUnderKey(
    () => approvedUnder(context, of),
    () => approve(context, { ...of, body, deadline, approveOnBehalf }),
  );
}

interface KeyedCharge {
  merchant: Merchant;
  /** The checkout's. */
  id: string;
  chargeId: string;
  keyed: KeyedRequest;
}

/** The charge that was approved under this key; undefined while it waits. */
async function approvedUnder(
  context: BffContext,
  { merchant, id, chargeId, keyed }: KeyedCharge,
): Promise<ChargeView | undefined> {
  const checkout = await loadOwn(context, merchant, id);
  const { authorization, state } = chargeOf(checkout, chargeId);
  const known = await findRepeat(context, keyed);
  if (known === undefined || authorization === null || state === 'pending') return undefined;
  return viewOf(checkout, chargeId);
}

interface KeyedApproval extends KeyedCharge {
  body: ApproveChargeRequest;
  deadline: Deadline;
  approveOnBehalf: NonNullable<Lender['approveOnBehalf']>;
}

/** Makes the call for a charge that waits, or joins the one that is in flight. */
async function approve(
  context: BffContext,
  { merchant, id, chargeId, keyed, body, deadline, approveOnBehalf }: KeyedApproval,
): Promise<ChargeView> {
  const { state } = await loadCharge(context, merchant, { id, chargeId });
  if (state !== 'pending') throw chargeBlocked('not_waiting');
  await context.database.transaction((tx) =>
    saveKey(tx, keyed, { checkoutId: id, targetId: chargeId }),
  );
  const authorization = {
    method: body.authorization_method,
    reference: body.authorization_reference,
    at: context.clock.now(),
  };
  const callKey = `approve ${chargeId}`;
  if (!context.calls.has(callKey)) {
    const call = () => requestApproval(context, { id, chargeId, authorization, approveOnBehalf });
    context.calls.begin({ id, key: callKey }, call);
  }
  return viewOf(await checkoutAfterCall(context, { id, key: callKey, deadline }), chargeId);
}

interface ApprovalCall {
  /** The checkout's. */
  id: string;
  chargeId: string;
  authorization: Authorization;
  approveOnBehalf: NonNullable<Lender['approveOnBehalf']>;
}

/**
 * Writes the intent, makes the call, and writes what came of it. If the answer was lost, the lender's
 * lists tell how the charge stands.
 * @returns the checkout as it is then
 * @throws BffError `charge_blocked`, `lender_unavailable` when nothing happened
 */
async function requestApproval(
  context: BffContext,
  { id, chargeId, authorization, approveOnBehalf }: ApprovalCall,
): Promise<Checkout> {
  const { after: checkout } = await changeStored(context, id, (current) =>
    authorizeCharge(current, chargeId, authorization),
  );
  const { paymentRequestUuid, authorization: told } = chargeOf(checkout, chargeId);
  const { admin_user_id } = merchantOf(context.merchants, checkout.publishableKey);
  try {
    const { lenderStatus: state } = await approveOnBehalf({
      requestUserId: admin_user_id,
      paymentRequestUuid: paymentRequestUuid ?? '',
      authorization: told ?? undefined,
    });
    const update = { state, paymentRequestUuid: null };
    const now = context.clock.now();
    const { after } = await changeStored(context, id, (current) => {
      const confirmed = confirmAuthorization(current, chargeId, told ?? authorization);
      // The reconciler may have seen it first.
      const isWaiting = chargeOf(current, chargeId).state === 'pending';
      return isWaiting ? settleCharge(confirmed, chargeId, { update, now }) : confirmed;
    });
    return after;
  } catch (error) {
    logLenderProblem(context, 'approval_not_answered', { checkout, error });
    if (!(error instanceof LenderError) || error.failure === 'unknown') return checkout;
    return settleFailure(context, { id, chargeId, error });
  }
}

/** A charge that is approved already is refused, too: the consumer may have been first. */
async function settleFailure(
  context: BffContext,
  { id, chargeId, error }: { id: string; chargeId: string; error: LenderError },
): Promise<Checkout> {
  await trySync(context, id);
  const { after } = await changeStored(context, id, (current) =>
    withdrawAuthorization(current, chargeId),
  );
  if (outcomeOf(chargeOf(after, chargeId)) === 'approved') return after;
  if (error.failure === 'unavailable') throw new BffError('lender_unavailable', { cause: error });
  throw chargeBlocked(isRefusal(error, 403) ? 'not_enabled' : 'lender', error);
}

function viewOf(checkout: Checkout, chargeId: string): ChargeView {
  const view = chargeView(chargeOf(checkout, chargeId), checkout.refunds);
  if (view === undefined) throw new BffError('not_found');
  return view;
}
