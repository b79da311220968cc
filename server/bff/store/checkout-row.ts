import type { Selectable } from 'kysely';
import type { ErrorCode } from '../../../widget/contract/error-code.ts';
import type { Lender } from '../../../widget/contract/lender.ts';
import type { Charge } from '../domain/charge.ts';
import type {
  Checkout,
  Order,
  ReturnCode,
  Selection,
  SoftPull,
  TextsShown,
} from '../domain/checkout.ts';
import type { Loan } from '../domain/loan.ts';
import type { CheckoutTable } from './schema.ts';

/** In the column of the page's origin, which is not null. */
const notOpened = '';

/** What of a checkout stands in its own row, and in which columns. */
const writers = {
  publishableKey: (merchant) => ({ merchant }),
  madeBy: (made_by) => ({ made_by }),
  origin: (origin) => ({ origin: origin ?? notOpened }),
  isFramed: (isFramed) => ({ is_framed: isFramed ? 1 : 0 }),
  returnUrl: (return_url) => ({ return_url }),
  locale: (locale) => ({ locale }),
  generation: (generation) => ({ generation }),
  amountCents: (amount_cents) => ({ amount_cents }),
  order: (order) => ({
    order_id: order?.id ?? null,
    order_amount_cents: order?.amountCents ?? null,
    order_description: order?.description ?? null,
    order_issued_at: order?.issuedAt ?? null,
  }),
  softPull: (softPull) => ({
    soft_pull_state: softPull?.state ?? null,
    soft_pull_fingerprint: softPull?.fingerprint ?? null,
    soft_pull_started_at: softPull?.startedAt ?? null,
    soft_pull_deadline_at: softPull?.deadlineAt ?? null,
    offers_shown: softPull && JSON.stringify(softPull.offersShown),
    widget_version: softPull?.widgetVersion ?? null,
    texts_shown: softPull?.textsShown ? JSON.stringify(softPull.textsShown) : null,
    asked_lender: softPull?.lender ? JSON.stringify(softPull.lender) : null,
  }),
  loan: (loan, { id }) => ({
    loan: loan && JSON.stringify(loan),
    earlier_application_id:
      loan === null || loan.externalApplicationId === id ? null : loan.externalApplicationId,
  }),
  selection: (selection) => ({ selection: selection && JSON.stringify(selection) }),
  returnCodes: (codes) => ({ return_codes: codes.length === 0 ? null : JSON.stringify(codes) }),
  isChoosingAgain: (isChoosingAgain) => ({ is_looking_again: isChoosingAgain ? 1 : 0 }),
  problem: (problem) => ({ problem }),
  bankMissingSince: (bank_missing_since) => ({ bank_missing_since }),
  portalMissingSince: (portal_missing_since) => ({ portal_missing_since }),
  portalInvitedAt: (portal_invited_at) => ({ portal_invited_at }),
  endedBy: (ended_by) => ({ ended_by }),
  touchedAt: (touched_at) => ({ touched_at }),
  openedAt: (opened_at) => ({ opened_at }),
  endedAt: (ended_at) => ({ ended_at }),
  reconcileAt: (look_at) => ({ look_at }),
  version: (version) => ({ version }),
  stepNumber: (step_number) => ({ step_number }),
} satisfies Writers;

type Writers = {
  [Part in keyof Checkout]?: (
    value: Checkout[Part],
    checkout: Checkout,
  ) => Partial<Omit<CheckoutTable, 'id'>>;
};

const parts = Object.keys(writers) as (keyof typeof writers)[];

/** The columns of everything, for a new row. */
export function columnsOf(checkout: Checkout): Omit<CheckoutTable, 'id' | 'screen' | 'created_at'> {
  // Every column is written by one of the writers: the table's test holds them to that.
  return Object.assign({}, ...parts.map((part) => written(part, checkout)));
}

/** The columns of what has changed. */
export function changedColumns(before: Checkout, after: Checkout): Partial<CheckoutTable> {
  const changed = parts.filter((part) => before[part] !== after[part]);
  return Object.assign({}, ...changed.map((part) => written(part, after)));
}

function written(part: keyof typeof writers, checkout: Checkout): Partial<CheckoutTable> {
  // The value is the one of this part, which the types do not follow through the index.
  const write = writers[part] as (value: unknown, checkout: Checkout) => Partial<CheckoutTable>;
  return write(checkout[part], checkout);
}

/** What is read before the rest, and what stands in tables of its own. */
export interface LoanAndCharges {
  loan: Loan | null;
  charges: readonly Charge[];
  laterCharges: readonly Charge[];
  isOrderChargedElsewhere: boolean;
}

export function checkoutOf(row: Selectable<CheckoutTable>, rest: LoanAndCharges): Checkout {
  return {
    id: row.id,
    publishableKey: row.merchant,
    madeBy: row.made_by,
    origin: row.origin === notOpened ? null : row.origin,
    isFramed: row.is_framed === 1,
    returnUrl: row.return_url,
    locale: row.locale,
    generation: row.generation,
    amountCents: row.amount_cents,
    order: orderOf(row),
    softPull: softPullOf(row),
    selection: parsed<Selection>(row.selection),
    returnCodes: parsed<ReturnCode[]>(row.return_codes) ?? [],
    isChoosingAgain: row.is_looking_again === 1,
    problem: row.problem as ErrorCode | null,
    bankMissingSince: row.bank_missing_since,
    portalMissingSince: row.portal_missing_since,
    portalInvitedAt: row.portal_invited_at,
    ...rest,
    endedBy: row.ended_by,
    touchedAt: row.touched_at,
    openedAt: row.opened_at,
    endedAt: row.ended_at,
    reconcileAt: row.look_at,
    version: row.version,
    stepNumber: row.step_number,
  };
}

export function orderOf(row: Selectable<CheckoutTable>): Order | null {
  const { order_id: id, order_amount_cents: amountCents, order_description: description } = row;
  if (id === null || amountCents === null) return null;
  return { id, amountCents, description, issuedAt: row.order_issued_at ?? 0 };
}

export function loanOf(row: Selectable<CheckoutTable>): Loan | null {
  return parsed<Loan>(row.loan);
}

function softPullOf(row: Selectable<CheckoutTable>): SoftPull | null {
  const { soft_pull_state: state } = row;
  if (state === null) return null;
  return {
    state,
    fingerprint: row.soft_pull_fingerprint ?? '',
    startedAt: row.soft_pull_started_at ?? 0,
    deadlineAt: row.soft_pull_deadline_at ?? 0,
    offersShown: parsed<string[]>(row.offers_shown) ?? [],
    widgetVersion: row.widget_version ?? '',
    textsShown: parsed<TextsShown>(row.texts_shown),
    lender: parsed<Lender>(row.asked_lender),
  };
}

/** JSON that `columnsOf` wrote itself, from a value of that type. */
function parsed<Value>(json: string | null): Value | null {
  return json === null ? null : (JSON.parse(json) as Value);
}
