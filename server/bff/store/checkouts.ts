import { type Selectable, sql, type Transaction } from 'kysely';
import type { Lender } from '../../../widget/contract/lender.ts';
import type { Screen } from '../../../widget/contract/step.ts';
import type { Connection, Engine } from '../../platform/database/database.ts';
import {
  picked,
  prepare,
  prepareByColumns,
  prepareUnread,
} from '../../platform/database/prepare.ts';
import { schedule } from '../../platform/due-work/due-work.ts';
import type { Cancellation } from '../domain/cancellation.ts';
import { type Charge, INITIAL_CHARGE, isRefundable } from '../domain/charge.ts';
import type {
  Checkout,
  LimitIncrease,
  Order,
  ReturnCode,
  Selection,
  SoftPull,
  TextsShown,
  TimelineEntry,
} from '../domain/checkout.ts';
import { statusOf } from '../domain/checkout-status.ts';
import type { ApplicationNames, Loan } from '../domain/loan.ts';
import type { Refund } from '../domain/refund.ts';
import { isChargedElsewhere, loadCharges } from './charges.ts';
import { parsed } from './json-column.ts';
import { parseLoan, stringifyLoan } from './loan-column.ts';
import { loadRefunds } from './refunds.ts';
import type { BffSchema, CheckoutTable } from './schema.ts';

/** The whole checkout, or undefined when there is none with this id. */
export async function loadCheckout(
  db: Connection<BffSchema>,
  id: string,
): Promise<Checkout | undefined> {
  const { rows } = await selectCheckout(db, { id });
  return rows[0] && checkoutOfRow(db, rows[0]);
}

/** As `loadCheckout`, and nobody else changes it until the transaction ends. */
export async function lockCheckout(
  tx: Transaction<BffSchema>,
  engine: Engine,
  id: string,
): Promise<Checkout | undefined> {
  // The lock first, then a statement that sees what its last holder wrote, charges included.
  await holdCheckout(tx, engine, id);
  return loadCheckout(tx, id);
}

/** Nobody else changes the checkout, or opens it, until the transaction ends. */
export async function holdCheckout(
  tx: Transaction<BffSchema>,
  engine: Engine,
  id: string,
): Promise<void> {
  if (engine !== 'sqlite') await lockById(tx, { id });
}

const lockById = prepareUnread((db: Connection<BffSchema>, { id }: { id: string }) =>
  db.selectFrom('checkouts').select('id').where('id', '=', id).forUpdate(),
);

const selectCheckout = prepare((db: Connection<BffSchema>, { id }: { id: string }) =>
  db.selectFrom('checkouts').selectAll().where('id', '=', id),
);

export async function insertCheckout(
  tx: Transaction<BffSchema>,
  checkout: Checkout,
  screen: Screen,
): Promise<void> {
  const row = { ...columnsOf(checkout), id: checkout.id, screen, status: statusOf(checkout) };
  await insertOf(Object.keys(row))(tx, row);
}

const insertOf = prepareByColumns((columns) =>
  prepare((db: Connection<BffSchema>, row: CheckoutTable) =>
    db.insertInto('checkouts').values(picked(row, columns) as CheckoutTable),
  ),
);

/** Writes what has changed in the checkout's own row, if its version is still the one before. */
export async function updateCheckout(
  tx: Transaction<BffSchema>,
  { before, after, screen }: { before: Checkout; after: Checkout; screen: Screen },
): Promise<boolean> {
  const status = statusOf(after);
  const changes = {
    ...changedColumns(before, after),
    screen,
    // It stands in an index, which SQLite writes for every update that names it.
    ...(status !== statusOf(before) && { status }),
  };
  const place = { checkoutId: before.id, fromVersion: before.version };
  const update = updateOf(Object.keys(changes));
  const { numAffectedRows } = await update(tx, { ...changes, ...place });
  return numAffectedRows === 1n;
}

type UpdateArguments = Partial<CheckoutTable> & { checkoutId: string; fromVersion: number };

const updateOf = prepareByColumns((columns) =>
  prepare((db: Connection<BffSchema>, args: UpdateArguments) =>
    db
      .updateTable('checkouts')
      .set(picked(args, columns))
      .where('id', '=', args.checkoutId)
      .where('version', '=', args.fromVersion),
  ),
);

/** Ids of the checkouts that asked for one of these applications or were answered with it. */
export async function checkoutsOfApplications(
  db: Connection<BffSchema>,
  externalApplicationIds: readonly string[],
): Promise<string[]> {
  if (externalApplicationIds.length === 0) return [];
  const ids = [...externalApplicationIds];
  const rows = await db
    .selectFrom('checkouts')
    .select('id')
    .where((row) => row.or([row('id', 'in', ids), row('earlier_application_id', 'in', ids)]))
    .execute();
  return rows.map(({ id }) => id);
}

/** Ids of the checkouts whose call to the lender was begun and has not ended. */
export async function checkoutsWithOpenCalls(db: Connection<BffSchema>): Promise<string[]> {
  const rows = await selectOpenCalls(db).execute();
  return rows.map(({ id }) => id);
}

/** The states are in its text: SQLite takes a partial index for no parameter. */
export function selectOpenCalls(db: Connection<BffSchema>) {
  const started = sql.lit<'started'>('started');
  return db
    .selectFrom('checkouts')
    .select('id')
    .where('soft_pull_state', '=', started)
    .union(db.selectFrom('charges').select('checkout_id as id').where('state', '=', started))
    .union(db.selectFrom('refunds').select('checkout_id as id').where('state', '=', started));
}

// One parameter holds all ids: by one for each, every number of open streams would be another statement.
const stepNumbersOf = prepare((db: Connection<BffSchema>, { ids }: { ids: readonly string[] }) =>
  db.selectFrom('checkouts').select(['id', 'step_number']).where(sql<boolean>`id = any(${ids})`),
);

/** The numbers of the last steps of these checkouts, by id; on PostgreSQL. */
export async function stepNumbers(
  db: Connection<BffSchema>,
  ids: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  if (ids.length === 0) return new Map();
  const { rows } = await stepNumbersOf(db, { ids });
  return new Map(rows.map(({ id, step_number }) => [id, step_number]));
}

/** The checkout of its own row and of what stands in other tables. */
export async function checkoutOfRow(
  db: Connection<BffSchema>,
  row: Selectable<CheckoutTable>,
): Promise<Checkout> {
  const loan = loanOfRow(row);
  // Nothing is charged before there is an account.
  const charges = loan?.account ? await chargesOf(db, row) : notCharged;
  return checkoutOf(row, { loan, ...charges });
}

type ChargesOfCheckout = Omit<LoanAndCharges, 'loan'>;

const notCharged: ChargesOfCheckout = {
  charges: [],
  laterCharges: [],
  refunds: [],
  isOrderChargedElsewhere: false,
};

async function chargesOf(
  db: Connection<BffSchema>,
  row: Selectable<CheckoutTable>,
): Promise<ChargesOfCheckout> {
  const all = await loadCharges(db, row.id);
  const charges = all.filter(({ kind }) => kind === INITIAL_CHARGE);
  const laterCharges = all.filter(({ kind }) => kind !== INITIAL_CHARGE);
  const refunds = all.some(isRefundable) ? await loadRefunds(db, row.id) : [];
  const order = orderOfRow(row);
  if (order === null || charges.length === 0) {
    return { ...notCharged, charges, laterCharges, refunds };
  }
  const claim = { checkoutId: row.id, merchant: row.merchant, orderId: order.id };
  const isOrderChargedElsewhere = await isChargedElsewhere(db, claim);
  return { charges, laterCharges, refunds, isOrderChargedElsewhere };
}

/** Kind of the due work that reconciles a checkout with its lender. */
export const RECONCILE = 'reconcile';

/** Reconciles a checkout then (epoch milliseconds), and not before. */
export function scheduleReconcile(
  tx: Transaction<BffSchema>,
  checkoutId: string,
  dueAt: number,
): Promise<void> {
  return schedule(tx, { kind: RECONCILE, key: checkoutId, scope: '', dueAt });
}

/** In the column of the page's origin, which is not null. */
const notOpened = '';

/** In the column of the return URL, which is not null. */
const ownPage = '';

/** What of a checkout stands in its own row, and in which columns. */
const writers = {
  publishableKey: (merchant) => ({ merchant }),
  madeBy: (made_by) => ({ made_by }),
  origin: (origin) => ({ origin: origin ?? notOpened }),
  isFramed: (isFramed) => ({ is_framed: isFramed ? 1 : 0 }),
  returnUrl: (returnUrl) => ({ return_url: returnUrl ?? ownPage }),
  locale: (locale) => ({ locale }),
  generation: (generation) => ({ generation }),
  takenUpBy: (taken_up_by) => ({ taken_up_by }),
  issuedGeneration: (issued_generation) => ({ issued_generation }),
  soldBy: (sold_by) => ({ sold_by }),
  requestedBy: (requested_by) => ({ requested_by }),
  offerCode: (offer_code) => ({ offer_code }),
  refusedOfferCode: (refused_offer_code) => ({ refused_offer_code }),
  expiresAt: (expires_at) => ({ expires_at }),
  leftApplications: (ids) => ({ left_applications: ids.length === 0 ? null : JSON.stringify(ids) }),
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
    taken_as: softPull?.takenAs ? JSON.stringify(softPull.takenAs) : null,
  }),
  loan: (loan, { id }) => ({
    loan: loan && stringifyLoan(loan),
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
  cancellation: (cancellation) => ({
    cancellation: cancellation && JSON.stringify(cancellation),
  }),
  limitIncrease: (increase) => ({ limit_increase: increase && JSON.stringify(increase) }),
  endedBy: (ended_by) => ({ ended_by }),
  createdAt: (created_at) => ({ created_at }),
  touchedAt: (touched_at) => ({ touched_at }),
  openedAt: (opened_at) => ({ opened_at }),
  endedAt: (ended_at) => ({ ended_at }),
  reconcileAt: (look_at) => ({ look_at }),
  version: (version) => ({ version }),
  timeline: (entries) => ({ timeline: entries.length === 0 ? null : JSON.stringify(entries) }),
  toldVersion: (told_version) => ({ told_version }),
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
function columnsOf(checkout: Checkout): Omit<CheckoutTable, 'id' | 'screen' | 'status'> {
  // Every column is written by one of the writers: the table's test holds them to that.
  return Object.assign({}, ...parts.map((part) => written(part, checkout)));
}

/** The columns of what has changed. */
function changedColumns(before: Checkout, after: Checkout): Partial<CheckoutTable> {
  const changed = parts.filter((part) => before[part] !== after[part]);
  return Object.assign({}, ...changed.map((part) => written(part, after)));
}

function written(part: keyof typeof writers, checkout: Checkout): Partial<CheckoutTable> {
  // The value is the one of this part, which the types do not follow through the index.
  const write = writers[part] as (value: unknown, checkout: Checkout) => Partial<CheckoutTable>;
  return write(checkout[part], checkout);
}

/** What is read before the rest, and what stands in tables of its own. */
interface LoanAndCharges {
  loan: Loan | null;
  charges: readonly Charge[];
  laterCharges: readonly Charge[];
  refunds: readonly Refund[];
  isOrderChargedElsewhere: boolean;
}

function checkoutOf(row: Selectable<CheckoutTable>, rest: LoanAndCharges): Checkout {
  return {
    id: row.id,
    publishableKey: row.merchant,
    madeBy: row.made_by,
    origin: row.origin === notOpened ? null : row.origin,
    isFramed: row.is_framed === 1,
    returnUrl: row.return_url === ownPage ? null : row.return_url,
    locale: row.locale,
    generation: row.generation,
    takenUpBy: row.taken_up_by,
    issuedGeneration: row.issued_generation,
    soldBy: row.sold_by,
    requestedBy: row.requested_by,
    offerCode: row.offer_code,
    refusedOfferCode: row.refused_offer_code,
    expiresAt: row.expires_at,
    leftApplications: parsed<string[]>(row.left_applications) ?? [],
    amountCents: row.amount_cents,
    order: orderOfRow(row),
    softPull: softPullOf(row),
    selection: parsed<Selection>(row.selection),
    returnCodes: parsed<ReturnCode[]>(row.return_codes) ?? [],
    isChoosingAgain: row.is_looking_again === 1,
    problem: row.problem,
    bankMissingSince: row.bank_missing_since,
    portalMissingSince: row.portal_missing_since,
    portalInvitedAt: row.portal_invited_at,
    ...rest,
    cancellation: parsed<Cancellation>(row.cancellation),
    limitIncrease: parsed<LimitIncrease>(row.limit_increase),
    endedBy: row.ended_by,
    createdAt: row.created_at,
    touchedAt: row.touched_at,
    openedAt: row.opened_at,
    endedAt: row.ended_at,
    reconcileAt: row.look_at,
    version: row.version,
    timeline: parsed<TimelineEntry[]>(row.timeline) ?? [],
    toldVersion: row.told_version,
    stepNumber: row.step_number,
  };
}

function orderOfRow(row: Selectable<CheckoutTable>): Order | null {
  const { order_id: id, order_amount_cents: amountCents, order_description: description } = row;
  if (id === null || amountCents === null) return null;
  return { id, amountCents, description, issuedAt: row.order_issued_at ?? 0 };
}

function loanOfRow(row: Selectable<CheckoutTable>): Loan | null {
  return row.loan === null ? null : parseLoan(row.loan);
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
    takenAs: parsed<ApplicationNames>(row.taken_as),
  };
}
