import { Deadline } from '../concurrency/deadline.ts';
import type { BffContext, Merchant } from '../context.ts';
import type { Checkout } from '../domain/checkout.ts';
import { candidatesForRefund, type RefundBooks, updateFrom } from '../domain/find-refund.ts';
import { isRefundOverdue, type Refund } from '../domain/refund.ts';
import { refundView } from '../domain/refund-view.ts';
import { refundsOf, settleRefund, voidRefund } from '../domain/refunding.ts';
import { BffError, refundBlocked, stepBlocked } from '../errors.ts';
import type { ChargeList } from '../lender/lender.ts';
import type { LenderError } from '../lender/lender-error.ts';
import type { RefundsPage, ResolveRefundRequest } from '../merchant-api/refunds.ts';
import {
  findRepeat,
  type KeyedRequest,
  keyedFor,
  onceUnderKey,
  saveKey,
} from './idempotency-key.ts';
import { orUnavailable } from './lender-problem.ts';
import { loadOwn } from './read-for-merchant.ts';
import { refundBooks, refundLists } from './reconcile-refunds.ts';
import { doubtedMs, loanToResolve } from './resolve-charge.ts';
import { syncCheckout } from './sync-checkout.ts';
import { type Change, changeStored } from './write-checkout.ts';

export interface RefundResolution {
  merchant: Merchant;
  chargeId: string;
  refundId: string;
  body: ResolveRefundRequest;
  /** `Idempotency-Key` */
  key: string | undefined;
}

/**
 * Settles an unresolved refund by the merchant's word, as far as the lender's lists bear it out; they
 * are read first, and may settle it themselves. A repeat under the same key is answered again.
 * @throws BffError `not_found`, `idempotency_conflict`, `wrong_step` for a refund that is not
 * unresolved, `refund_blocked` where the lists speak against it, `lender_unavailable`
 */
export async function resolveRefund(
  context: BffContext,
  id: string,
  resolution: RefundResolution,
): Promise<RefundsPage> {
  const { merchant, chargeId, refundId, body, key } = resolution;
  const keyed = keyedFor(context, merchant, { operation: `resolve ${refundId}`, key, body });
  const resolved = await onceUnderKey(
    async () =>
      (await findRepeat(context, keyed)) && (await ownRefund(context, id, resolution)).checkout,
    () => resolve(context, id, resolution, keyed),
  );
  const refunds = refundsOf(resolved, chargeId).flatMap((refund) => refundView(refund) ?? []);
  return { refunds, has_more: false };
}

/** @returns the checkout with the refund that was settled */
async function resolve(
  context: BffContext,
  id: string,
  resolution: RefundResolution,
  keyed: KeyedRequest | undefined,
): Promise<Checkout> {
  const deadline = new Deadline(context.timing.waitMs);
  const { merchant, refundId, body } = resolution;
  const publishableKey = merchant.publishable_key;
  const before = await unresolvedRefund(context, id, resolution);
  const list = await deadline.wait(orUnavailable(listsOfRefund(context, before)));
  // Where a list fails, the checkout's own read would fail, too, by more calls than the lender may take.
  if (list.failed === undefined) await deadline.wait(orUnavailable(syncCheckout(context, id)));
  const found = await unresolvedRefund(context, id, resolution);
  const books = await refundBooks(context, found.checkout, { loan: loanToResolve(found), list });
  const { failed } = list;
  const change = changeBy(body, { refund: found.refund, books, failed, now: context.clock.now() });
  const { after } = await changeStored(
    context,
    id,
    (current) => {
      const isUnresolved = current.refunds.some(
        (each) => each.id === refundId && each.state === 'unresolved',
      );
      if (!isUnresolved) throw stepBlocked('not_unresolved');
      return change(current);
    },
    (tx) => saveKey(tx, keyed, { checkoutId: id, targetId: refundId }),
  );
  context.log.warn({
    event: 'refund_resolved',
    checkout_id: id,
    merchant_id: publishableKey,
    key: publishableKey,
    kind: body.as,
  });
  return after;
}

interface OwnRefund {
  checkout: Checkout;
  refund: Refund;
}

async function unresolvedRefund(
  context: BffContext,
  id: string,
  resolution: RefundResolution,
): Promise<OwnRefund> {
  const own = await ownRefund(context, id, resolution);
  if (own.refund.state !== 'unresolved') throw stepBlocked('not_unresolved');
  return own;
}

/** A refund of the merchant's checkout, also one that came to nothing. @throws BffError `not_found` */
async function ownRefund(
  context: BffContext,
  id: string,
  { merchant, chargeId, refundId }: RefundResolution,
): Promise<OwnRefund> {
  const checkout = await loadOwn(context, merchant, id);
  const refund = refundsOf(checkout, chargeId).find((each) => each.id === refundId);
  if (refund === undefined) throw new BffError('not_found');
  return { checkout, refund };
}

function listsOfRefund(context: BffContext, own: OwnRefund): Promise<ChargeList> {
  const { checkout, refund } = own;
  return refundLists(context, checkout, { loan: loanToResolve(own), watched: [refund] });
}

interface ReadRecords {
  refund: Refund;
  books: RefundBooks;
  /** Why a list could not be read. */
  failed: LenderError | undefined;
  now: number;
}

/** @throws BffError `refund_blocked`; `lender_unavailable` where a list that was not read may bear it out */
function changeBy(body: ResolveRefundRequest, { refund, books, failed, now }: ReadRecords): Change {
  const { id } = refund;
  const candidates = candidatesForRefund(refund, books);
  if (body.as === 'refunded') {
    const { refund_request_uuid: uuid = null } = body;
    const named = candidates.filter(
      ({ rows }) => uuid === null || rows.some((row) => row.paymentRequestUuid === uuid),
    );
    const isOverdue = isRefundOverdue(refund, now);
    // A list that was read to its end, and has no such refund, says that there is none.
    const isDenied = named.length === 0 && books.isWhole && !isOverdue;
    if (isDenied) throw refundBlocked('lender_records');
    const found = uuid === null ? undefined : updateFrom(named);
    const update = found ?? { state: isOverdue ? 'settled' : 'pending', refundUuid: uuid };
    return (current) => settleRefund(current, id, { update, now });
  }
  const isThere = candidates.some(
    // What is given to another one is not this one by the merchant's word.
    (each) => (each.refund?.id ?? id) === id && each.state !== 'failed',
  );
  const isTooSoon = !books.isWhole && now < refund.startedAt + doubtedMs;
  if (isThere) throw refundBlocked('lender_records');
  if (isTooSoon && failed) throw new BffError('lender_unavailable', { cause: failed });
  if (isTooSoon) throw refundBlocked('lender_records');
  return (current) => voidRefund(current, id, now);
}
