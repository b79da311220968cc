import type { Random } from '../fuzz/random.ts';
import { drop, retype, setNull, useMarkup, useUnknownWord } from './changed-fields.ts';

type Row = Record<string, unknown>;

/** What a row says, each by the names that the lists have for it. */
const parts = {
  id: ['payment_request_uuid', 'associated_payment_request_id'],
  loan: ['consumer_application_human_readable_id'],
  amount: ['consumer_charge_amount'],
  kind: ['transaction_description'],
  status: ['payment_request_status', 'status'],
  time: ['request_datetime', 'request_date'],
} as const;

type Part = keyof typeof parts;

const partNames = Object.keys(parts) as Part[];
const noRows: readonly unknown[] = [null, {}, 'row', 42, true, [], [null], [[]], ''];
const faults = [drop, setNull, retype, useMarkup, useUnknownWord];

/** What is wrong with a row: it is none, or parts of it cannot be read. */
export type BadRow = (row: Row) => unknown;

export function someBadRow(random: Random): BadRow {
  if (random.chance(0.25)) {
    const none = random.pick(noRows);
    return () => none;
  }
  const bad = partNames.filter(() => random.chance(0.25));
  const spoilt = bad.length > 0 ? bad : [random.pick(partNames)];
  const fault = random.pick(faults);
  return (row) => {
    for (const name of spoilt.flatMap((part): readonly string[] => parts[part])) {
      if (name in row) fault(random, { holder: row, name });
    }
    return row;
  };
}

/** A list whose rows of these charges are bad, and that may have rows which are none beside them. */
export function withBadRows(
  body: unknown,
  { random, charges, badRow }: { random: Random; charges: readonly string[]; badRow: BadRow },
): unknown {
  const changed = structuredClone(body);
  const rows = Array.isArray(changed) ? changed : (changed as { results?: unknown }).results;
  if (!Array.isArray(rows)) return changed;
  for (const [index, row] of rows.entries()) {
    if (isRowOf(row, charges)) rows[index] = badRow(row);
  }
  // One row more than an envelope counts would be a list that changes while it is read.
  if (Array.isArray(changed) && random.chance(0.2)) rows.unshift(random.pick(noRows));
  return changed;
}

function isRowOf(row: unknown, charges: readonly string[]): row is Row {
  return parts.id.some((name) => charges.includes(String((row as Row | null)?.[name])));
}
