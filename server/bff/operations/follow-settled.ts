import { setImmediate as nextTurn } from 'node:timers/promises';
import { schedule } from '../../platform/due-work/due-work.ts';
import type { DueWorkHandler } from '../../platform/due-work/runner.ts';
import { dayMs, minuteMs } from '../../platform/durations.ts';
import { IllegalTransitionError } from '../../platform/illegal-transition-error.ts';
import type { BffContext, Merchant } from '../context.ts';
import { type ChargeState, hasEnded, REFUND } from '../domain/charge.ts';
import { followRetries, settleCharge } from '../domain/charging.ts';
import { allCharges } from '../domain/checkout.ts';
import { findCharge, findRetry, rowsByCharge } from '../domain/find-charge.ts';
import type { ChargeList, ChargeRecord } from '../lender/lender.ts';
import { LenderError } from '../lender/lender-error.ts';
import { type ChargeOfCheckout, chargesToFollow, firstToFollow } from '../store/charges.ts';
import { loadCheckout } from '../store/checkouts.ts';
import { adoptRefunds } from './adopt-refunds.ts';
import { logNotExplained, logNotFollowed } from './lender-problem.ts';
import { orRefunded } from './lenders-refunds.ts';
import { changeStored } from './write-checkout.ts';

/** Kind of the due work that follows a merchant's settled charges; its key is the publishable key. */
export const FOLLOW_SETTLED = 'follow_settled';

/** As long as a bank may take a payment back. */
const followedMs = 120 * dayMs;
const pauseMs = 15 * minuteMs;

/**
 * Reads a merchant's transactions once a day: money that was transferred may go back, in parts too, and
 * what has failed may be tried again.
 */
export function settledFollower(context: BffContext): DueWorkHandler {
  return async ({ key, now }) => {
    const merchant = context.merchants.get(key);
    // Another process may have read a newer file.
    if (merchant === undefined) return { retryAt: now + pauseMs };
    try {
      await followSettled(context, merchant, now);
      return { retryAt: now + dayMs };
    } catch (error) {
      if (!(error instanceof LenderError)) throw error;
      context.log.warn({ event: 'settled_not_read', reason: error.operation, error });
      return { retryAt: now + pauseMs };
    }
  };
}

/** One row a merchant for all processes on a database, from the first start on. */
export async function scheduleFollowing(
  { database, clock, merchants }: BffContext,
  keys = merchants.keys,
): Promise<void> {
  await database.transaction(async (tx) => {
    for (const key of keys) {
      const work = { kind: FOLLOW_SETTLED, key, scope: '', dueAt: clock.now() };
      // At a start all are due: by a lane of their own they leave places, and connections to the
      // lender, to what consumers wait for.
      await schedule(tx, { ...work, lane: FOLLOW_SETTLED });
    }
  });
}

async function followSettled(context: BffContext, merchant: Merchant, now: number): Promise<void> {
  const { database, lender, log } = context;
  const key = merchant.publishable_key;
  const since = now - followedMs;
  const from = await firstToFollow(database.query, key, since);
  if (from === null) return;
  const { admin_user_id: adminUserId } = merchant;
  const list = await lender.transactions({ adminUserId, loanNumber: null, from, to: now });
  // What is not in it is not looked for elsewhere.
  if (!list.isWhole) log.warn({ event: 'settled_read_in_part', merchant_id: key });
  const rowsOf = rowsByCharge(list.records);
  const refunds = list.records.filter(({ kind }) => kind === REFUND);
  for await (const page of chargesToFollow(database.query, key, since)) {
    for (const each of page) {
      const own = rowsOf(each.charge);
      if (!hasEnded(each.charge)) await follow(context, each, { own, refunds, list, now });
      else if (findRetry(each.charge, own)) await followRetry(context, merchant, each);
      // SQLite answers within the same turn of the event loop: consumers wait for the next one.
      await nextTurn();
    }
  }
}

/**
 * Its end may have been learned after the list was asked for, whose rows are older then: it is asked for
 * again. Where the order has another live charge by now, that one stays the order's: a person has to know.
 */
async function followRetry(
  context: BffContext,
  { admin_user_id: adminUserId }: Merchant,
  { checkoutId, charge }: ChargeOfCheckout,
): Promise<void> {
  const { lender, clock } = context;
  const ofItsTime = { from: charge.startedAt, to: charge.startedAt };
  const { records } = await lender.transactions({ adminUserId, loanNumber: null, ...ofItsTime });
  if (findRetry(charge, records) === undefined) return;
  const rows = { asked: [charge], records, now: clock.now() };
  const { after } = await changeStored(context, checkoutId, (current) =>
    followRetries(current, rows),
  );
  const isLeft = allCharges(after).some(
    ({ id, state }) => id === charge.id && state === charge.state,
  );
  if (isLeft) logNotExplained(context, after, charge.paymentRequestUuid);
}

interface RowsOfCharge {
  own: readonly ChargeRecord[];
  /** Of all charges. */
  refunds: readonly ChargeRecord[];
}

async function follow(
  context: BffContext,
  { checkoutId, charge }: ChargeOfCheckout,
  { own, refunds, list, now }: RowsOfCharge & { list: ChargeList; now: number },
): Promise<void> {
  const checkout = await loadCheckout(context.database.query, checkoutId);
  if (checkout?.loan == null) return;
  const { loan } = checkout;
  const { records } = list;
  const found = findCharge(charge, {
    list: { ...list, records: own },
    loan,
    isExplained: () => true,
  });
  const finding = await orRefunded(context, checkout, { loan, charge, finding: found, records });
  // That its money was transferred, the transactions need not say.
  const stands: readonly ChargeState[] = ['approved', charge.state];
  if (typeof finding !== 'object' || stands.includes(finding.state)) {
    const adopting = { checkout: { ...checkout, loan }, charge, records, refunds, now };
    await adoptRefunds(context, adopting);
    return;
  }
  try {
    await changeStored(context, checkoutId, (current) =>
      settleCharge(current, charge.id, { update: finding, now }),
    );
  } catch (error) {
    if (!(error instanceof IllegalTransitionError)) throw error;
    logNotFollowed(context, checkoutId, error);
  }
}
