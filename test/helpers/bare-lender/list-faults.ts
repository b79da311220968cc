import type { BareLender } from '../bare-lender.ts';
import type { Troubles } from './troubles.ts';

export type ChargeListName = 'pending' | 'transactions' | 'activity';
/** What of a row cannot be read; `whole` puts null in the row's place. */
export type Fault = 'whole' | 'amount' | 'loan' | 'kind' | 'id';

type Row = Record<string, unknown>;

const fields = {
  amount: ['consumer_charge_amount'],
  loan: ['consumer_application_human_readable_id'],
  kind: ['transaction_description'],
  id: ['payment_request_uuid', 'associated_payment_request_id'],
} as const;

/** The row of a charge is bad in a list, in place of the good one. */
export function spoilRow(troubles: Troubles, list: ChargeListName, uuid: string, fault: Fault) {
  troubles.rewrite(list, (body) =>
    withRows(body, (rows) => rows.map((row) => (isRowOf(row, uuid) ? spoilt(row, fault) : row))),
  );
}

/** Every row of a list is bad. */
export function spoilEveryRow(troubles: Troubles, list: ChargeListName, fault: Fault): void {
  troubles.rewrite(list, (body) =>
    withRows(body, (rows) => rows.map((row) => spoilt(row as Row, fault))),
  );
}

/** A list has one more row, which may be none. */
export function addRow(troubles: Troubles, list: ChargeListName, row: unknown): void {
  troubles.rewrite(list, (body) => withRows(body, (rows) => [row, ...rows]));
}

/** As the lists write the kind of a refund. */
const refundKinds: ReadonlySet<unknown> = new Set([115, 'Refund']);

/** No list shows a refund, nor counts it. */
export function hideRefunds(troubles: Troubles): void {
  const isCharge = (row: unknown) => !refundKinds.has((row as Row).transaction_description);
  for (const list of ['transactions', 'activity'] as const) {
    troubles.rewrite(list, (body) => {
      const shown = withRows(body, (rows) => rows.filter(isCharge));
      return Array.isArray(shown) ? shown : { ...(shown as Envelope), count: rowsOf(shown).length };
    });
  }
}

/** The row of a charge or a refund has this identifier, or none, in place of its id. */
export function nameRow(
  troubles: Troubles,
  list: ChargeListName,
  uuid: string,
  payment_identifier: string | undefined,
): void {
  const none = Object.fromEntries(fields.id.map((name) => [name, '']));
  const change = (row: unknown) =>
    isRowOf(row, uuid) ? { ...row, ...none, payment_request_id: '', payment_identifier } : row;
  troubles.rewrite(list, (body) => withRows(body, (rows) => rows.map(change)));
}

/** Every row of a list says this. */
export function changeRows(troubles: Troubles, list: ChargeListName, parts: Row): void {
  troubles.rewrite(list, (body) =>
    withRows(body, (rows) => rows.map((row) => ({ ...(row as Row), ...parts }))),
  );
}

/** Every row of every list says the day of its request alone. */
export function sayDaysAlone(troubles: Troubles): void {
  const names = ['request_datetime', 'request_date'];
  const change = (row: Row) => {
    const known = names.filter((name) => name in row);
    return {
      ...row,
      ...Object.fromEntries(known.map((name) => [name, String(row[name]).slice(0, 10)])),
    };
  };
  for (const list of ['pending', 'transactions', 'activity'] as const) {
    troubles.rewrite(list, (body) =>
      withRows(body, (rows) => rows.map((row) => change(row as Row))),
    );
  }
}

/** Every row of a list has this status. */
export function renameStatus(troubles: Troubles, list: ChargeListName, word: string): void {
  changeRows(troubles, list, { status: word, payment_request_status: word });
}

/** The rows of refunds have the id of their charge in place of their own, in every list. */
export function nameChargesOfRefunds({ troubles, books }: Pick<BareLender, 'troubles' | 'books'>) {
  const change = (row: unknown) => {
    const refund = books.refunds.find(({ uuid }) => isRowOf(row, uuid));
    if (refund === undefined) return row;
    const known = fields.id.filter((name) => name in Object(row));
    const ids = Object.fromEntries(known.map((name) => [name, refund.charge.uuid]));
    return { ...(row as Row), ...ids };
  };
  for (const list of ['transactions', 'activity'] as const) {
    troubles.rewrite(list, (body) => withRows(body, (rows) => rows.map(change)));
  }
}

interface Envelope {
  results: readonly unknown[];
}

function rowsOf(body: unknown): readonly unknown[] {
  return Array.isArray(body) ? body : (body as Envelope).results;
}

function withRows(body: unknown, change: (rows: readonly unknown[]) => unknown[]): unknown {
  const rows = change(rowsOf(body));
  return Array.isArray(body) ? rows : { ...(body as Envelope), results: rows };
}

function isRowOf(row: unknown, uuid: string): row is Row {
  return fields.id.some((name) => (row as Row | null)?.[name] === uuid);
}

function spoilt(row: Row, fault: Fault): unknown {
  if (fault === 'whole') return null;
  const known = fields[fault].filter((name) => name in row);
  return { ...row, ...Object.fromEntries(known.map((name) => [name, { unreadable: true }])) };
}
