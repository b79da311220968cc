// npm run asvs, npm run wcag: the requirements of the page that is named, with their tests and the
// totals. Exits with 1 if a test is named that is not there.
import { readFileSync } from 'node:fs';
import { reportOf, requirementsIn, unprovenIn } from './requirements.ts';

const [page = ''] = process.argv.slice(2);
const requirements = requirementsIn(readFileSync(page, 'utf8'));
const missing = await unprovenIn(requirements);
const end = missing.length === 0 ? ['Every test is there.'] : ['MISSING', ...missing];
process.stdout.write(`${[reportOf(requirements), '', ...end].join('\n')}\n`);
process.exitCode = missing.length === 0 ? 0 : 1;
