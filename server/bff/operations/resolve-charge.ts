import { hourMs } from '../../platform/durations.ts';
import { Deadline } from '../concurrency/deadline.ts';
import type { BffContext, Merchant } from '../context.ts';
import type { Charge } from '../domain/charge.ts';
import { chargesOf } from '../domain/charge-view.ts';
import { endWithoutMoney, isOverdue, settleCharge } from '../domain/charging.ts';
import { type Checkout, chargeById } from '../domain/checkout.ts';
import {
  type ChargeUpdate,
  candidatesFor,
  fits,
  isOf,
  type LendersBooks,
  mayMoveMoney,
  updateFrom,
} from '../domain/find-charge.ts';
import type { Loan } from '../domain/loan.ts';
import { BffError, chargeBlocked, stepBlocked } from '../errors.ts';
import type { ChargeList, ChargeRecord } from '../lender/lender.ts';
import type { ChargesPage, ResolveChargeRequest } from '../merchant-api/charges.ts';
import {
  findRepeat,
  type KeyedRequest,
  keyedFor,
  onceUnderKey,
  saveKey,
} from './idempotency-key.ts';
import { orUnavailable } from './lender-problem.ts';
import { orRefunded } from './lenders-refunds.ts';
import { loadOwn } from './read-for-merchant.ts';
import { booksOf, readListsInPart } from './reconcile-charges.ts';
import { syncCheckout } from './sync-checkout.ts';
import { type Change, changeStored } from './write-checkout.ts';

/** After that a lender's lists may be read in part, and the merchant's word still counts. */
export const doubtedMs = 48 * hourMs;

export interface ChargeResolution {
  merchant: Merchant;
  chargeId: string;
  body: ResolveChargeRequest;
  /** `Idempotency-Key` */
  key: string | undefined;
}

/**
 * Settles an unresolved charge by the merchant's word, as far as the lender's lists bear it out; they
 * are read first, and may settle it themselves. A repeat under the same key is answered again.
 * @throws BffError `not_found`, `idempotency_conflict`, `wrong_step` for a charge that is not unresolved, `charge_blocked`
 * where the lists speak against it, `lender_unavailable`
 */
export async function resolveCharge(
  context: BffContext,
  id: string,
  { merchant, chargeId, body, key }: ChargeResolution,
): Promise<ChargesPage> {
  const keyed = keyedFor(context, merchant, { operation: `resolve ${chargeId}`, key, body });
  const resolved = await onceUnderKey(
    async () =>
      (await findRepeat(context, keyed)) &&
      (await ownCharge(context, { merchant, id, chargeId })).checkout,
    () => resolve(context, id, { merchant, chargeId, body, keyed }),
  );
  return { charges: chargesOf(resolved), has_more: false };
}

type KeyedResolution = Omit<ChargeResolution, 'key'> & { keyed: KeyedRequest | undefined };

/** @returns the checkout with the charge that was settled */
async function resolve(
  context: BffContext,
  id: string,
  { merchant, chargeId, body, keyed }: KeyedResolution,
): Promise<Checkout> {
  const deadline = new Deadline(context.timing.waitMs);
  const publishableKey = merchant.publishable_key;
  const before = await unresolvedCharge(context, { merchant, id, chargeId });
  const list = await deadline.wait(orUnavailable(listsOfCharge(context, before)));
  // Where a list fails, the checkout's own read would fail, too, by more calls than the lender may take.
  if (list.failed === undefined) await deadline.wait(orUnavailable(syncCheckout(context, id)));
  const found = await unresolvedCharge(context, { merchant, id, chargeId });
  const { checkout, charge } = found;
  const books = await booksOf(context, checkout, {
    loan: loanToResolve(found),
    list,
    charges: [charge],
  });
  const change = await changeBy(context, found, { body, books });
  const { after } = await changeStored(
    context,
    checkout.id,
    (current) => {
      const charge = chargeById(current, chargeId);
      if (charge?.state !== 'unresolved') throw stepBlocked('not_unresolved');
      return change(current);
    },
    (tx) => saveKey(tx, keyed, { checkoutId: id, targetId: chargeId }),
  );
  context.log.warn({
    event: 'charge_resolved',
    checkout_id: id,
    merchant_id: publishableKey,
    key: publishableKey,
    kind: body.as,
    payment_request_uuid: body.as === 'charged' ? body.payment_request_uuid : null,
  });
  return after;
}

type ChargePath = Pick<ChargeResolution, 'merchant' | 'chargeId'> & { id: string };

interface OwnCharge {
  checkout: Checkout;
  charge: Charge;
}

async function unresolvedCharge(context: BffContext, path: ChargePath): Promise<OwnCharge> {
  const own = await ownCharge(context, path);
  if (own.charge.state !== 'unresolved') throw stepBlocked('not_unresolved');
  return own;
}

/** A charge of the merchant's checkout, also one that came to nothing. @throws BffError `not_found` */
async function ownCharge(
  context: BffContext,
  { merchant, id, chargeId }: ChargePath,
): Promise<OwnCharge> {
  const checkout = await loadOwn(context, merchant, id);
  const charge = chargeById(checkout, chargeId);
  if (charge === undefined) throw new BffError('not_found');
  return { checkout, charge };
}

function listsOfCharge(context: BffContext, own: OwnCharge): Promise<ChargeList> {
  const since = { loanNumber: loanToResolve(own).loanNumber, from: own.charge.startedAt };
  return readListsInPart(context, own.checkout, since);
}

/** The loan whose lists say what became of a charge or refund. @throws BffError `wrong_step` */
export function loanToResolve({ checkout: { loan } }: Pick<OwnCharge, 'checkout'>): Loan {
  if (loan === null) throw stepBlocked('not_unresolved');
  return loan;
}

/** @throws BffError `charge_blocked`; `lender_unavailable` where a list that was not read may bear it out */
async function changeBy(
  context: BffContext,
  { checkout, charge }: OwnCharge,
  { body, books }: { body: ResolveChargeRequest; books: LendersBooks },
): Promise<Change> {
  const { list, loan } = books;
  const now = context.clock.now();
  const candidates = candidatesFor(charge, books);
  const fitting = candidates.filter((record) => fits(charge, record, loan));
  // A row that has its name is it, however little else it says.
  const rows = [...list.records.filter((record) => isOf(charge, record)), ...fitting];
  if (body.as === 'charged') {
    const named = rows.filter((row) => row.paymentRequestUuid === body.payment_request_uuid);
    if (named.length === 0) throw notBorneOut(list);
    // What is among the transactions was approved; so long after its end, no request waits any more,
    // though the lender may go on listing it.
    const isMade = named.some((row) => row.list === 'transactions') || isOverdue(charge, now);
    const said = updateFrom(named);
    const finding: ChargeUpdate =
      said && !(isMade && said.state === 'pending')
        ? said
        : {
            state: isMade ? 'approved' : 'pending',
            paymentRequestUuid: body.payment_request_uuid,
          };
    const ofCharge = { loan, charge, finding, records: list.records };
    const update = await orRefunded(context, checkout, ofCharge);
    return (current) => settleCharge(current, charge.id, { update, now });
  }
  const isRead = list.isWhole && candidates.length === fitting.length;
  const isTooSoon = !isRead && now < charge.startedAt + doubtedMs;
  // So long after its end, a row that does not say how it stands may be of the request alone.
  const isLeftOver = ({ list, lenderStatus }: ChargeRecord) =>
    charge.request !== null && lenderStatus === null && list !== 'transactions';
  const isThere = rows.some((row) => mayMoveMoney(row, rows) && !isLeftOver(row));
  if (isThere) throw chargeBlocked('lender_records');
  if (isTooSoon) throw notBorneOut(list);
  return (current) => endWithoutMoney(current, charge, now);
}

function notBorneOut({ failed }: ChargeList): BffError {
  if (failed === undefined) return chargeBlocked('lender_records');
  return new BffError('lender_unavailable', { cause: failed });
}
