import { type Cents, formatCents, parseCents } from '../../platform/money.ts';
import { Deadline } from '../concurrency/deadline.ts';
import { type BffContext, type Merchant, merchantOf } from '../context.ts';
import { type Checkout, callLimitMs } from '../domain/checkout.ts';
import { dropIncrease, endIncrease, startIncrease } from '../domain/credit-line-increase.ts';
import { BffError, stepBlocked } from '../errors.ts';
import type { Lender } from '../lender/lender.ts';
import { LenderError } from '../lender/lender-error.ts';
import type { CreditLimitRequest, CreditLimitView } from '../merchant-api/credit-limit.ts';
import { callTimeMs } from './call-time.ts';
import {
  findRepeat,
  type KeyedRequest,
  keyedRequest,
  onceUnderKey,
  saveKey,
} from './idempotency-key.ts';
import { logLenderProblem, orUnavailable } from './lender-problem.ts';
import { loadOwn } from './read-for-merchant.ts';
import { checkoutAfterCall, syncForCall, trySync } from './sync-checkout.ts';
import { changeStored } from './write-checkout.ts';

interface MerchantIncrease {
  merchant: Merchant;
  body: CreditLimitRequest;
  /** `Idempotency-Key` */
  key: string;
}

/**
 * Asks the lender to raise the limit of an account on which nothing is spent, once.
 * @throws BffError `not_found`, `not_supported`, `idempotency_conflict`, `wrong_step`,
 * `amount_out_of_range`, `lender_unavailable`
 */
export async function increaseCreditLine(
  context: BffContext,
  id: string,
  { merchant, body, key }: MerchantIncrease,
): Promise<CreditLimitView> {
  const deadline = new Deadline(context.timing.waitMs);
  await loadOwn(context, merchant, id);
  const raise = context.lender.increaseCreditLine?.bind(context.lender);
  if (raise === undefined) throw new BffError('not_supported');
  const callKey = `limit ${id}`;
  const cents = parseCents(body.amount);
  const keyed = keyedRequest(context, merchant, { operation: callKey, key, body });
  await onceUnderKey(
    () => increaseUnder(context, merchant, id, { cents, keyed }),
    async () => {
      await deadline.wait(orUnavailable(syncForCall(context, id)));
      const begun = await begin(context, id, { cents, keyed });
      const call = () => requestIncrease(context, begun, raise);
      context.calls.begin({ id, key: callKey }, call);
      return begun.limitIncrease;
    },
  );
  return viewOf(await checkoutAfterCall(context, { id, key: callKey, deadline }));
}

/** The increase that was asked for under this key, unless it came to nothing: another one may stand. */
async function increaseUnder(
  context: BffContext,
  merchant: Merchant,
  id: string,
  { cents, keyed }: { cents: Cents; keyed: KeyedRequest },
): Promise<Checkout['limitIncrease'] | undefined> {
  const { limitIncrease } = await loadOwn(context, merchant, id);
  const known = await findRepeat(context, keyed);
  return known !== undefined && limitIncrease?.cents === cents ? limitIncrease : undefined;
}

/** Writes the intent and its key in one transaction. */
async function begin(
  context: BffContext,
  id: string,
  { cents, keyed }: { cents: Cents; keyed: KeyedRequest },
): Promise<Checkout> {
  const { clock, timing } = context;
  const limitMs = callLimitMs(timing.callMs);
  const { after } = await changeStored(
    context,
    id,
    (current) => startIncrease(current, { cents, now: clock.now(), limitMs }),
    (tx) => saveKey(tx, keyed, { checkoutId: id, targetId: null }),
  );
  return after;
}

/**
 * Makes the call whose intent is written, and writes what came of it.
 * @returns the checkout as it is then
 * @throws BffError `wrong_step`, `lender_unavailable` when nothing happened
 */
async function requestIncrease(
  context: BffContext,
  checkout: Checkout,
  raise: NonNullable<Lender['increaseCreditLine']>,
): Promise<Checkout> {
  const { id, publishableKey, loan, limitIncrease } = checkout;
  try {
    await raise({
      requestUserId: merchantOf(context.merchants, publishableKey).admin_user_id,
      applicationId: loan?.externalApplicationId ?? id,
      cents: limitIncrease?.cents ?? 0,
      totalMs: callTimeMs(context, 'increaseCreditLine', limitIncrease?.deadlineAt ?? 0),
    });
  } catch (error) {
    logLenderProblem(context, 'limit_not_answered', { checkout, error });
    // The loan tells whether its limit was raised.
    if (!(error instanceof LenderError) || error.failure === 'unknown') return checkout;
    await settle(context, checkout, dropIncrease);
    if (error.failure === 'refused') throw stepBlocked('lender', error);
    throw new BffError('lender_unavailable', { cause: error });
  }
  const after = await settle(context, checkout, endIncrease);
  await trySync(context, id);
  return after;
}

/** The reconciler may have settled it first: then there is nothing left to write. */
async function settle(
  context: BffContext,
  { id, limitIncrease }: Checkout,
  change: (checkout: Checkout) => Checkout,
): Promise<Checkout> {
  const { after } = await changeStored(context, id, (current) =>
    current.limitIncrease?.state === 'asked' &&
    current.limitIncrease.deadlineAt === limitIncrease?.deadlineAt
      ? change(current)
      : current,
  );
  return after;
}

const statuses = { asked: 'working', done: 'done', unresolved: 'unresolved' } as const;

/** @throws BffError `lender_unavailable` where the lender was read meanwhile, and had raised nothing */
function viewOf({ id, limitIncrease, loan }: Checkout): CreditLimitView {
  if (limitIncrease === null) throw new BffError('lender_unavailable');
  return {
    checkout_id: id,
    status: statuses[limitIncrease.state],
    requested_amount: formatCents(limitIncrease.cents),
    credit_limit: loan?.account?.creditLimit ?? null,
    available_spend: loan?.account?.availableSpend ?? null,
  };
}
