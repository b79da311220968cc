import type { FeeSplit } from '../../loan-math/fee-split.ts';
import { type Cents, parseCents } from '../../platform/money.ts';
import { Deadline } from '../concurrency/deadline.ts';
import type { BffContext, Merchant } from '../context.ts';
import { type Charge, callKey, INITIAL_CHARGE } from '../domain/charge.ts';
import { chargeView } from '../domain/charge-view.ts';
import {
  type AskedBefore,
  assertAvailable,
  assertMayCharge,
  type ChargeIntent,
  isSameContent,
} from '../domain/charging.ts';
import { allCharges, type Checkout, chargeById, liveInitialCharge } from '../domain/checkout.ts';
import { splitAsAsked } from '../domain/fee-split.ts';
import { type ChargeNames, isMadeAfterAll, isOf } from '../domain/find-charge.ts';
import { availableCents } from '../domain/step.ts';
import { BffError, chargeBlocked } from '../errors.ts';
import type { ChargeList } from '../lender/lender.ts';
import type { ChargeView, CreateChargeRequest } from '../merchant-api/charges.ts';
import { findIdempotencyKey } from '../store/idempotency-keys.ts';
import {
  assertSameRequest,
  findRepeat,
  firstIdOf,
  intentIdOf,
  type KeyedRequest,
  keyedRequest,
  onceUnderKey,
  saveKey,
  unknownIdOf,
} from './idempotency-key.ts';
import { orUnavailable } from './lender-problem.ts';
import { loadOwn } from './read-for-merchant.ts';
import { readLists } from './reconcile-charges.ts';
import {
  assertExplained,
  type BegunCharge,
  beginCall,
  feeSplit,
  followLists,
  needsLists,
  writeIntent,
} from './request-charge.ts';
import { checkoutAfterCall, syncForCall } from './sync-checkout.ts';
import { lockStored } from './write-checkout.ts';

interface MerchantCharge {
  merchant: Merchant;
  body: CreateChargeRequest;
  /** `Idempotency-Key` */
  key: string;
}

/**
 * Asks the lender for a charge of the merchant's server; under the same key, once. An order has at
 * most one live initial charge, whoever asked for it.
 * @throws BffError `not_found`, `invalid_request`, `idempotency_conflict`, `wrong_step`, `order_required`,
 * `portal_required`, `charge_blocked`, `amount_out_of_range`, `split_unbalanced`, `fees_unknown`,
 * `consumer_unreachable`, `lender_unavailable`
 */
export async function chargeForMerchant(
  context: BffContext,
  id: string,
  { merchant, body, key }: MerchantCharge,
): Promise<ChargeView> {
  const deadline = new Deadline(context.timing.waitMs);
  await loadOwn(context, merchant, id);
  const keyed = keyedRequest(context, merchant, { operation: `charge ${id}`, key, body });
  const charge = await onceUnderKey(
    () => chargeUnder(context, merchant, id, keyed),
    async () => {
      const wanted = await wantedCharge(context, id, { merchant, body, keyed, deadline });
      const begun = await begin(context, id, { body, keyed, ...wanted });
      if (begun.isNew) beginCall(context, begun, body.description);
      return begun.charge;
    },
  );
  return answer(context, id, { charge, deadline });
}

/** The charge that was asked for under this key, unless it came to nothing. */
async function chargeUnder(
  context: BffContext,
  merchant: Merchant,
  id: string,
  keyed: KeyedRequest,
): Promise<Charge | undefined> {
  const known = await findRepeat(context, keyed);
  if (known === undefined) return undefined;
  const charge = chargeById(await loadOwn(context, merchant, id), known.targetId);
  return charge?.state === 'void' ? undefined : charge;
}

type WantedCharge = Pick<ChargeIntent, 'split' | 'asked'>;

type KeyedCharge = Omit<MerchantCharge, 'key'> & { keyed: KeyedRequest; deadline: Deadline };

/**
 * How the charge is split, where the lender has it already, or the checkout can be charged by what the
 * lender says now.
 */
async function wantedCharge(
  context: BffContext,
  id: string,
  { merchant, body, keyed, deadline }: KeyedCharge,
): Promise<WantedCharge> {
  const { transaction_description: kind, amount, fee_split } = body;
  const cents = parseCents(amount);
  // Before the lender is asked anything: what is wrong with the split needs no answer of the lender's.
  const given = fee_split && splitAsAsked(cents, fee_split, merchant);
  await deadline.wait(orUnavailable(syncForCall(context, id)));
  const checkout = await loadOwn(context, merchant, id);
  assertNotCharged(checkout, kind);
  const searched = orUnavailable(askedBefore(context, checkout, { kind, cents, given, keyed }));
  const { asked, split: made, list } = await deadline.wait(searched);
  if (asked === undefined) {
    const account = assertMayCharge(checkout, kind);
    assertAvailable(cents, availableCents(checkout, account));
    if (kind === INITIAL_CHARGE) {
      const followed = await deadline.wait(followLists(context, checkout, list));
      if (followed) await deadline.wait(assertExplained(context, followed));
    }
  }
  const split = made ?? given ?? (await deadline.wait(feeSplit(context, checkout, cents)));
  return { split, asked };
}

interface Search extends Pick<Charge, 'kind'> {
  cents: Cents;
  /** As the merchant's server has split it. */
  given: FeeSplit | undefined;
  keyed: KeyedRequest;
}

interface Searched {
  asked?: AskedBefore;
  /** As it was asked for, where that is known. */
  split?: FeeSplit | undefined;
  /** The lender's lists, if they were read. */
  list?: ChargeList;
}

/**
 * What the lender has under the name that the key gives, if that is not known here, or under that of an
 * intent that came to nothing and would begin again: the database was put back since it was asked for. Of
 * a loan without a number nothing can be searched for.
 * @throws LenderError; BffError `idempotency_conflict`
 */
async function askedBefore(
  context: BffContext,
  checkout: Checkout,
  search: Search,
): Promise<Searched> {
  const { kind, cents, keyed } = search;
  const { order, loan, softPull } = checkout;
  if (order === null || softPull === null || !loan?.account) return {};
  const { loanNumber } = loan;
  const id = unknownIdOf(keyed, allCharges(checkout));
  const voids = beginningAgain(checkout, search);
  if (loanNumber === null || (id === undefined && voids.length === 0)) return {};
  const { startedAt: from } = softPull;
  const isActivityEnough = kind !== INITIAL_CHARGE || !needsLists(checkout);
  const list = await readLists(context, checkout, { loanNumber, from, isActivityEnough });
  const { records } = list;
  const sought: readonly Sought[] = [
    ...(id === undefined ? [] : [unknownCharge(context, order.id, id)]),
    ...voids.filter((charge) => isMadeAfterAll(charge, records)),
  ];
  const [found] = sought.flatMap((intent) => {
    const row = records.find((each) => isOf(intent, each));
    return row ? [{ intent, row }] : [];
  });
  if (found === undefined) return { list };
  const { intent, row } = found;
  const isOther = (said: number | null, wanted: number) => said !== null && said !== wanted;
  if (isOther(row.kind, kind) || isOther(row.cents, cents)) {
    throw new BffError('idempotency_conflict');
  }
  const at = Math.min(row.requestedAt ?? from, context.clock.now());
  const asked = { id: intent.id, at, uuid: row.paymentRequestUuid };
  return { list, asked, split: intent.split };
}

type Sought = ChargeNames & Pick<Charge, 'id'> & Partial<Pick<Charge, 'split'>>;

/** A charge of which only the lender's name for it is known. */
function unknownCharge({ paymentIdentifierOf }: BffContext, orderId: string, id: string): Sought {
  return { id, paymentIdentifier: paymentIdentifierOf(orderId, id), paymentRequestUuid: null };
}

/** Charges that came to nothing, of which `startCharge` would begin one again. */
function beginningAgain(
  checkout: Checkout,
  { kind, cents, given, keyed }: Search,
): readonly Charge[] {
  const isAlike = (charge: Charge) =>
    kind === INITIAL_CHARGE &&
    charge.orderId === checkout.order?.id &&
    isSameContent(charge, cents, given ?? charge.split);
  return allCharges(checkout).filter(
    (charge) =>
      charge.state === 'void' &&
      charge.kind === kind &&
      (charge.id === firstIdOf(keyed) || isAlike(charge)),
  );
}

function assertNotCharged(checkout: Checkout, kind: Charge['kind']): void {
  const isCharged = kind === INITIAL_CHARGE && liveInitialCharge(checkout) !== undefined;
  if (isCharged) throw chargeBlocked('live_charge');
}

interface Begun extends BegunCharge {
  /** False when another request under the same key was first, or the lender has it already. */
  readonly isNew: boolean;
}

type Beginning = WantedCharge & { body: CreateChargeRequest; keyed: KeyedRequest };

/** Writes the intent and its key in one transaction. */
function begin(
  context: BffContext,
  id: string,
  { body, keyed, ...wanted }: Beginning,
): Promise<Begun> {
  const { database } = context;
  const { transaction_description: kind, amount } = body;
  return database.transaction(async (tx) => {
    const before = await lockStored(tx, database, id);
    // Whoever charges this checkout waits for its lock: nobody else can use the key meanwhile.
    const known = await findIdempotencyKey(tx, keyed);
    if (known) assertSameRequest(known, keyed);
    const earlier = chargeById(before, known?.targetId ?? wanted.asked?.id);
    if (earlier && earlier.state !== 'void') {
      await saveKey(tx, keyed, { checkoutId: id, targetId: earlier.id });
      return { checkout: before, charge: earlier, isNew: false };
    }
    assertNotCharged(before, kind);
    const intentId = earlier?.id ?? intentIdOf(context, keyed, allCharges(before));
    const intent = { kind, cents: parseCents(amount), id: intentId, ...wanted };
    const begun = await writeIntent(context, tx, before, intent);
    await saveKey(tx, keyed, { checkoutId: id, targetId: begun.charge.id });
    return { ...begun, isNew: wanted.asked === undefined };
  });
}

/** The charge, whose intent is written, as it stands after its call. */
async function answer(
  context: BffContext,
  id: string,
  { charge, deadline }: { charge: Charge; deadline: Deadline },
): Promise<ChargeView> {
  const key = callKey({ id }, charge);
  const checkout = await checkoutAfterCall(context, { id, key, deadline });
  const stored = chargeById(checkout, charge.id);
  const view = stored && chargeView(stored, checkout.refunds);
  // The lender was read meanwhile, and has none.
  if (view === undefined) throw new BffError('lender_unavailable');
  return view;
}
