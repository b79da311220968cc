import { setTimeout as sleep } from 'node:timers/promises';
import type { CheckoutView } from '../../../server/bff/merchant-api/checkouts.ts';
import { webhookTypes } from '../../../server/bff/merchant-api/webhook-types.ts';
import type { WebhookPayload } from '../../../server/bff/merchant-api/webhooks.ts';
import { parseCents } from '../../../server/platform/money.ts';
import { type Evidence, timelineOf } from './evidence.ts';
import { bffUrl } from './services.ts';

/** Compares what shops and people were told with what is written (I4, I5, I11). */
export async function checkWhatWasTold(evidence: Evidence): Promise<void> {
  checkOutbox(evidence);
  checkDeliveries(evidence);
  checkLoanNumbers(evidence);
  await checkViews(evidence);
  await checkStreams(evidence);
}

const told: ReadonlySet<string> = new Set(webhookTypes);

/** I4: what happened is in the outbox, and nothing else is. */
function checkOutbox({ parts, checkouts, events, wrong }: Evidence): void {
  const eventsOf = Map.groupBy(events, (event) => event.checkout_id);
  for (const checkout of checkouts) {
    const { id, made_by: madeBy } = checkout;
    const entries = timelineOf(checkout).filter(({ type }) => told.has(type));
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

/** What a charge is that the lender's rows have not shown. */
const unseen: ReadonlySet<string> = new Set(['void', 'started', 'unknown', 'unresolved']);

/**
 * A consumer approves a charge by the number of the loan: what a page shows of it is the lender's, and it
 * is known as soon as rows of a charge have said it.
 */
function checkLoanNumbers({ parts, books, checkouts, charges, wrong }: Evidence): void {
  for (const { id, loan, earlier_application_id: earlier } of checkouts) {
    const known = (JSON.parse(loan ?? 'null') as { loanNumber: string | null } | null)?.loanNumber;
    const named = books.loans.filter((each) => each.id === (earlier ?? id));
    // A lender that names no loan may answer with another of the person, under an id that nobody knows.
    const email = parts.facts.appliedBy.get(id)?.toLowerCase();
    const own = named[0] ? named : books.loans.filter((each) => each.email.toLowerCase() === email);
    const isShown = charges.some((each) => each.checkout_id === id && !unseen.has(each.state));
    if (isShown && !known) wrong('end', `the number of the loan of ${id} is not known`);
    for (const number of [...(known ? [known] : []), ...(parts.facts.shownNumbers.get(id) ?? [])]) {
      const isOwn = own.some((each) => each.number === number);
      if (!isOwn) wrong('I10', `the number of another loan is that of ${id}`);
    }
  }
}

/** What a shop reads is what its webhooks have said, and what its rows say. */
async function checkViews({ parts, checkouts, wrong }: Evidence): Promise<void> {
  for (const shop of parts.shops) {
    const said = new Map<string, { version: number; status: string; amount: string | null }>();
    const back = new Map<string, Map<string, number>>();
    const ids = new Set<string>();
    for (const { payload } of shop.heard) {
      const { type, data } = payload;
      const [kind = '', status = ''] = type.split('.');
      const subject = data.refund_id ?? data.charge_id ?? data.checkout_id;
      ids.add(data.checkout_id);
      if (type === 'refund.settled') addBack(back, data);
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
      checkBack(view, back, wrong);
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

function addBack(
  back: Map<string, Map<string, number>>,
  { charge_id: chargeId = '', refund_id: refundId = '', amount }: WebhookPayload['data'],
): void {
  const cents = amount === null ? 0 : parseCents(amount);
  back.set(chargeId, (back.get(chargeId) ?? new Map()).set(refundId, cents));
}

/** I7: of a charge that stands, as much went back as its webhooks have said. */
function checkBack(
  { charges }: CheckoutView,
  back: ReadonlyMap<string, ReadonlyMap<string, number>>,
  wrong: Evidence['wrong'],
): void {
  for (const { charge_id: id, status, refunded_amount: amount } of charges) {
    if (status === 'refunded' || status === 'reversed') continue;
    const heard = [...(back.get(id)?.values() ?? [])].reduce((sum, cents) => sum + cents, 0);
    if (parseCents(amount) !== heard)
      wrong('I7', `${amount} of ${id} went back, ${heard} cents said`);
  }
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
