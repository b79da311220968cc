// node test/conformance/scenario/write-answers.ts: writes the document's examples of answers again, from
// what the service answers to its examples of requests.
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { startTestLending } from '../../helpers/lending.ts';
import { sponsorsThatMayAll } from '../sponsors.ts';
import { runScenario } from './run-scenario.ts';

const file = join(import.meta.dirname, '../../../server/lending-api/examples/answers.json');

const lending = await startTestLending({ sponsors: sponsorsThatMayAll() });
await lending.stop();
const told = await runScenario(lending);
await lending.close();
const answers = Object.fromEntries(told.map(({ operation, answer }) => [operation, answer]));
await writeFile(file, `${JSON.stringify(answers, null, 2)}\n`);
