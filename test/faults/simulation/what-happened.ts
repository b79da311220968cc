import { defaultTiming } from '../../../server/bff/context.ts';
import { callLimitMs } from '../../../server/bff/domain/checkout.ts';
import { type Evidence, timelineOf } from './evidence.ts';
import { type BookedCharge, isEnded } from './lender-books.ts';
import type { Done } from './network.ts';
import { stage } from './stage.ts';
import type { WeekParts } from './week.ts';

/** Compares what was acknowledged and written with what the lender's books say (I1 to I3, I6 to I8). */
export function checkWhatHappened(evidence: Evidence): void {
  checkAcknowledged(evidence);
  checkCharges(evidence);
  checkRefunds(evidence);
  checkMoney(evidence);
  checkMoves(evidence);
  checkExpiry(evidence);
  checkPulls(evidence);
  checkIntents(evidence);
}

/** I1: what was acknowledged has happened, once. */
function checkAcknowledged({ parts, books, checkouts, refunds, wrong }: Evidence): void {
  const { facts } = parts;
  for (const [checkoutId, { email }] of facts.decisions) {
    const isThere = books.loans.some((loan) => loan.email.toLowerCase() === email.toLowerCase());
    if (!isThere)
      wrong('I1', `checkout ${checkoutId} was decided, and the lender has no such loan`);
    const row = checkouts.find(({ id }) => id === checkoutId);
    if (row === undefined || row.screen === 'details') {
      wrong('I1', `checkout ${checkoutId} was decided and is ${row?.screen ?? 'gone'}`);
    }
  }
  for (const email of facts.acceptedBy) {
    const loan = books.loans.find(
      (each) => each.email.toLowerCase() === email.toLowerCase() && each.isAccepted,
    );
    if (loan === undefined) {
      if (parts.bare === undefined) wrong('I1', 'terms were accepted, and the lender has no loan');
      continue;
    }
    if (loan.isCancelled) continue;
    const follows = checkouts.some(
      ({ id, earlier_application_id: earlier, status }) =>
        (id === loan.id || earlier === loan.id) && (status === 'accepted' || status === 'expired'),
    );
    if (!follows) wrong('I1', `the loan of ${loan.id} is accepted, and no checkout says so`);
  }
  for (const [uuid, answer] of facts.chargeAnswers) {
    const charge = books.charges.find((each) => each.uuid === uuid);
    if (charge?.answer !== answer) wrong('I1', `${answer} of charge ${uuid} was lost`);
  }
  for (const id of facts.cancelled) {
    const row = checkouts.find((checkout) => checkout.id === id);
    // Accepted afterwards, and the lender would not cancel the account: its shop is told.
    const goesOn =
      row?.status === 'accepted' &&
      timelineOf(row).some(({ type }) => type === 'checkout.cancelled') &&
      timelineOf(row).findLast(({ type }) => type.startsWith('checkout.'))?.type ===
        'checkout.accepted';
    if (row?.status !== 'cancelled' && !goesOn) {
      wrong('I1', `checkout ${id} was cancelled and is ${row?.status ?? 'gone'}`);
    }
  }
  for (const [id, cents] of facts.refunds) {
    const row = refunds.find((refund) => refund.id === id);
    if (row === undefined || row.cents !== cents) wrong('I1', `refund ${id} was lost`);
  }
}

const unmade: ReadonlySet<string> = new Set(['void', 'started', 'unknown', 'unresolved']);

/** I1, I8: each charge at the lender is one intent, and an order has one that lives. */
function checkCharges({ parts, books, charges, wrong }: Evidence): void {
  const intentOf = (booked: BookedCharge) =>
    charges.find((charge) => charge.payment_request_uuid?.toLowerCase() === booked.uuid) ??
    charges.find((charge) => charge.payment_identifier === booked.identifier);
  const byIntent = new Map<string, number>();
  const liveByOrder = new Map<string, number>();
  for (const booked of books.charges) {
    const intent = intentOf(booked);
    if (intent === undefined) {
      const isExplained = charges.some(
        ({ state, cents }) => state === 'unresolved' && cents === booked.cents,
      );
      if (!isExplained) wrong('I1', `the lender’s charge ${booked.uuid} is of no intent`);
      continue;
    }
    add(byIntent, intent.id);
    if (!isEnded(booked) && intent.transaction_description === 109) {
      add(liveByOrder, `${intent.merchant} ${intent.order_id}`);
    }
    if (intent.state === 'unresolved' && parts.bare !== undefined) continue;
    // A call that was heard late, and canceled before it was seen: the loan lists only what is pending
    // or moved money, and nothing has.
    if (intent.state === 'void' && booked.states.includes('canceled')) continue;
    if (!booked.states.includes(intent.state)) {
      wrong('end', `charge ${intent.id} is ${intent.state}, at the lender ${booked.states}`);
    }
    if (booked.cents !== intent.cents) wrong('I2', `charge ${intent.id} is of another amount`);
  }
  for (const [id, count] of byIntent) if (count > 1) wrong('I1', `intent ${id}: ${count} charges`);
  for (const [order, count] of liveByOrder) {
    if (count > 1) wrong('I1', `${order} is charged ${count} times`);
  }
  for (const { id, state, payment_request_uuid: uuid } of charges) {
    const isBooked = books.charges.some((booked) => intentOf(booked)?.id === id);
    if (!isBooked && !unmade.has(state))
      wrong('end', `charge ${id} (${uuid}) is ${state}, not made`);
    if (state === 'started' || state === 'unknown') wrong('end', `charge ${id} is still ${state}`);
    if (state === 'unresolved' && parts.bare === undefined) {
      wrong('end', `charge ${id} is unresolved, and the lender names its charges`);
    }
  }
}

/** I1, I7: what was given back is what was asked for, and no more than was charged. */
function checkRefunds({ parts, books, charges, refunds, wrong }: Evidence): void {
  for (const booked of books.charges) {
    const given = books.refunds.filter(
      ({ chargeUuid, isFailed }) => chargeUuid === booked.uuid && !isFailed,
    );
    const cents = sumOf(given.map((each) => each.cents));
    if (cents > booked.cents) wrong('I7', `${cents} of ${booked.cents} cents were refunded`);
    const intent = charges.find(
      (charge) => charge.payment_request_uuid?.toLowerCase() === booked.uuid,
    );
    if (intent === undefined) continue;
    const own = refunds.filter(({ charge_id: id }) => id === intent.id);
    const asked = own.filter(({ state }) => state === 'pending' || state === 'settled');
    const open = own.filter(({ state }) => state === 'unresolved');
    const known = sumOf(asked.map(centsOf));
    const elsewhere = parts.facts.refundsElsewhere.get(booked.uuid) ?? 0;
    const most = known + sumOf(open.map(centsOf)) + elsewhere;
    if (cents < known || cents > most) {
      wrong('I1', `refunds of ${intent.id}: ${known} to ${most} cents, at the lender ${cents}`);
    }
  }
  for (const { id, state } of refunds) {
    if (state === 'started' || state === 'unknown') wrong('end', `refund ${id} is still ${state}`);
  }
}

/** I2: amounts sum up, here and at the lender, and what was settled is in the books once. */
function checkMoney({ parts, charges, refunds, wrong }: Evidence): void {
  for (const { id, cents, parts_cents: sum } of charges) {
    if (cents !== sum) wrong('I2', `charge ${id} is ${cents}, its parts ${sum} cents`);
  }
  const rows = <Row>(sql: string) => parts.disk.read(parts.bff.file, sql) as Row[];
  const settlements = rows<{ kind: string; charge_id: string; refund_id: string; cents: number }>(
    'select kind, charge_id, refund_id, amount_cents as cents from settlements',
  );
  for (const charge of charges) {
    const own = settlements.filter(
      ({ kind, charge_id: id }) => kind === 'charge' && id === charge.id,
    );
    const wanted = charge.settled_at === null ? 0 : 1;
    if (own.length !== wanted) wrong('I2', `charge ${charge.id}: ${own.length} settlements`);
    if (own[0] && own[0].cents !== charge.cents) wrong('I2', `settled wrongly: ${charge.id}`);
  }
  for (const refund of refunds) {
    const own = settlements.filter(({ refund_id: id }) => id === refund.id);
    if (own.length > 1) wrong('I2', `refund ${refund.id} is settled ${own.length} times`);
    if (own[0] && own[0].cents !== -refund.cents)
      wrong('I2', `refund ${refund.id} settled wrongly`);
  }
  const [sums] = rows<{ charges: number; cents: number }>(
    'select sum(settled) as charges, sum(settled_cents) as cents from daily_sums',
  );
  const settled = charges.filter((charge) => charge.settled_at !== null);
  if (Number(sums?.charges) !== settled.length) wrong('I2', 'the days’ settled charges differ');
  if (Number(sums?.cents) !== sumOf(settled.map(centsOf))) wrong('I2', 'the days’ cents differ');
  if (parts.lender === undefined) return;
  const unbalanced = parts.disk.read(
    parts.lender.file,
    `select id from charge_requests where consumer_charge_amount_cents <>
       net_to_merchant_amount_cents + net_platform_fee_cents + net_to_sponsor_amount_cents`,
  );
  if (unbalanced.length > 0) wrong('I2', 'a charge of the lender does not balance');
}

/** What may follow a status after which not everything may. */
const lastWords: Readonly<Record<string, readonly string[]>> = {
  'checkout.no_offers': [],
  'checkout.expired': [],
  'checkout.cancelled': ['checkout.accepted'],
  'charge.rejected': [],
  'charge.expired': [],
  'charge.canceled': [],
  'charge.failed': [],
  'charge.approved': [
    'charge.held',
    'charge.settled',
    'charge.failed',
    'charge.refunded',
    'charge.reversed',
  ],
  'charge.held': ['charge.settled', 'charge.refunded', 'charge.reversed'],
  'charge.settled': ['charge.refunded', 'charge.reversed', 'charge.held'],
  'charge.reversed': ['charge.refunded'],
  'charge.refunded': ['charge.reversed'],
  'refund.pending': ['refund.unresolved', 'refund.settled', 'refund.failed'],
  'refund.settled': [],
  'refund.failed': [],
};

/** Which status of a checkout comes before which. */
const order = ['applied', 'review', 'offers', 'chosen', 'accepted'];

/** I3: no history goes where it may not. */
function checkMoves({ parts, checkouts, wrong }: Evidence): void {
  for (const checkout of checkouts) {
    const { id } = checkout;
    const last = new Map<string, string>();
    let version = 1;
    for (const entry of timelineOf(checkout)) {
      const subject = entry.refundId ?? entry.chargeId ?? id;
      const before = last.get(subject);
      const after = before && lastWords[before];
      if (after && !after.includes(entry.type)) wrong('I3', `${before}, then ${entry.type}: ${id}`);
      if (isBackwards(before, entry.type)) wrong('I3', `${before}, then ${entry.type}: ${id}`);
      if (entry.version <= version) wrong('I3', `a version of ${id} does not grow`);
      version = entry.version;
      last.set(subject, entry.type);
    }
  }
  if (parts.lender === undefined) return;
  const history = parts.disk.read(
    parts.lender.file,
    `select application_id as id, status from application_history
     order by application_id, position`,
  ) as { id: string; status: string }[];
  for (const [place, { id, status }] of history.entries()) {
    const before = history[place - 1];
    const isOver = before?.id === id && /^(Declined|Cancelled|Expired)$/.test(before.status);
    if (isOver) wrong('I3', `an application was ${before?.status}, then ${status}`);
  }
}

/** A loan that was accepted does not go back to its offers. */
function isBackwards(before: string | undefined, after: string): boolean {
  const [from, to] = [before, after].map((type) => order.indexOf(type?.split('.')[1] ?? ''));
  if (!before?.startsWith('checkout.') || from === -1 || to === -1) return false;
  return before === 'checkout.accepted' && (to ?? 0) < (from ?? 0);
}

/** How long a charge waits for its consumer, whatever the product says. */
const waitsMs = 48 * 3_600_000;

/** I6: nothing was approved at or after its end, and nothing ended before it. */
function checkExpiry(evidence: Evidence): void {
  const { parts, books, charges, checkouts, wrong } = evidence;
  for (const { uuid, requestedAt, answer } of books.charges) {
    const end = requestedAt + waitsMs;
    const answeredAt = parts.facts.chargeAnsweredAt.get(uuid);
    if (answer !== null && answeredAt !== undefined && answeredAt >= end) {
      wrong('I6', `${answer} of charge ${uuid} came after its end and was taken`);
    }
    const own = charges.find((charge) => charge.payment_request_uuid?.toLowerCase() === uuid);
    const told = checkouts
      .flatMap(timelineOf)
      .find(({ type, chargeId }) => type === 'charge.expired' && chargeId === own?.id);
    if (told !== undefined && told.at < end)
      wrong('I6', `charge ${uuid} was told expired too early`);
  }
  checkLendersExpiry(evidence);
}

function checkLendersExpiry({ parts, wrong }: Evidence): void {
  if (parts.lender === undefined) return;
  const rows = parts.disk.read(
    parts.lender.file,
    'select id, status, status_at, requested_at, expires_at from charge_requests',
  ) as Record<'id' | 'status', string>[] &
    Record<'status_at' | 'requested_at' | 'expires_at', number>[];
  const now = stage().time.now;
  for (const { id, status, status_at: at, requested_at: from, expires_at: end } of rows) {
    if (end - from !== waitsMs) wrong('I6', `charge ${id} has a lifetime of ${end - from} ms`);
    if (status === 'Approved' && at >= end) wrong('I6', `charge ${id} was approved too late`);
    if (status === 'Expired' && at < end) wrong('I6', `charge ${id} expired too early`);
    if (status === 'Pending' && end < now - 3_600_000) wrong('I6', `charge ${id} does not expire`);
  }
}

/** I8: one credit report for each intent, and one entry for what was asked of it on one day. */
function checkPulls({ parts, wrong }: Evidence): void {
  const pulls = new Map<string, number>();
  if (parts.lender !== undefined) {
    const rows = parts.disk.read(
      parts.lender.file,
      `select external_application_id as id from bureau_inquiries where outcome = 'answered'`,
    ) as { id: string }[];
    for (const { id } of rows) add(pulls, id);
  }
  for (const [id, count] of pulls) if (count > 1) wrong('I8', `${count} soft pulls of ${id}`);
  for (const [firstName, entries] of parts.bureau.entries) {
    const tries = parts.facts.appliedOn.get(firstName)?.size ?? 0;
    if (entries.size > tries) {
      wrong('I8', `the bureau has ${entries.size} entries of who applied on ${tries} occasions`);
    }
  }
  for (const [call, done] of parts.effects) {
    const times = done.toSorted((one, other) => one.sentAt - other.sentAt);
    for (const [place, next] of times.entries()) {
      const before = times[place - 1];
      if (before === undefined || mayBeAskedAgain(parts, { call, before, next })) continue;
      wrong('I8', `${call} was sent again after it had been done`);
    }
  }
}

/**
 * A charge and a refund that came to nothing within their time begin again under their id: what was
 * heard later than that is the same one, where the lender keeps the id.
 */
function mayBeAskedAgain(
  { bare }: WeekParts,
  { call, before, next }: { call: string; before: Done; next: Done },
): boolean {
  if (bare !== undefined || call.includes('/soft-pull/')) return false;
  return before.isGivenUp && next.sentAt >= before.sentAt + callLimitMs(defaultTiming.callMs);
}

/** I8: what came to nothing begins again as the same intent, by which a lender knows a late call. */
function checkIntents({ charges, refunds, wrong }: Evidence): void {
  const begun = [
    ...charges
      .filter((charge) => charge.transaction_description === 109)
      .map((charge) => ({ ...charge, what: `${charge.checkout_id} ${charge.order_id}` })),
    ...refunds
      // One that was made at the lender alone has no time within which it was asked for.
      .filter((refund) => refund.deadline_at > refund.started_at)
      .map((refund) => ({ ...refund, what: `refund of ${refund.charge_id}` })),
  ];
  for (const lost of begun.filter(({ state }) => state === 'void')) {
    const isForgotten = begun.some(
      ({ what, cents, started_at: at }) =>
        what === lost.what && cents === lost.cents && at > lost.started_at,
    );
    if (isForgotten) wrong('I8', `${lost.id} came to nothing and began again as another intent`);
  }
}

function centsOf({ cents }: { cents: number }): number {
  return cents;
}

function sumOf(numbers: readonly number[]): number {
  return numbers.reduce((sum, each) => sum + each, 0);
}

function add(counts: Map<string, number>, key: string): void {
  counts.set(key, (counts.get(key) ?? 0) + 1);
}
