import { type Figure, isReached } from './part.ts';

/** A table of figures: name, value with its unit, and the goal where there is one. */
export function printFigures(title: string, figures: readonly Figure[]): void {
  const rows = figures.map((figure) => [figure.name, amount(figure), goal(figure)]);
  const widths = [0, 1].map((column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  console.log(`\n${title}`);
  for (const [name = '', value = '', target = ''] of rows) {
    console.log(`  ${name.padEnd(widths[0] ?? 0)}  ${value.padStart(widths[1] ?? 0)}  ${target}`);
  }
}

export function amount({ value, unit }: Figure): string {
  const digits = Math.abs(value) < 10 ? 2 : 0;
  return `${value.toLocaleString('en-US', { maximumFractionDigits: digits })} ${unit}`.trim();
}

function goal(figure: Figure): string {
  if (figure.atMost === undefined && figure.atLeast === undefined) return '';
  const verdict = isReached(figure) ? 'reached' : 'MISSED';
  const bound =
    figure.atMost === undefined ? `at least ${figure.atLeast}` : `at most ${figure.atMost}`;
  return `${verdict} (${bound})`;
}
