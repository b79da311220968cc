import { join } from 'node:path';
import { type Cloning, cloned, cloneRows } from './clone-rows.ts';

/** How many of the rows are a seller's, and how many stand at a status that is rare. */
const rareRows = 25;

/** Between one checkout and the one before it: as many a day, however many there are. */
const apartMs = 50_000;

/** A day's sums have so many rows: by part, seller and offer code. */
const sumsOfDay = 48;

/**
 * Makes `rows` checkouts of one merchant, each with its charge and its settlement, out of the one that
 * the file holds, and the sums of their days.
 */
export function fillMerchant(folder: string, rows: number): void {
  const rarely = (rare: string, usually: string) =>
    `case when n % ${Math.floor(rows / rareRows)} = 0 then ${rare} else ${usually} end`;
  const earlier = (column: string) => `t."${column}" - n * ${apartMs}`;
  const orderId = "'B-' || n";
  cloneRows(join(folder, 'bff.db'), rows - 1, [
    {
      table: 'checkouts',
      differences: {
        id: cloned('id'),
        order_id: orderId,
        status: rarely("'review'", 't.status'),
        sold_by: rarely("'hillside-rep-2'", 'null'),
        created_at: earlier('created_at'),
        look_at: 'null',
      },
    },
    {
      table: 'charges',
      differences: {
        id: cloned('id'),
        checkout_id: cloned('checkout_id'),
        order_id: orderId,
        payment_identifier: cloned('payment_identifier'),
        payment_request_uuid: cloned('payment_request_uuid'),
        started_at: earlier('started_at'),
        settled_at: earlier('settled_at'),
      },
    },
    {
      table: 'settlements',
      differences: {
        id: `t.kind || '_' || ${cloned('charge_id')}`,
        checkout_id: cloned('checkout_id'),
        charge_id: cloned('charge_id'),
        order_id: orderId,
        seen_at: earlier('seen_at'),
      },
    },
    {
      table: 'webhook_events',
      where: 't.version = (select max(version) from webhook_events)',
      differences: {
        id: cloned('id'),
        checkout_id: cloned('checkout_id'),
        created_at: earlier('created_at'),
      },
    },
  ]);
  const days = Math.max(31, Math.ceil((rows * apartMs) / 86_400_000));
  cloneRows(join(folder, 'bff.db'), days * sumsOfDay, [dailySums]);
}

const dailySums: Cloning = {
  table: 'daily_sums',
  where: 't.rowid = (select min(rowid) from daily_sums)',
  differences: {
    day: `date(t.day, '-' || ((n - 1) / ${sumsOfDay} + 1) || ' days')`,
    part: 'n % 8',
    sold_by: "'seller-' || (n / 8 % 3)",
    offer_code: "'code-' || (n / 24 % 2)",
  },
};
