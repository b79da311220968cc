import type { Transaction } from 'kysely';
import type { CalendarDate } from '../../platform/calendar/calendar-date.ts';
import type { Connection } from '../../platform/database/database.ts';
import { picked, prepareByColumns, prepareUnread } from '../../platform/database/prepare.ts';
import type { Checkout } from '../domain/checkout.ts';
import { type FunnelSums, noSums } from '../domain/funnel.ts';
import type { ReportGroup } from '../merchant-api/report.ts';
import type { BffSchema, DailySumsTable } from './schema.ts';

/** A day's checkouts add to one of so many rows, so that they do not all wait for each other. */
const parts = 8;

const sumNames = Object.keys(noSums) as (keyof FunnelSums)[];

/** Adds to the sums of a day, in the transaction of what is counted. */
export async function addToDay(
  tx: Transaction<BffSchema>,
  { id, publishableKey, offerCode, soldBy }: Checkout,
  { day, sums }: { day: CalendarDate; sums: FunnelSums },
): Promise<void> {
  const added = sumNames.filter((name) => sums[name] !== 0);
  await addSums(added)(tx, {
    merchant: publishableKey,
    day,
    offer_code: offerCode ?? '',
    sold_by: soldBy ?? '',
    part: Number.parseInt(id.slice(-1), 16) % parts,
    ...sums,
  });
}

/** Of the sums, those alone that grow. */
const addSums = prepareByColumns((added) =>
  prepareUnread((db: Connection<BffSchema>, row: DailySumsTable) =>
    db
      .insertInto('daily_sums')
      .values({
        merchant: row.merchant,
        day: row.day,
        offer_code: row.offer_code,
        sold_by: row.sold_by,
        part: row.part,
        ...noSums,
        ...picked(row, added),
      })
      .onConflict((conflict) =>
        conflict
          .columns(['merchant', 'day', 'offer_code', 'sold_by', 'part'])
          .doUpdateSet((at) =>
            Object.fromEntries(
              sumNames
                .filter((name) => added.includes(name))
                .map((name) => [
                  name,
                  at(at.ref(`daily_sums.${name}`), '+', at.ref(`excluded.${name}`)),
                ]),
            ),
          ),
      ),
  ),
);

export interface DailySumsQuery {
  readonly merchant: string;
  readonly from: CalendarDate;
  /** Its last day. */
  readonly to: CalendarDate;
  readonly by: ReportGroup;
}

export type GroupedSums = FunnelSums & { readonly group: string };

/** A merchant's sums of some days, in the order of what they are grouped by. */
export async function sumDays(
  db: Connection<BffSchema>,
  { merchant, from, to, by }: DailySumsQuery,
): Promise<GroupedSums[]> {
  const rows = await db
    .selectFrom('daily_sums')
    .select(`${by} as group`)
    .select(({ fn }) => sumNames.map((name) => fn.sum<number | string>(name).as(name)))
    .where('merchant', '=', merchant)
    .where('day', '>=', from)
    .where('day', '<=', to)
    .groupBy(by)
    .orderBy(by)
    .execute();
  return rows.map(({ group, ...sums }) => {
    // PostgreSQL sums big integers as numeric, which comes as text.
    const numbers = sumNames.map((name) => [name, Number(sums[name])] as const);
    return { ...noSums, ...Object.fromEntries(numbers), group };
  });
}
