// node test/conformance/planted/run-planted.ts <mutant>: prints what the matrix finds wrong, as JSON.
import { mutants } from './mutants.ts';
import { plant } from './plant.ts';

const mutant = mutants[Number(process.argv[2])];
if (!mutant) throw new Error(`There is no mutant ${process.argv[2]}.`);
plant(mutant);

// Imported now, so that what they import has the mistake in it.
const { checkAccess } = await import('../access.ts');
const { endpoints } = await import('../calls/endpoints.ts');
const { ApiTestbed } = await import('../api-testbed.ts');

const endpoint = endpoints.find(({ method, path }) => `${method} ${path}` === mutant.endpoint);
if (!endpoint) throw new Error(`There is no endpoint ${mutant.endpoint}.`);
const testbed = await ApiTestbed.start();
const problems = await checkAccess(testbed, endpoint);
await testbed.close();
process.stdout.write(JSON.stringify(problems));
