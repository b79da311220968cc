import { verifyEvidence } from '../../../server/lending/operations/verify-evidence.ts';
import { dayMs } from '../../../server/platform/durations.ts';
import { type ChargeRow, type Evidence, type RefundRow, timelineOf } from './evidence.ts';
import type { BookedRefund, LenderBooks } from './lender-books.ts';
import { stage } from './stage.ts';

/** What the lender's lists have shown for so long has been read. */
const readWithinMs = 2 * dayMs;

/** Compares what went back, what is spent and what is proved with the lender's own rows (I2, I7, I12). */
export async function checkWhatTheLenderOwes(evidence: Evidence): Promise<void> {
  checkGivenBack(evidence);
  checkOnTheirWay(evidence);
  checkRefunded(evidence);
  checkKept(evidence);
  checkSpend(evidence);
  checkNotices(evidence);
  checkMessages(evidence);
  await checkProofs(evidence);
}

/** I7: a refund has settled, or failed, where the lender's has, and not before. */
function checkGivenBack({ books, charges, checkouts, refunds, wrong }: Evidence): void {
  const entries = checkouts.flatMap(timelineOf);
  for (const refund of refunds) {
    const { id, state } = refund;
    if (state !== 'settled' && state !== 'failed') continue;
    const charge = charges.find((each) => each.id === refund.charge_id);
    const own = bookedAs(refund, refundsAt(books, charge));
    const isSo = ({ isFailed, isSettled }: BookedRefund) =>
      state === 'failed' ? isFailed : isSettled;
    if (!own.some(isSo)) wrong('I7', `refund ${id} is ${state}, and at the lender it is not`);
    const told = entries.find(({ type, refundId }) => type === 'refund.settled' && refundId === id);
    const isEarly = own.every(({ settledAt }) => told && settledAt && told.at < settledAt);
    if (isEarly && own.length > 0) wrong('I7', `refund ${id} was told settled before it was`);
  }
}

/** A refund whose end the lender has shown for days is not on its way any more. */
function checkOnTheirWay({ books, charges, refunds, wrong }: Evidence): void {
  const isShown = ({ isFailed, isSettled, movedAt }: BookedRefund) =>
    (isFailed || isSettled) && movedAt < stage().time.now - readWithinMs;
  for (const refund of refunds.filter(({ state }) => state === 'pending')) {
    const charge = charges.find(({ id }) => id === refund.charge_id);
    const own = bookedAs(refund, refundsAt(books, charge));
    if (own.length > 0 && own.every(isShown)) wrong('end', `refund ${refund.id} is still pending`);
  }
}

/** By its identifier, where the lender keeps that; refunds of one amount could be each other. */
function bookedAs(refund: RefundRow, booked: readonly BookedRefund[]): readonly BookedRefund[] {
  const named = booked.filter(({ identifier }) => identifier === refund.payment_identifier);
  return named.length > 0 ? named : booked.filter(({ cents }) => cents === refund.cents);
}

function refundsAt({ refunds }: LenderBooks, charge: ChargeRow | undefined): BookedRefund[] {
  const uuid = charge?.payment_request_uuid?.toLowerCase();
  return refunds.filter(({ chargeUuid }) => chargeUuid === uuid);
}

/** I7: what is said to be refunded went back whole, and before that was said. */
function checkRefunded({ books, charges, checkouts, wrong }: Evidence): void {
  const entries = checkouts.flatMap(timelineOf);
  for (const charge of charges.filter(({ state }) => state === 'refunded')) {
    const { id, cents } = charge;
    const given = refundsAt(books, charge).filter(({ isFailed }) => !isFailed);
    const back = sumOf(given.map((each) => each.cents));
    if (back !== cents) wrong('I7', `charge ${id} is refunded, ${back} of ${cents} cents were`);
    const told = entries.find(
      ({ type, chargeId }) => type === 'charge.refunded' && chargeId === id,
    );
    const isEarly = given.some(({ settledAt }) => told && settledAt && told.at < settledAt);
    if (isEarly) wrong('I7', `charge ${id} was told refunded before it was`);
  }
}

/** I2: the settlements of a charge sum up to what the merchant may keep of it. */
function checkKept({ parts, charges, refunds, wrong }: Evidence): void {
  const settlements = parts.disk.read(
    parts.bff.file,
    `select charge_id, sum(amount_cents) as cents, sum(net_to_merchant_amount_cents) as net
     from settlements group by charge_id`,
  ) as { charge_id: string; cents: number; net: number }[];
  for (const { id, cents, state, settled_at: settledAt } of charges) {
    if (settledAt === null) continue;
    const own = settlements.find(({ charge_id: chargeId }) => chargeId === id);
    const back = refunds.filter((each) => each.charge_id === id && each.state === 'settled');
    const isGone = state === 'reversed' || state === 'refunded';
    const kept = isGone ? 0 : cents - sumOf(back.map((each) => each.cents));
    if (own?.cents !== kept) wrong('I2', `${own?.cents} of charge ${id} is kept, not ${kept}`);
    if (kept === 0 && own?.net !== 0) wrong('I2', `${own?.net} of charge ${id} is the merchant’s`);
  }
}

interface Spend {
  id: string;
  pending: number;
  pendingSum: number;
  spent: number;
  spentSum: number;
}

/** I2: what a loan has spent, and is asked for, is the sum of its charges. */
function checkSpend({ parts, wrong }: Evidence): void {
  if (parts.lender === undefined) return;
  const loans = parts.disk.read(
    parts.lender.file,
    `select a.id, a.pending_charge_amount_cents as pending, a.amount_spent_cents as spent,
       (select coalesce(sum(consumer_charge_amount_cents), 0) from charge_requests c
        where c.application_id = a.id and c.status = 'Pending') as pendingSum,
       (select coalesce(sum(t.consumer_charge_amount_cents - coalesce((
          select sum(abs(r.consumer_charge_amount_cents)) from transactions r
          where r.charge_request_id = t.id and r.transaction_description = 115
            and r.settled_at is not null and r.status <> 'Failed'), 0)), 0)
        from transactions t where t.application_id = a.id and t.transaction_description <> 115
          and t.status not in ('Failed', 'Excluded', 'Reversed')) as spentSum
     from applications a where a.account_status is not null`,
  ) as Spend[];
  for (const { id, pending, pendingSum, spent, spentSum } of loans) {
    if (pending !== pendingSum) wrong('I2', `${pending} of loan ${id} waits, not ${pendingSum}`);
    if (spent !== spentSum) wrong('I2', `${spent} of loan ${id} is spent, not ${spentSum}`);
  }
}

/** I12: who was declined is sent a notice. */
function checkNotices({ parts, wrong }: Evidence): void {
  if (parts.lender === undefined) return;
  const unsaid = parts.disk.read(
    parts.lender.file,
    `select id from applications a where status = 'Declined' and decided_at is not null
       and not exists (select 1 from notices n where n.application_id = a.id)`,
  );
  if (unsaid.length > 0) wrong('I12', `${unsaid.length} were declined without a notice`);
}

/** What a consumer is written for each row of these, by e-mail. */
const writtenFor: Readonly<Record<string, string>> = {
  charge_request: `select application_id from charge_requests where email_notification = 'sent'`,
  charge_receipt: `select application_id from charge_requests where status = 'Approved'`,
  refund: `select application_id from refund_requests`,
  loan_documents: `select id as application_id from applications where accepted_at is not null`,
  credit_line_increased: 'select application_id from credit_line_increases',
};

/** I12: the consumer is written of each step, once, and what is written has left. */
function checkMessages({ parts, wrong }: Evidence): void {
  const { disk, lender } = parts;
  if (lender === undefined) return;
  for (const [kind, causes] of Object.entries(writtenFor)) {
    const others = disk.read(
      lender.file,
      `select application_id, sum(written) as written, sum(caused) as caused from (
         select application_id, 1 as written, 0 as caused from messages
           where kind = '${kind}' and channel = 'email'
         union all select application_id, 0, 1 from (${causes}))
       group by application_id having sum(written) <> sum(caused)`,
    ) as { application_id: string; written: number; caused: number }[];
    for (const { application_id: id, written, caused } of others) {
      wrong('I12', `${written} messages ${kind} of loan ${id}, for ${caused}`);
    }
  }
  const queued = disk.read(lender.file, `select id from messages where status = 'Queued'`);
  if (queued.length > 0) wrong('I12', `${queued.length} messages have not left`);
}

/** I12: the lender's evidence is as it was written, and all of it is there. */
async function checkProofs({ parts, wrong }: Evidence): Promise<void> {
  const context = parts.lender?.context;
  if (context === undefined) return;
  const { broken } = await verifyEvidence(context.database.query, context.sealer);
  if (broken !== null) wrong('I12', `evidence of ${broken.chain}: ${broken.what}`);
}

function sumOf(numbers: readonly number[]): number {
  return numbers.reduce((sum, each) => sum + each, 0);
}
