// npm run faults [-- part... --seed 1 --requests 20000 --kills 100 --consumers 30 --sequences 10000]: what must
// hold when requests go wild, servers die, networks lose calls and links are stolen; prints a table a part, writes
// .bench/<part>.json.
import { parseArgs } from 'node:util';
import { runParts } from '../bench/run-parts.ts';
import { fuzzPart } from './fuzz-part.ts';
import { linksPart } from './links-part.ts';
import { killPart } from './kill-part.ts';
import { networkPart } from './network-part.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    seed: { type: 'string', default: '1' },
    requests: { type: 'string', default: '20000' },
    kills: { type: 'string', default: '100' },
    consumers: { type: 'string', default: '30' },
    sequences: { type: 'string', default: '10000' },
  },
});
const seed = Number(values.seed);

await runParts(
  [
    fuzzPart({ seed, requests: Number(values.requests) }),
    killPart({ seed, kills: Number(values.kills) }),
    networkPart({ seed, consumers: Number(values.consumers) }),
    linksPart({ seed, sequences: Number(values.sequences) }),
  ],
  positionals,
);
