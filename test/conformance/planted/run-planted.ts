// node test/conformance/planted/run-planted.ts <mutant>: prints what the matrix finds wrong, as JSON.
import { mutants } from './mutants.ts';
import { plant } from './plant.ts';

const mutant = mutants[Number(process.argv[2])];
if (!mutant) throw new Error(`There is no mutant ${process.argv[2]}.`);
plant(mutant);

// Imported now, so that what they import has the mistake in it.
const { checkAccess } = await import('../access.ts');
const { endpoints } = await import('../calls/endpoints.ts');
const { World } = await import('../world.ts');

const endpoint = endpoints.find(({ method, path }) => `${method} ${path}` === mutant.endpoint);
if (!endpoint) throw new Error(`There is no endpoint ${mutant.endpoint}.`);
const world = await World.start();
const problems = await checkAccess(world, endpoint);
await world.close();
process.stdout.write(JSON.stringify(problems));
