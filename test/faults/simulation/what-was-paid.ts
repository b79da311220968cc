import type { SettlementView } from '../../../server/bff/merchant-api/settlements.ts';
import type { Statement } from '../../../server/lending-api/statements.ts';
import { dayMs } from '../../../server/platform/durations.ts';
import { formatCents, parseCents } from '../../../server/platform/money.ts';
import { authorizationOf } from '../../helpers/lending.ts';
import type { Evidence } from './evidence.ts';
import { type KeptOfCharge, keptAtLender, sumOfKept } from './lender-ledger.ts';
import { lenderUrl } from './services.ts';
import type { Shop } from './shop.ts';
import { stage } from './stage.ts';

/** Compares the money that the merchant is told of, and has, with the lender's own rows (I2). */
export async function checkWhatWasPaid(evidence: Evidence): Promise<void> {
  const kept = keptAtLender(evidence.parts);
  checkToldAmounts(evidence);
  await checkSettlements(evidence, kept);
  if (evidence.parts.lender === undefined) return;
  await checkStatements(evidence, kept);
  checkPayouts(evidence, kept);
}

/** I2: what a webhook says of a charge or a refund is what the lender has of it, with its sign. */
function checkToldAmounts({ parts, books, charges, refunds, wrong }: Evidence): void {
  for (const { payload } of parts.shops.flatMap(({ heard }) => heard)) {
    const { type, data } = payload;
    const { charge_id: chargeId, refund_id: refundId, amount } = data;
    const charge = charges.find(({ id }) => id === chargeId);
    const uuid = charge?.payment_request_uuid?.toLowerCase();
    if (charge === undefined || uuid === undefined) continue;
    const booked =
      refundId === undefined
        ? books.charges.filter((each) => each.uuid === uuid)
        : books.refunds.filter(({ chargeUuid }) => chargeUuid === uuid);
    const intent = refunds.find(({ id }) => id === refundId)?.payment_identifier;
    const named = booked.filter(({ identifier }) => identifier !== null && identifier === intent);
    const possible = named.length > 0 ? named : booked;
    // A refund that the lender never had is called off, or in doubt.
    if (possible.length === 0) continue;
    const isSo = possible.some(({ cents }) => formatCents(cents) === amount);
    if (!isSo && !/unresolved|not_made/.test(type)) {
      wrong('I2', `${type} of ${refundId ?? chargeId} said ${amount}`);
    }
  }
}

/** The lender's last moves may not have been read yet. */
const readWithinMs = 2 * dayMs;

/** I2: the settlements that a shop reads sum up, charge by charge, to what the lender's rows leave it. */
async function checkSettlements(
  { parts, charges, refunds, wrong }: Evidence,
  kept: readonly KeptOfCharge[],
): Promise<void> {
  for (const shop of parts.shops) {
    const rows = await settlementsOf(shop);
    for (const row of rows) checkRow(row, wrong);
    for (const charge of charges.filter(({ merchant }) => merchant === shop.publishableKey)) {
      const uuid = charge.payment_request_uuid?.toLowerCase();
      const there = kept.find((each) => each.uuid === uuid);
      const isInDoubt = [charge, ...refunds.filter((each) => each.charge_id === charge.id)].some(
        ({ state }) => state === 'unresolved',
      );
      if (there === undefined || there.isOpen || isInDoubt) continue;
      if (there.movedAt > stage().time.now - readWithinMs) continue;
      const own = rows.filter(({ charge_id: id }) => id === charge.id);
      const gross = sumOf(own.map((row) => row.gross_amount));
      const net = sumOf(own.map((row) => row.net_amount));
      if (gross !== there.cents) {
        wrong('I2', `${gross} of charge ${charge.id} is settled, at the lender ${there.cents}`);
      }
      if (there.net !== null && net !== there.net) {
        wrong('I2', `${net} net of charge ${charge.id} is settled, at the lender ${there.net}`);
      }
    }
  }
}

function checkRow(row: SettlementView, wrong: Evidence['wrong']): void {
  const { settlement_id: id, kind } = row;
  const [gross, fee, platform, sponsor, net] = [
    row.gross_amount,
    row.merchant_fee,
    row.platform_fee,
    row.sponsor_fee,
    row.net_amount,
  ].map(signedCents) as [number, number, number, number, number];
  const sign = kind === 'charge' ? 1 : -1;
  if (gross * sign <= 0) wrong('I2', `settlement ${id} is of ${gross}`);
  if (gross !== net + fee || fee !== platform + sponsor) wrong('I2', `${id} does not sum up`);
}

/** So few that rows of one moment stand on two pages. */
const rowsOfPage = 3;

/** Page by page, as a shop's books are filled. */
async function settlementsOf(shop: Shop): Promise<SettlementView[]> {
  const rows: SettlementView[] = [];
  for (;;) {
    const last = rows.at(-1);
    const from = last === undefined ? '' : `&starting_after=${last.settlement_id}`;
    const page = await shop.read<{ settlements: SettlementView[]; has_more: boolean }>(
      `/settlements?limit=${rowsOfPage}${from}`,
    );
    rows.push(...(page?.settlements ?? []));
    if (page?.has_more !== true) return rows;
  }
}

/** I2: the lender's statements sum up to its charges, refunds and returns. */
async function checkStatements({ wrong }: Evidence, kept: readonly KeptOfCharge[]): Promise<void> {
  const answer = await stage().network.ask(
    new Request(`${lenderUrl}/api/v1/sponsor/merchants/hillside-admin/statement/`, {
      headers: { authorization: authorizationOf('sponsor@example.test') },
    }),
  );
  const statements = (await answer.json()) as Statement[];
  const wanted = {
    total_consumer_charges: sumOfKept(kept, 'charged'),
    total_consumer_refunds: sumOfKept(kept, 'givenBack'),
    net_to_merchant_amount: sumOfKept(kept, 'net'),
  };
  for (const [name, cents] of Object.entries(wanted)) {
    const stated = sumOf(statements.map((each) => each[name as keyof typeof wanted]));
    if (stated !== cents) wrong('I2', `the statements’ ${name} is ${stated}, not ${cents}`);
  }
}

/** I2: of each charge that has settled, its merchant is paid once what was left of its part then. */
function checkPayouts({ parts, wrong }: Evidence, kept: readonly KeptOfCharge[]): void {
  const { payouts } = parts.bank;
  for (const [id, asked] of payouts) {
    const charge = kept.find(({ uuid }) => id.toLowerCase().startsWith(`${uuid}/`));
    const left = charge && leftAt(charge, asked[0]?.at ?? 0);
    if (asked.some(({ cents }) => cents !== left)) {
      wrong('I2', `payout ${id} is of ${asked.map(({ cents }) => cents)} cents, not of ${left}`);
    }
  }
  for (const charge of kept) {
    const { uuid, isReturned, isOpen, movedAt } = charge;
    const own = [...payouts.keys()].filter((id) => id.toLowerCase().startsWith(`${uuid}/`));
    if (own.length > 1) wrong('I2', `charge ${uuid} is paid out ${own.length} times`);
    // What was refunded of it before is not paid out, and it waits for a refund on its way.
    const isDue = !isReturned && !isOpen && (leftAt(charge, movedAt) ?? 0) > 0;
    if (isDue && movedAt < stage().time.now - readWithinMs && own.length === 0) {
      wrong('I2', `charge ${uuid} is not paid out`);
    }
  }
}

/** What refunds that had settled by a time leave of the merchant's part; null before the charge has. */
function leftAt({ settledNet, settledRefunds }: KeptOfCharge, at: number): number | null {
  if (settledNet === null) return null;
  return settledRefunds
    .filter(({ settledAt }) => settledAt <= at)
    .reduce((cents, { net }) => cents - net, settledNet);
}

function signedCents(text: string): number {
  return text.startsWith('-') ? -parseCents(text.slice(1)) : parseCents(text);
}

function sumOf(amounts: readonly string[]): number {
  return amounts.reduce((sum, each) => sum + signedCents(each), 0);
}
