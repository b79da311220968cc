// npm run asvs: the requirements of server/ASVS.md, or of a page that is named, with their tests and
// the totals. Exits with 1 if a test is named that is not there.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { asvsReport, requirementsIn, unprovenIn } from './asvs.ts';

const page = process.argv[2] ?? join(import.meta.dirname, '../../server/ASVS.md');
const requirements = requirementsIn(readFileSync(page, 'utf8'));
const missing = await unprovenIn(requirements);
const end = missing.length === 0 ? ['Every test is there.'] : ['MISSING', ...missing];
process.stdout.write(`${[asvsReport(requirements), '', ...end].join('\n')}\n`);
process.exitCode = missing.length === 0 ? 0 : 1;
