// npm run conformance: every row of the description with the tests that prove it, and the totals.

import { argumentsOrExit } from '../helpers/arguments-or-exit.ts';
import { collectProofs } from './collect/collect-proofs.ts';
import { description } from './rows/description.ts';
import { kinds } from './rows/row.ts';
import { totals } from './totals.ts';
import { unproven } from './unproven.ts';

argumentsOrExit(process.argv.slice(2), { usage: 'npm run conformance, without options' });
const tests = await collectProofs('conformance');
const lines: string[] = [];
for (const kind of kinds) {
  lines.push('', kind.toUpperCase());
  for (const { name, says, proofs } of description.filter((row) => row.kind === kind)) {
    lines.push(`  ${name}: ${says}`, ...proofs.flatMap(placesOf));
  }
}
lines.push(
  '',
  'TOTALS',
  ...totals().map(({ kind, rows, tests }) => `  ${kind}: ${rows} rows, ${tests} tests`),
);
const missing = unproven(description, tests);
lines.push('', missing.length === 0 ? 'Every row has its tests.' : 'MISSING', ...missing);
process.stdout.write(`${lines.join('\n')}\n`);
process.exitCode = missing.length === 0 ? 0 : 1;

function placesOf(id: string): string[] {
  return (tests.get(id) ?? []).map(({ file, path }) => `    ${file}: ${path.join(': ')}`);
}
