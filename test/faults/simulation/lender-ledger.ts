import { movesWithinMs } from './lender-books.ts';
import type { WeekParts } from './week.ts';

/** What a lender's own rows leave the merchant of a charge, in cents. */
export interface KeptOfCharge {
  /** Of the charge's request. */
  readonly uuid: string;
  readonly cents: number;
  /** The merchant's part of it; null where the lender's rows do not say it. */
  readonly net: number | null;
  /** What was charged, and what of it went back, by refunds or without. */
  readonly charged: number;
  readonly givenBack: number;
  /** The merchant's part of the whole charge; null of one that has not settled. */
  readonly settledNet: number | null;
  /** The merchant's part of each refund that has settled, and when (epoch milliseconds). */
  readonly settledRefunds: readonly { readonly net: number; readonly settledAt: number }[];
  readonly isReturned: boolean;
  /** A refund of it is on its way. */
  readonly isOpen: boolean;
  /** When its money moved last (epoch milliseconds). */
  readonly movedAt: number;
}

export function keptAtLender(parts: WeekParts): KeptOfCharge[] {
  return parts.bare === undefined ? keptOfRows(parts) : keptOfBooks(parts.bare);
}

export function sumOfKept(
  kept: readonly KeptOfCharge[],
  key: 'charged' | 'givenBack' | 'net',
): number {
  return kept.reduce((sum, each) => sum + (each[key] ?? 0), 0);
}

interface TransactionRow {
  id: string;
  charge_request_id: string;
  kind: number;
  status: string;
  cents: number;
  net: number;
  settled_at: number | null;
  status_at: number;
}

function keptOfRows({ disk, lender }: WeekParts): KeptOfCharge[] {
  const rows = disk.read(
    lender?.file ?? '',
    `select id, charge_request_id, transaction_description as kind, status, settled_at, status_at,
       consumer_charge_amount_cents as cents, net_to_merchant_amount_cents as net
     from transactions`,
  ) as TransactionRow[];
  const refundsOf = Map.groupBy(
    rows.filter(({ kind, status }) => kind === 115 && status !== 'Failed'),
    (refund) => refund.charge_request_id,
  );
  return rows
    .filter(({ kind }) => kind !== 115)
    .map((charge) => keptOfRow(charge, refundsOf.get(charge.id) ?? []));
}

/** Of a charge that came back, what its refunds leave of it comes back, those on their way included. */
function keptOfRow(charge: TransactionRow, refunds: readonly TransactionRow[]): KeptOfCharge {
  const isSettled = charge.settled_at !== null;
  const isReturned = isSettled && charge.status === 'Reversed';
  const moved = refunds.filter(({ status }) => isSettled && status === 'Transferred');
  const amounts = (key: 'cents' | 'net') => {
    const charged = isSettled ? charge[key] : 0;
    const returned = isReturned ? charged - sumOf(refunds, key) : 0;
    return { charged, givenBack: sumOf(moved, key) + returned };
  };
  const [cents, net] = [amounts('cents'), amounts('net')];
  return {
    uuid: charge.id.toLowerCase(),
    ...cents,
    cents: cents.charged - cents.givenBack,
    net: net.charged - net.givenBack,
    settledNet: isSettled ? charge.net : null,
    settledRefunds: refunds.flatMap(({ net: cents, settled_at: settledAt }) =>
      settledAt === null ? [] : [{ net: cents, settledAt }],
    ),
    isReturned,
    isOpen: refunds.some(({ settled_at: at }) => at === null),
    movedAt: Math.max(charge.status_at, ...refunds.map((refund) => refund.status_at)),
  };
}

function keptOfBooks({ books }: NonNullable<WeekParts['bare']>): KeptOfCharge[] {
  return books.chargesNow().map((charge) => {
    const isSettled = charge.state === 'Transferred';
    const refunds = books.refunds.filter(
      (refund) => refund.charge === charge && refund.state !== 'Failed',
    );
    const charged = isSettled ? charge.cents : 0;
    const givenBack = isSettled
      ? sumOf(
          refunds.filter(({ state }) => state === 'Transferred'),
          'cents',
        )
      : 0;
    return {
      uuid: charge.uuid.toLowerCase(),
      charged,
      givenBack,
      cents: charged - givenBack,
      net: refunds.length === 0 && isSettled ? charge.merchantCents : null,
      settledNet: null,
      settledRefunds: [],
      isReturned: false,
      isOpen: refunds.some(({ state }) => state === 'Submitted'),
      movedAt: Math.max(
        charge.statusAt,
        ...refunds.map((each) => each.requestedAt + movesWithinMs),
      ),
    };
  });
}

function sumOf<Key extends string>(rows: readonly Record<Key, number>[], key: Key): number {
  return rows.reduce((sum, row) => sum + row[key], 0);
}
