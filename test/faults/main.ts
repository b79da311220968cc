// npm run faults [-- part... --seed 7 --requests 20000]: what must hold when requests go wild; prints
// a table a part and writes .bench/<part>.json.
import { parseArgs } from 'node:util';
import { runParts } from '../bench/run-parts.ts';
import { fuzzPart } from './fuzz-part.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    seed: { type: 'string', default: '1' },
    requests: { type: 'string', default: '20000' },
  },
});
const seed = Number(values.seed);

await runParts([fuzzPart({ seed, requests: Number(values.requests) })], positionals);
