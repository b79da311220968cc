import type { Selectable } from 'kysely';
import type { ErrorCode } from '../../../widget/contract/error-code.ts';
import type { Charge } from '../domain/charge.ts';
import type { Checkout, Order, Selection } from '../domain/checkout.ts';
import type { Loan } from '../domain/loan.ts';
import type { SoftPull } from '../domain/soft-pull.ts';
import type { CheckoutTable } from './schema.ts';

/** The columns that a change of a checkout may write. */
export type CheckoutColumns = Omit<CheckoutTable, 'id' | 'screen' | 'created_at'>;

export function columnsOf(checkout: Checkout): CheckoutColumns {
  const { loan, order, selection, softPull } = checkout;
  return {
    merchant: checkout.merchantKey,
    origin: checkout.origin,
    is_framed: checkout.isFramed ? 1 : 0,
    return_url: checkout.returnUrl,
    locale: checkout.locale,
    generation: checkout.generation,
    amount_cents: checkout.amountCents,
    order_id: order?.id ?? null,
    order_amount_cents: order?.amountCents ?? null,
    order_description: order?.description ?? null,
    soft_pull_id: softPull?.id ?? null,
    soft_pull_state: softPull?.state ?? null,
    soft_pull_fingerprint: softPull?.fingerprint ?? null,
    soft_pull_started_at: softPull?.startedAt ?? null,
    soft_pull_deadline_at: softPull?.deadlineAt ?? null,
    offers_shown: softPull && JSON.stringify(softPull.offersShown),
    widget_version: softPull?.widgetVersion ?? null,
    external_application_id: loan?.externalApplicationId ?? softPull?.id ?? null,
    loan: loan && JSON.stringify(loan),
    selection: selection && JSON.stringify(selection),
    is_looking_again: checkout.isLookingAgain ? 1 : 0,
    problem: checkout.problem,
    bank_missing_since: checkout.bankMissingSince,
    ended_by: checkout.endedBy,
    version: checkout.version,
    step_number: checkout.stepNumber,
    touched_at: checkout.touchedAt,
    ended_at: checkout.endedAt,
  };
}

/** What is read before the rest, and what stands in tables of its own. */
export interface LoanAndCharges {
  loan: Loan | null;
  charges: readonly Charge[];
  isOrderChargedElsewhere: boolean;
}

export function checkoutOf(row: Selectable<CheckoutTable>, rest: LoanAndCharges): Checkout {
  return {
    id: row.id,
    merchantKey: row.merchant,
    origin: row.origin,
    isFramed: row.is_framed === 1,
    returnUrl: row.return_url,
    locale: row.locale,
    generation: row.generation,
    amountCents: row.amount_cents,
    order: orderOf(row),
    softPull: softPullOf(row),
    selection: parsed<Selection>(row.selection),
    isLookingAgain: row.is_looking_again === 1,
    problem: row.problem as ErrorCode | null,
    bankMissingSince: row.bank_missing_since,
    ...rest,
    endedBy: row.ended_by,
    touchedAt: row.touched_at,
    endedAt: row.ended_at,
    version: row.version,
    stepNumber: row.step_number,
  };
}

export function orderOf(row: Selectable<CheckoutTable>): Order | null {
  const { order_id: id, order_amount_cents: amountCents, order_description: description } = row;
  return id === null || amountCents === null ? null : { id, amountCents, description };
}

export function loanOf(row: Selectable<CheckoutTable>): Loan | null {
  return parsed<Loan>(row.loan);
}

function softPullOf(row: Selectable<CheckoutTable>): SoftPull | null {
  const { soft_pull_id: id, soft_pull_state: state } = row;
  if (id === null || state === null) return null;
  return {
    id,
    state,
    fingerprint: row.soft_pull_fingerprint ?? '',
    startedAt: row.soft_pull_started_at ?? 0,
    deadlineAt: row.soft_pull_deadline_at ?? 0,
    offersShown: parsed<string[]>(row.offers_shown) ?? [],
    widgetVersion: row.widget_version ?? '',
  };
}

/** JSON that `columnsOf` wrote itself, from a value of that type. */
function parsed<Value>(json: string | null): Value | null {
  return json === null ? null : (JSON.parse(json) as Value);
}
