// npm run asvs, npm run wcag: the requirements of the page that is named, with their tests and the
// totals. Exits with 1 if a test is named that is not there.
import { readFileSync } from 'node:fs';
import { argumentsOrExit } from '../helpers/arguments-or-exit.ts';
import { reportOf, requirementsIn, unprovenIn } from './requirements.ts';

const { positionals } = argumentsOrExit(process.argv.slice(2), {
  usage: 'npm run asvs or npm run wcag, without options',
  most: 1,
});
const [page = ''] = positionals;
const requirements = requirementsIn(readFileSync(page, 'utf8'));
const missing = await unprovenIn(requirements);
const end = missing.length === 0 ? ['Every test is there.'] : ['MISSING', ...missing];
process.stdout.write(`${[reportOf(requirements), '', ...end].join('\n')}\n`);
process.exitCode = missing.length === 0 ? 0 : 1;
