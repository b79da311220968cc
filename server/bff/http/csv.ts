/**
 * A table as CSV (RFC 4180). A spreadsheet takes a cell that begins with one of these for a formula:
 * an apostrophe before it makes it text. A number stays one.
 */
export function csvOf<Column extends string>(
  columns: readonly Column[],
  rows: readonly Readonly<Record<Column, string | number | null>>[],
): string {
  const lines = rows.map((row) => columns.map((column) => cell(row[column])));
  return [columns, ...lines].map((cells) => `${cells.join(',')}\r\n`).join('');
}

const formula = /^[=+\-@\t\r]/;
const number = /^-?\d+(\.\d+)?$/;

function cell(value: string | number | null): string {
  const text = String(value ?? '');
  const harmless = formula.test(text) && !number.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}
