import type { Transaction } from 'kysely';
import { type Cents, parseCents } from '../../platform/money.ts';
import { Deadline } from '../concurrency/deadline.ts';
import { type BffContext, type Merchant, merchantOf } from '../context.ts';
import type { Charge } from '../domain/charge.ts';
import type { AskedBefore } from '../domain/charging.ts';
import { type CallTimes, type Checkout, callLimitMs, chargeById } from '../domain/checkout.ts';
import { type LendersRefund, matchRefunds, refundedByRows } from '../domain/find-refund.ts';
import { isRefundUnsettled, type Refund, refundStateOf } from '../domain/refund.ts';
import { centsOfRefund } from '../domain/refund-owner.ts';
import { refundView } from '../domain/refund-view.ts';
import {
  assertMayRefund,
  markRefundUnknown,
  type Refundable,
  refundCents,
  refundsOf,
  refuseRefund,
  settleRefund,
  startRefund,
  unrefundedCents,
} from '../domain/refunding.ts';
import { BffError, refundBlocked } from '../errors.ts';
import type {
  ChargeRecord,
  Lender,
  RefundAnswer,
  RefundableList,
  RefundCall,
} from '../lender/lender.ts';
import { LenderError, unlessRefused } from '../lender/lender-error.ts';
import type { CreateRefundRequest, RefundView } from '../merchant-api/refunds.ts';
import { findIdempotencyKey, releaseTarget } from '../store/idempotency-keys.ts';
import type { BffSchema } from '../store/schema.ts';
import { callTimeMs, isOfThisCall } from './call-time.ts';
import {
  assertSameRequest,
  findRepeat,
  intentIdOf,
  type KeyedRequest,
  keyedRequest,
  onceUnderKey,
  saveKey,
  unknownIdOf,
} from './idempotency-key.ts';
import { logLenderProblem, orUnavailable } from './lender-problem.ts';
import { knownByRecords, knownRefunds } from './lenders-refunds.ts';
import { loadCharge, loadOwn } from './read-for-merchant.ts';
import { readLists } from './reconcile-charges.ts';
import { checkoutAfterCall, syncCheckout } from './sync-checkout.ts';
import { changeLoaded, lockStored, writeChange } from './write-checkout.ts';

interface MerchantRefund {
  merchant: Merchant;
  chargeId: string;
  body: CreateRefundRequest;
  /** `Idempotency-Key` */
  key: string;
}

/**
 * Asks the lender for a refund of a charge; under the same key, once. A charge has one refund on its
 * way at a time, and no more goes back than the lender says is left of it.
 * @throws BffError `not_found`, `not_supported`, `idempotency_conflict`, `refund_blocked`,
 * `amount_out_of_range`, `lender_unavailable`
 */
export async function refundForMerchant(
  context: BffContext,
  id: string,
  { merchant, chargeId, body, key }: MerchantRefund,
): Promise<RefundView> {
  const deadline = new Deadline(context.timing.waitMs);
  const charge = await loadCharge(context, merchant, { id, chargeId });
  const refund = context.lender.refund?.bind(context.lender);
  if (refund === undefined) throw new BffError('not_supported');
  const keyed = keyedRequest(context, merchant, { operation: `refund ${chargeId}`, key, body });
  const asked = await onceUnderKey(
    () => refundUnder(context, merchant, id, keyed),
    async () => {
      await deadline.wait(orUnavailable(syncCheckout(context, id)));
      const checkout = await loadOwn(context, merchant, id);
      const made = await deadline.wait(madeBefore(context, checkout, { charge, body, keyed }));
      const cents =
        made?.cents ?? (await deadline.wait(centsOf(context, checkout, { charge, body })));
      const begun = await begin(context, id, { chargeId, cents, keyed, made });
      if (begun.isNew) {
        const call = () => requestRefund(context, begun, refund, body.reason);
        context.calls.begin({ id, key: begun.intent.id }, call);
      }
      return begun.intent;
    },
  );
  return answer(context, { id, refundId: asked.id, deadline });
}

/** The refund that was asked for under this key, unless it came to nothing. */
async function refundUnder(
  context: BffContext,
  merchant: Merchant,
  id: string,
  keyed: KeyedRequest,
): Promise<Refund | undefined> {
  const known = await findRepeat(context, keyed);
  if (known === undefined) return undefined;
  const { refunds } = await loadOwn(context, merchant, id);
  const refund = refunds.find((each) => each.id === known.targetId);
  return refund?.state === 'void' ? undefined : refund;
}

/** A refund that was asked for, and is not known here. */
interface MadeRefund {
  readonly cents: Cents;
  readonly asked: AskedBefore;
  /** As which it was found at the lender and added meanwhile. */
  readonly refund: Refund | undefined;
  /** How many were known when it was searched for. */
  readonly knownCount: number;
}

/**
 * The refund that the lender has under this key's name, if that is not known here, or under that of an
 * intent that came to nothing and would begin again: the database was put back since it was asked for. Of
 * a loan without a number nothing can be searched for.
 * @throws BffError `idempotency_conflict`, `lender_unavailable`
 */
async function madeBefore(
  context: BffContext,
  checkout: Checkout,
  { charge, body, keyed }: { charge: Charge; body: CreateRefundRequest; keyed: KeyedRequest },
): Promise<MadeRefund | undefined> {
  const { loan } = checkout;
  if (loan === null || loan.loanNumber === null) return undefined;
  const wanted = body.amount === undefined ? undefined : parseCents(body.amount);
  const expected = wanted ?? unrefundedCents(checkout, charge);
  const id = unknownIdOf(keyed, checkout.refunds);
  const voids = refundsOf(checkout, charge.id).filter(
    ({ state, amountCents }) => state === 'void' && amountCents === expected,
  );
  if (id === undefined && voids.length === 0) return undefined;
  const name = id === undefined ? undefined : context.paymentIdentifierOf(charge.orderId, id);
  const { startedAt: from } = charge;
  const since = { loanNumber: loan.loanNumber, from, isActivityEnough: true };
  const { records } = await orUnavailable(readLists(context, checkout, since));
  const isOwn = ({ paymentIdentifier }: ChargeRecord) => paymentIdentifier === name;
  if (voids.length === 0 && !records.some(isOwn)) return undefined;
  const known = await knownRefunds(context, checkout, loan);
  const all = await knownByRecords(context, checkout, { known, records });
  const there = matchRefunds(records, all);
  const voidOf = ({ refund, isNamed, state }: LendersRefund) =>
    isNamed && state !== 'failed' ? voids.find((each) => each.id === refund?.id) : undefined;
  const found = there.find(({ rows }) => rows.some(isOwn)) ?? there.find(voidOf);
  const again = found && voidOf(found);
  const intentId = again?.id ?? id;
  if (found === undefined || intentId === undefined) return undefined;
  const cents = centsOfRefund(found) || expected;
  if (wanted !== undefined && cents !== wanted) throw new BffError('idempotency_conflict');
  const requestedAt = found.rows.find((row) => row.requestedAt !== null)?.requestedAt ?? from;
  const at = Math.min(requestedAt, context.clock.now());
  const asked = { id: intentId, at, uuid: found.uuid };
  const knownCount = checkout.refunds.length;
  return { cents, asked, refund: again === undefined ? found.refund : undefined, knownCount };
}

/**
 * How much goes back, by what is known here and by what the lender says now.
 * @throws BffError `refund_blocked`, `amount_out_of_range`, `lender_unavailable`
 */
async function centsOf(
  context: BffContext,
  checkout: Checkout,
  { charge: { id }, body }: { charge: Charge; body: CreateRefundRequest },
): Promise<Cents> {
  const charge = chargeById(checkout, id);
  if (charge === undefined) throw new BffError('not_found');
  assertMayRefund(checkout, charge);
  const refundable =
    (await listedRefundable(context, checkout, charge)) ??
    (await countedRefundable(context, checkout, charge));
  const asked = body.amount === undefined ? undefined : parseCents(body.amount);
  return refundCents(checkout, charge, { asked, refundable });
}

/**
 * By the lender's list of what can be refunded; undefined where it has none, or does not say.
 * @throws BffError `refund_blocked`, `lender_unavailable`
 */
async function listedRefundable(
  context: BffContext,
  checkout: Checkout,
  charge: Charge,
): Promise<Refundable | undefined> {
  const list = await orUnavailable(readRefundable(context, checkout));
  if (list === undefined) return undefined;
  const record = list.records.find(
    ({ paymentRequestUuid }) => paymentRequestUuid === charge.paymentRequestUuid,
  );
  const isNamed = list.records.every(({ paymentRequestUuid }) => paymentRequestUuid !== null);
  if (record === undefined && list.isWhole && isNamed) {
    throw refundBlocked(charge.state === 'approved' ? 'not_settled' : 'lender');
  }
  const cents = record?.maximumRefundableCents ?? null;
  if (record === undefined || cents === null) return undefined;
  return { cents, isPartAllowed: record.isPartialAllowed ?? isSettled(charge, record.isSettled) };
}

async function readRefundable(
  { lender, merchants }: BffContext,
  { id, publishableKey, loan }: Checkout,
): Promise<RefundableList | undefined> {
  if (lender.refundable === undefined) return undefined;
  const { admin_user_id: requestUserId } = merchantOf(merchants, publishableKey);
  const applicationId = loan?.externalApplicationId ?? id;
  return unlessRefused(lender.refundable({ requestUserId, applicationId }));
}

/** The charge less its refunds in the lender's lists. @throws BffError `lender_unavailable` */
async function countedRefundable(
  context: BffContext,
  checkout: Checkout,
  charge: Charge,
): Promise<Refundable> {
  const { loan } = checkout;
  if (loan === null) throw new BffError('not_found');
  const since = { loanNumber: loan.loanNumber, from: charge.startedAt };
  const { records } = await orUnavailable(readLists(context, checkout, since));
  const known = await knownRefunds(context, checkout, loan);
  const all = await knownByRecords(context, checkout, { known, records });
  const refunded = refundedByRows(matchRefunds(records, all), charge);
  return { cents: charge.amountCents - refunded, isPartAllowed: isSettled(charge, null) };
}

function isSettled({ state }: Charge, said: boolean | null): boolean {
  return said ?? state === 'settled';
}

interface Begun {
  after: Checkout;
  intent: Refund;
  /** The times of an earlier call of it, which came to nothing. */
  earlier?: CallTimes | undefined;
  /** False when another request under the same key was first, or the lender has it already. */
  isNew: boolean;
}

interface Beginning {
  chargeId: string;
  cents: Cents;
  keyed: KeyedRequest;
  made: MadeRefund | undefined;
}

/** Writes the intent and its key in one transaction. @throws BffError `lender_unavailable`, as `startRefund` */
function begin(context: BffContext, id: string, beginning: Beginning): Promise<Begun> {
  const { database } = context;
  return database.transaction(async (tx) => {
    const before = await lockStored(tx, database, id);
    return writeIntent(context, tx, before, beginning);
  });
}

async function writeIntent(
  context: BffContext,
  tx: Transaction<BffSchema>,
  before: Checkout,
  { chargeId, cents, keyed, made }: Beginning,
): Promise<Begun> {
  // Whoever refunds a charge of this checkout waits for its lock: nobody else can use the key meanwhile.
  const known = await findIdempotencyKey(tx, keyed);
  if (known) assertSameRequest(known, keyed);
  const ids = [known?.targetId, made?.asked.id];
  const standing = before.refunds.find(({ id, state }) => state !== 'void' && ids.includes(id));
  const there = standing ?? made?.refund;
  if (there !== undefined) {
    await saveKey(tx, keyed, { checkoutId: before.id, targetId: there.id });
    return { after: before, intent: there, isNew: false };
  }
  // One that was added since may be the same: the repeat finds that.
  if (made && made.knownCount !== before.refunds.length) throw new BffError('lender_unavailable');
  const intentId = intentIdOf(context, keyed, before.refunds);
  const { checkout, refund, earlier } = startRefund(before, {
    chargeId,
    cents,
    id: intentId,
    paymentIdentifierOf: context.paymentIdentifierOf,
    now: context.clock.now(),
    limitMs: callLimitMs(context.timing.callMs),
    asked: made?.asked,
  });
  const after = await writeChange(context, tx, before, checkout);
  // A repeat under the key that it was asked for with before is not answered with this one.
  if (refund.id !== intentId) await releaseTarget(tx, keyed, refund.id);
  await saveKey(tx, keyed, { checkoutId: before.id, targetId: refund.id });
  return { after, intent: refund, earlier, isNew: made === undefined };
}

/**
 * Makes the call whose intent is written, and writes what came of it.
 * @returns the checkout as it is then
 * @throws BffError `lender_unavailable`, `refund_blocked` when nothing happened
 */
async function requestRefund(
  context: BffContext,
  { after: checkout, intent, earlier }: Begun,
  refund: NonNullable<Lender['refund']>,
  reason: string | undefined,
): Promise<Checkout> {
  const { id } = intent;
  let said: RefundAnswer;
  try {
    said = await refund({
      ...refundCall(context, checkout, intent, reason),
      totalMs: callTimeMs(context, 'createRefund', intent.deadlineAt),
    });
  } catch (error) {
    logLenderProblem(context, 'refund_not_answered', { checkout, error });
    const isLost = !(error instanceof LenderError) || error.failure === 'unknown';
    const settleAsUnknown = () =>
      settle(context, checkout, id, (current) => markRefundUnknown(current, id));
    if (isLost) return settleAsUnknown();
    await context.calls.writeEnd(id, async (isLeft) => {
      // Who was answered `working` is told that it came to nothing, as after a lost answer.
      if (isLeft) await settleAsUnknown();
      await settle(context, checkout, id, (current) =>
        isOfThisCall(intent, current.refunds) ? refuseRefund(current, id, earlier) : current,
      );
    });
    if (error.failure === 'refused') throw refundBlocked('lender', error);
    throw new BffError('lender_unavailable', { cause: error });
  }
  const state = said.lenderStatus === null ? 'pending' : refundStateOf(said.lenderStatus);
  const update = { state, refundUuid: said.refundUuid };
  const now = context.clock.now();
  return settle(context, checkout, id, (current) => settleRefund(current, id, { update, now }));
}

/** The refund as the lender is asked for it. */
function refundCall(
  { config, merchants }: Pick<BffContext, 'config' | 'merchants'>,
  checkout: Checkout,
  intent: Refund,
  reason: string | undefined,
): RefundCall {
  const charge = chargeById(checkout, intent.chargeId);
  return {
    adminUserId: merchantOf(merchants, checkout.publishableKey).admin_user_id,
    paymentRequestUuid: charge?.paymentRequestUuid ?? '',
    cents: intent.amountCents,
    split: intent.split,
    callbackUrl: `${config.bffPublicUrl}/callbacks/transaction`,
    reason,
    paymentIdentifier: intent.paymentIdentifier,
    idempotencyKey: intent.id,
  };
}

/** The reconciler may have settled it first: then there is nothing left to write. */
async function settle(
  context: BffContext,
  checkout: Checkout,
  refundId: string,
  change: (checkout: Checkout) => Checkout,
): Promise<Checkout> {
  const { after } = await changeLoaded(context, checkout, (current) => {
    const refund = current.refunds.find(({ id }) => id === refundId);
    return refund && isRefundUnsettled(refund) ? change(current) : current;
  });
  return after;
}

/** The refund, whose intent is written, as it stands after its call. */
async function answer(
  context: BffContext,
  { id, refundId, deadline }: { id: string; refundId: string; deadline: Deadline },
): Promise<RefundView> {
  const { refunds } = await checkoutAfterCall(context, { id, key: refundId, deadline });
  const stored = refunds.find((each) => each.id === refundId);
  const view = stored && refundView(stored);
  // The lender was read meanwhile, and has none.
  if (view === undefined) throw new BffError('lender_unavailable');
  return view;
}
