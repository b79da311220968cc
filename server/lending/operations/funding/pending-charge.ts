import type { Transaction } from 'kysely';
import type { Connection } from '../../../platform/database/database.ts';
import { unschedule } from '../../../platform/due-work/due-work.ts';
import type { ClaimedWork, DueWorkResult } from '../../../platform/due-work/runner.ts';
import type { LendingContext } from '../../context.ts';
import {
  type CancelReason,
  missingPrerequisite,
} from '../../domain/funding/charge-prerequisites.ts';
import { chargeDeadline, endedBy } from '../../domain/funding/charge-status.ts';
import {
  type ChargeRequestEvent,
  chargeRequestMachine,
} from '../../domain/states/charge-request.ts';
import { transition } from '../../domain/states/state-machine.ts';
import { LendingError } from '../../errors.ts';
import { lockLoan, releaseSpend } from '../../store/accounts.ts';
import { findBankAccount } from '../../store/bank-accounts.ts';
import {
  endPendingRequest,
  findChargeRequest,
  listPendingOfLoan,
} from '../../store/charge-requests.ts';
import { revokeLink } from '../../store/links.ts';
import { findMerchant } from '../../store/merchants.ts';
import type { ApplicationRow } from '../../store/schema/applications.ts';
import type { ChargeRequestRow } from '../../store/schema/funding.ts';
import type { LendingSchema } from '../../store/schema.ts';
import { timerKinds } from '../../work-kinds.ts';
import { chargeableLoan } from '../applications/loan-application-view.ts';

/** A request with its loan, locked. */
export interface OpenCharge {
  charge: ChargeRequestRow;
  loan: ApplicationRow;
}

/** Loads a request under its loan's lock. @throws LendingError `not_found` */
export async function openCharge(
  { database }: LendingContext,
  tx: Transaction<LendingSchema>,
  sponsorId: string,
  id: string,
): Promise<OpenCharge> {
  const named = await findChargeRequest(tx, sponsorId, id);
  if (!named) throw new LendingError('not_found', 'Not found.');
  const loan = await lockLoan(tx, database, sponsorId, named.application_id);
  // Whoever held the lock before may have changed it.
  const charge = await findChargeRequest(tx, sponsorId, id);
  return { charge: charge ?? named, loan };
}

/**
 * What a charge of the loan lacks now, or null. `reservedCents`: set aside for this very charge.
 */
export async function missingFor(
  connection: Connection<LendingSchema>,
  loan: ApplicationRow,
  { now, reservedCents }: { now: number; reservedCents: number },
): Promise<ReturnType<typeof missingPrerequisite>> {
  const merchant = await findMerchant(connection, loan.sponsor_id, loan.merchant_id);
  const account = await findBankAccount(connection, loan.sponsor_id, loan.merchant_id);
  const chargeable = chargeableLoan(loan, merchant);
  return missingPrerequisite(
    {
      ...chargeable,
      available_spend_cents: chargeable.available_spend_cents + reservedCents,
      has_active_bank_account: account?.status === 'Verified',
    },
    now,
  );
}

interface ChargeEnd {
  event: Exclude<ChargeRequestEvent, 'approved'>;
  /** Epoch milliseconds. */
  at: number;
  reason?: string;
}

/**
 * Ends a request without a charge and frees what was set aside for it. The loan is locked; false
 * when the request has ended otherwise before.
 */
export async function endCharge(
  tx: Transaction<LendingSchema>,
  loan: ApplicationRow,
  charge: ChargeRequestRow,
  { event, at, reason }: ChargeEnd,
): Promise<boolean> {
  const status = transition(chargeRequestMachine, 'Pending', event);
  if (status === 'Pending' || status === 'Approved') throw new Error(`${event} is no end`);
  const end = { status, status_at: at, rejection_reason: reason ?? null };
  if (!(await endPendingRequest(tx, charge, end))) return false;
  await releaseSpend(tx, loan, charge.consumer_charge_amount_cents, at);
  await closeRequest(tx, charge);
  return true;
}

/** Takes away what waits for an answer. */
export async function closeRequest(
  tx: Transaction<LendingSchema>,
  charge: Pick<ChargeRequestRow, 'id'>,
): Promise<void> {
  await revokeLink(tx, 'charge', charge.id);
  await unschedule(tx, timerKinds.chargeDeadline, charge.id);
}

/** Ends a request whose 48 hours, or whose purchase window, are over. No callback. */
export async function runChargeDeadline(
  context: LendingContext,
  { key, scope, now }: Pick<ClaimedWork, 'key' | 'scope' | 'now'>,
): Promise<DueWorkResult> {
  return context.database.transaction(async (tx) => {
    const { charge, loan } = await openCharge(context, tx, scope, key);
    if (charge.status !== 'Pending') return 'done';
    const deadlines = { ...loan, expires_at: charge.expires_at };
    const event = endedBy(deadlines, now);
    if (event === null) return { retryAt: chargeDeadline(deadlines) };
    await endCharge(tx, loan, charge, { event, at: chargeDeadline(deadlines) });
    return 'done';
  });
}

/**
 * Cancels what waits for approval when the loan can no longer be charged: cancelled, suspended, or
 * its purchase window over. The loan is locked. No callback: the consumer neither
 * approved nor rejected.
 */
export async function cancelPendingCharges(
  tx: Transaction<LendingSchema>,
  loan: ApplicationRow,
  { at, reason }: { at: number; reason: CancelReason },
): Promise<void> {
  await endOverdueCharges(tx, loan, at);
  for (const charge of await listPendingOfLoan(tx, loan)) {
    await endCharge(tx, loan, charge, { event: 'canceled', at, reason });
  }
}

/** Ends what should have ended before and whose timer is late. The loan is locked. */
export async function endOverdueCharges(
  tx: Transaction<LendingSchema>,
  loan: ApplicationRow,
  now: number,
): Promise<void> {
  for (const charge of await listPendingOfLoan(tx, loan)) {
    const deadlines = { ...loan, expires_at: charge.expires_at };
    const event = endedBy(deadlines, now);
    if (event !== null) await endCharge(tx, loan, charge, { event, at: chargeDeadline(deadlines) });
  }
}
