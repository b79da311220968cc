import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import type { CheckoutsPage, CheckoutView } from '../../../server/bff/merchant-api/checkouts.ts';
import { type WebhookType, webhookTypes } from '../../../server/bff/merchant-api/webhook-types.ts';
import { parseCents } from '../../../server/platform/money.ts';
import { type BookedCharge, type LenderBooks, readBooks } from './lender-books.ts';
import { bffUrl } from './services.ts';
import type { Shop } from './shop.ts';
import { stage } from './stage.ts';
import type { WeekParts } from './week.ts';

type Counted =
  | 'applications'
  | 'accepted'
  | 'charges'
  | 'settled'
  | 'refunds'
  | 'webhooks'
  | 'unresolved';

export interface Found {
  /** Each begins with its invariant. */
  readonly wrongs: readonly string[];
  readonly counts: Record<Counted, number>;
}

interface CheckoutRow {
  id: string;
  merchant: string;
  screen: string;
  status: string;
  timeline: string | null;
  earlier_application_id: string | null;
  made_by: string;
}

interface ChargeRow {
  id: string;
  checkout_id: string;
  merchant: string;
  order_id: string;
  transaction_description: number;
  state: string;
  cents: number;
  parts_cents: number;
  payment_identifier: string;
  payment_request_uuid: string | null;
  settled_at: number | null;
}

interface RefundRow {
  id: string;
  charge_id: string;
  state: string;
  cents: number;
  payment_identifier: string;
  settled_at: number | null;
}

interface EventRow {
  id: string;
  merchant: string;
  checkout_id: string;
  version: number;
  type: WebhookType;
  payload: string;
  status: string;
}

/** What is looked at: the BFF's rows and the lender's books, once everything has come to rest. */
interface Evidence {
  readonly parts: WeekParts;
  readonly books: LenderBooks;
  readonly checkouts: readonly CheckoutRow[];
  readonly charges: readonly ChargeRow[];
  readonly refunds: readonly RefundRow[];
  readonly events: readonly EventRow[];
  wrong(invariant: string, what: string): void;
}

/** Compares what everybody was told with what has happened (I1 to I11), and the merchant's news. */
export async function findWrongs(parts: WeekParts): Promise<Found> {
  const wrongs = [...parts.facts.wrong];
  const rows = <Row>(sql: string) => parts.disk.read(parts.bff.file, sql) as Row[];
  const evidence: Evidence = {
    parts,
    books: readBooks(parts),
    checkouts: rows('select * from checkouts'),
    charges: rows(
      `select *, consumer_charge_amount_cents as cents, net_to_merchant_amount_cents
         + net_platform_fee_cents + net_to_sponsor_amount_cents as parts_cents from charges`,
    ),
    refunds: rows('select *, consumer_charge_amount_cents as cents from refunds'),
    events: rows('select * from webhook_events order by checkout_id, version'),
    wrong: (invariant, what) => {
      if (wrongs.length < mostWrongs) wrongs.push(`${invariant}: ${what}`);
    },
  };
  checkAcknowledged(evidence);
  checkCharges(evidence);
  checkMoney(evidence);
  checkMoves(evidence);
  checkOutbox(evidence);
  checkDeliveries(evidence);
  checkExpiry(evidence);
  checkPulls(evidence);
  checkCanaries(evidence);
  checkLogs(evidence);
  await checkViews(evidence);
  await checkTenants(evidence);
  await checkTokens(evidence);
  await checkStreams(evidence);
  const { checkouts, charges, refunds } = evidence;
  return {
    wrongs,
    counts: {
      applications: checkouts.filter(({ screen }) => screen !== 'details').length,
      accepted: parts.facts.acceptedBy.size,
      charges: charges.length,
      settled: charges.filter((charge) => charge.settled_at !== null).length,
      refunds: refunds.length,
      webhooks: parts.shops.reduce((sum, { heard }) => sum + heard.length, 0),
      unresolved: charges.filter(({ state }) => state === 'unresolved').length,
    },
  };
}

const mostWrongs = 30;

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
  for (const [id, cents] of facts.refunds) {
    const row = refunds.find((refund) => refund.id === id);
    if (row === undefined || row.cents !== cents) wrong('I1', `refund ${id} was lost`);
  }
}

const unmade: ReadonlySet<string> = new Set(['void', 'started', 'unknown', 'unresolved']);
const ended: ReadonlySet<string> = new Set(['rejected', 'expired', 'canceled', 'failed']);

/** I1, I8: each charge at the lender is one intent, and an order has one that lives. */
function checkCharges({ parts, books, charges, refunds, wrong }: Evidence): void {
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
    const isLive = !booked.states.some((state) => ended.has(state));
    if (isLive && intent.transaction_description === 109) {
      add(liveByOrder, `${intent.merchant} ${intent.order_id}`);
    }
    if (intent.state === 'unresolved' && parts.bare !== undefined) continue;
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
  checkRefunds({ parts, books, charges, refunds, wrong });
}

function checkRefunds({
  books,
  charges,
  refunds,
  wrong,
}: Pick<Evidence, 'parts' | 'books' | 'charges' | 'refunds' | 'wrong'>): void {
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
    const [known, most] = [sumOf(asked.map(centsOf)), sumOf([...asked, ...open].map(centsOf))];
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

/** What may follow a status that is an end, as far as anything may. */
const lastWords: Readonly<Record<string, readonly string[]>> = {
  'checkout.no_offers': [],
  'checkout.expired': [],
  'checkout.cancelled': ['checkout.accepted'],
  'charge.rejected': [],
  'charge.expired': [],
  'charge.canceled': [],
  'charge.failed': [],
  'charge.refunded': [],
  'charge.settled': ['charge.refunded', 'charge.reversed', 'charge.held'],
  'refund.settled': [],
  'refund.failed': [],
};

/** Which status of a checkout comes before which. */
const order = ['applied', 'review', 'offers', 'chosen', 'accepted'];

/** I3: no history goes where it may not. */
function checkMoves({ parts, checkouts, wrong }: Evidence): void {
  for (const { id, timeline } of checkouts) {
    const entries = JSON.parse(timeline ?? '[]') as TimelineEntry[];
    const last = new Map<string, string>();
    let version = 1;
    for (const entry of entries) {
      const subject = entry.refundId ?? entry.chargeId ?? id;
      const before = last.get(subject);
      const after = before && lastWords[before];
      if (after && !after.includes(entry.type)) wrong('I3', `${before}, then ${entry.type}: ${id}`);
      if (isBackwards(before, entry.type)) wrong('I3', `${before}, then ${entry.type}: ${id}`);
      if (entry.version !== version + 1) wrong('I3', `a version of ${id} is missing`);
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

interface TimelineEntry {
  version: number;
  type: WebhookType;
  chargeId?: string;
  refundId?: string;
}

/** A loan that was accepted does not go back to its offers. */
function isBackwards(before: string | undefined, after: string): boolean {
  const [from, to] = [before, after].map((type) => order.indexOf(type?.split('.')[1] ?? ''));
  if (!before?.startsWith('checkout.') || from === -1 || to === -1) return false;
  return before === 'checkout.accepted' && (to ?? 0) < (from ?? 0);
}

const told: ReadonlySet<string> = new Set(webhookTypes);

/** I4: what happened is in the outbox, and nothing else is. */
function checkOutbox({ parts, checkouts, events, wrong }: Evidence): void {
  const eventsOf = Map.groupBy(events, (event) => event.checkout_id);
  for (const { id, timeline, made_by: madeBy } of checkouts) {
    const entries = (JSON.parse(timeline ?? '[]') as TimelineEntry[]).filter(({ type }) =>
      told.has(type),
    );
    const own = eventsOf.get(id) ?? [];
    const isUnheardOf = madeBy === 'page' && entries.every(({ type }) => /expired$/.test(type));
    if (isUnheardOf && own.length === 0) continue;
    const [here, there] = [entries, own].map((list) =>
      list.map(({ version, type }) => `${version} ${type}`).join(),
    );
    if (here !== there) wrong('I4', `checkout ${id} did ${here}, and the shop is told ${there}`);
  }
  for (const { checkout_id: id, merchant } of events) {
    const row = checkouts.find((checkout) => checkout.id === id);
    if (row?.merchant !== merchant) wrong('I10', `an event of ${id} is another merchant’s`);
  }
  if (parts.lender === undefined) return;
  const untold = parts.disk.read(
    parts.lender.file,
    `select id from charge_requests c where status in ('Approved', 'Rejected')
       and transaction_callback_url <> '' and not exists (
         select 1 from events e where e.event_type = 'consumer_charge_outcome'
           and e.payload like '%' || c.id || '%')`,
  );
  if (untold.length > 0) wrong('I4', `the lender told nobody of ${untold.length} charges`);
}

/** I5: each event arrived, once or more, as it was written and in its order. */
function checkDeliveries({ parts, checkouts, events, wrong }: Evidence): void {
  const heard = parts.shops.flatMap((shop) => shop.heard.map((each) => ({ ...each, shop })));
  const firstById = new Map<string, (typeof heard)[number] & { place: number }>();
  for (const [place, each] of heard.entries()) {
    const known = firstById.get(each.id);
    if (known === undefined) firstById.set(each.id, { ...each, place });
    else if (JSON.stringify(known.payload) !== JSON.stringify(each.payload)) {
      wrong('I5', `event ${each.id} has said two things`);
    }
  }
  const lastPlace = new Map<string, number>();
  for (const { id, payload, status, checkout_id: checkoutId, merchant, type } of events) {
    const arrived = firstById.get(id);
    if (arrived === undefined) {
      wrong('I5', `${type} of checkout ${checkoutId} never arrived: ${status}`);
      continue;
    }
    if (arrived.shop.publishableKey !== merchant) wrong('I10', `${type} went to another shop`);
    if (JSON.stringify(arrived.payload) !== payload) wrong('I5', `${type} arrived changed`);
    if (status !== 'delivered') wrong('I5', `${type} arrived and is ${status}`);
    if (arrived.place < (lastPlace.get(checkoutId) ?? -1)) {
      wrong('I5', `${type} of ${checkoutId} arrived before what happened before it`);
    }
    lastPlace.set(checkoutId, arrived.place);
  }
  const ids = new Set(events.map(({ id }) => id));
  for (const [id, { payload }] of firstById) {
    // Of a checkout that nothing came of, all is deleted.
    const isKept = checkouts.some((checkout) => checkout.id === payload.data.checkout_id);
    if (isKept && !ids.has(id)) wrong('I5', `event ${id} is of nobody`);
  }
  const unread = parts.disk.read(
    parts.bff.file,
    'select event_id from inbox where processed_at is null',
  );
  if (unread.length > 0) wrong('I5', `${unread.length} callbacks were acknowledged and not read`);
  if (parts.lender === undefined) return;
  const undelivered = parts.disk.read(
    parts.lender.file,
    `select id from events where status <> 'Delivered' and target_url like '${bffUrl}%'`,
  );
  if (undelivered.length > 0) wrong('I5', `${undelivered.length} callbacks did not arrive`);
}

/** I6: nothing was approved at or after its end, and nothing ended before it. */
function checkExpiry({ parts, wrong }: Evidence): void {
  if (parts.lender === undefined) return;
  const rows = parts.disk.read(
    parts.lender.file,
    'select id, status, status_at, expires_at from charge_requests',
  ) as { id: string; status: string; status_at: number; expires_at: number }[];
  const now = stage().time.now;
  for (const { id, status, status_at: at, expires_at: end } of rows) {
    if (status === 'Approved' && at >= end) wrong('I6', `charge ${id} was approved too late`);
    if (status === 'Expired' && at < end) wrong('I6', `charge ${id} expired too early`);
    if (status === 'Pending' && end < now - 3_600_000) wrong('I6', `charge ${id} does not expire`);
  }
}

/** I8: one credit report for each intent. */
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
  for (const [call, count] of parts.effects) {
    if (count > 1) wrong('I8', `${call} was sent ${count} times after it had been done`);
  }
}

/** I9: nothing of a person is in what the BFF keeps, logs or sends to a shop. */
function checkCanaries({ parts, wrong }: Evidence): void {
  const secrets = new Set(
    parts.people.flatMap(({ first_name, email, ssn, phone }) => [
      first_name,
      email.split('@')[0] ?? email,
      ssn,
      ssn.replaceAll('-', ''),
      phone.slice(-10),
    ]),
  );
  const places: [string, string][] = [
    ...['', '-wal'].map((ending): [string, string] => [
      `bff.db${ending}`,
      readFileSync(parts.bff.file + ending, 'latin1'),
    ]),
    ['a log', parts.logged.join('\n')],
    ['a webhook', JSON.stringify(parts.shops.map(({ heard }) => heard))],
    ['an address', parts.paths.join('\n')],
  ];
  for (const [place, text] of places) {
    for (const [match] of text.matchAll(looksLikeCanary)) {
      if (secrets.has(match)) wrong('I9', `a person’s data is in ${place}`);
    }
  }
}

const looksLikeCanary = /Zq[a-z]{9}|zq\.[a-z]{9}|900-?[1-4]\d-?\d{4}|555[2-9]\d{6}/g;

const crashes = /"event":"(due_work_failed|request_failed|call_end_not_written|look_failed)"/;
/** Where a persona of the sandbox lets its bureau fail. */
const planned = 'sandbox-providers.ts';

/** Nothing failed in a way that nobody has thought of. */
function checkLogs({ parts, wrong }: Evidence): void {
  for (const line of parts.logged) {
    if (crashes.test(line) && !line.includes(planned)) wrong('log', line.slice(0, 500));
  }
}

/** What a shop reads is what its webhooks have said, and what its rows say. */
async function checkViews({ parts, checkouts, wrong }: Evidence): Promise<void> {
  for (const shop of parts.shops) {
    const said = new Map<string, { version: number; status: string; amount: string | null }>();
    const ids = new Set<string>();
    for (const { payload } of shop.heard) {
      const { type, data } = payload;
      const [kind = '', status = ''] = type.split('.');
      const subject = data.refund_id ?? data.charge_id ?? data.checkout_id;
      ids.add(data.checkout_id);
      const known = said.get(subject);
      if (known !== undefined && known.version > data.version) continue;
      said.set(subject, { version: data.version, status, amount: data.amount });
      void kind;
    }
    for (const id of ids) {
      if (!checkouts.some((checkout) => checkout.id === id)) continue;
      const view = await shop.read<CheckoutView>(`/checkouts/${id}`);
      if (view === undefined) {
        wrong('end', `the shop cannot read its checkout ${id}`);
        continue;
      }
      const row = checkouts.find((checkout) => checkout.id === id);
      if (row?.status !== view.status) wrong('end', `${id} is ${row?.status}, read ${view.status}`);
      checkSaid(view, said, wrong);
    }
  }
}

function checkSaid(
  view: CheckoutView,
  said: ReadonlyMap<string, { status: string; amount: string | null }>,
  wrong: Evidence['wrong'],
): void {
  const { checkout_id: id, status, charges } = view;
  const heard = said.get(id)?.status;
  // Of what is open again nobody is told.
  if (heard !== undefined && heard !== status && status !== 'open') {
    wrong('end', `checkout ${id} is ${status}, and its webhooks said ${heard}`);
  }
  for (const charge of charges) {
    const word = said.get(charge.charge_id);
    if (charge.status === 'working') continue;
    if (word?.status !== charge.status) {
      wrong('end', `charge ${charge.charge_id} is ${charge.status}, said ${word?.status}`);
    }
    if (word && word.amount !== charge.amount) wrong('end', `${charge.charge_id}: another amount`);
    const { refunded_amount: back, amount } = charge;
    if (parseCents(back) > parseCents(amount)) wrong('I7', `${back} of ${amount} went back`);
  }
}

/** I10: nobody reads what is another merchant's. */
async function checkTenants({ parts, wrong }: Evidence): Promise<void> {
  const { facts, shops } = parts;
  for (const shop of shops) {
    for (const id of await listedIds(shop)) {
      const merchant = facts.merchants.get(id);
      if (merchant !== undefined && merchant !== shop.publishableKey) {
        wrong('I10', `${shop.name} reads checkout ${id} of another merchant in its list`);
      }
    }
    const foreign = [...facts.merchants].filter(([, merchant]) => merchant !== shop.publishableKey);
    for (const [id] of foreign.slice(0, 3)) {
      const answers = [
        await shop.call('GET', `/checkouts/${id}`),
        await shop.call('GET', `/checkouts/${id}/charges`),
        await shop.call('POST', `/checkouts/${id}/cancel`, {}, `foreign-${id}`),
      ];
      for (const answer of answers) {
        if (answer?.status !== 404) wrong('I10', `${shop.name} was answered ${answer?.status}`);
      }
    }
    const page = await shop.read<{ events: { checkout_id: string }[] }>('/events?limit=100');
    for (const { checkout_id: id } of page?.events ?? []) {
      const merchant = facts.merchants.get(id);
      if (merchant !== undefined && merchant !== shop.publishableKey) {
        wrong('I10', `${shop.name} reads an event of another merchant`);
      }
    }
  }
}

async function listedIds(shop: Shop): Promise<string[]> {
  const page = await shop.read<CheckoutsPage>('/checkouts?limit=100');
  return (page?.checkouts ?? []).map(({ checkout_id: id }) => id);
}

/** I10: a token opens its own checkout alone. */
async function checkTokens({ parts, wrong }: Evidence): Promise<void> {
  const tabs = parts.facts.tabs.slice(-2);
  const [one, other] = tabs;
  if (one === undefined || other === undefined || one.checkoutId === other.checkoutId) return;
  await one.comeBack();
  const answer = await one.call('GET', `/v1/checkouts/${other.checkoutId}`);
  if (answer.status < 400) wrong('I10', 'a token opens another checkout');
}

/** I11: what an open stream shows is what is stored. */
async function checkStreams({ parts, checkouts, wrong }: Evidence): Promise<void> {
  for (const tab of parts.facts.tabs.slice(-streamsRead)) {
    const step = await tab.comeBack();
    // Its handle may be void: somebody else has taken the checkout up.
    if (step === undefined) continue;
    const looked = await tab.look();
    const streamed = await tab.firstOfStream();
    if (JSON.stringify(looked) !== JSON.stringify(streamed)) {
      wrong('I11', `a stream shows ${streamed?.screen}, a read ${looked?.screen}`);
    }
    const row = checkouts.find(({ id }) => id === tab.checkoutId);
    if (row !== undefined && looked !== undefined && row.screen !== looked.screen) {
      wrong('I11', `${row.screen} is stored, ${looked.screen} is read`);
    }
  }
  await sleep(1_000);
}

const streamsRead = 6;

function centsOf({ cents }: { cents: number }): number {
  return cents;
}

function sumOf(numbers: readonly number[]): number {
  return numbers.reduce((sum, each) => sum + each, 0);
}

function add(counts: Map<string, number>, key: string): void {
  counts.set(key, (counts.get(key) ?? 0) + 1);
}
