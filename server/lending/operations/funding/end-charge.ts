import type { Transaction } from 'kysely';
import { unschedule } from '../../../platform/due-work/due-work.ts';
import {
  type ChargeRequestEvent,
  chargeRequestMachine,
} from '../../domain/states/charge-request.ts';
import { transition } from '../../domain/states/state-machine.ts';
import { endPendingRequest } from '../../store/charge-requests.ts';
import { killLink } from '../../store/links.ts';
import type { ApplicationTable, ChargeRequestTable, LendingSchema } from '../../store/schema.ts';
import { releaseSpend } from '../../store/spending.ts';
import { CHARGE_DEADLINE } from './funding-timers.ts';

export interface ChargeEnd {
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
  loan: ApplicationTable,
  charge: ChargeRequestTable,
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
  charge: Pick<ChargeRequestTable, 'id'>,
): Promise<void> {
  await killLink(tx, 'charge', charge.id);
  await unschedule(tx, CHARGE_DEADLINE, charge.id);
}
