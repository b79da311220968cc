// npm run faults [-- part... --seed 1 --requests 20000 --kills 100 --consumers 30 --sequences 10000
// --answers 20000 --sequence 31 --tries 200 --weeks 500 --points 100 --engine postgres --rounds 40 --journeys 100]: what must hold when requests go wild, servers die, networks lose calls,
// links are stolen, calls race each other and a lender answers anything; prints a table a part, writes
// .bench/<part>.json. `--sequence` runs that one of the lender's alone; `simulation --seed 31` that week
// alone, with its history.
import { parseArgs } from 'node:util';
import { runParts } from '../bench/run-parts.ts';
import { browserPart } from './browser-part.ts';
import { crashPointsPart } from './crash-points-part.ts';
import { diskPart } from './disk-part.ts';
import { fuzzPart } from './fuzz-part.ts';
import { linksPart } from './links-part.ts';
import { killPart } from './kill-part.ts';
import { lenderPart } from './lender-part.ts';
import { merchantPart } from './merchant-part.ts';
import { networkPart } from './network-part.ts';
import { racesPart } from './races-part.ts';
import { plantedPart } from './planted-part.ts';
import { simulationPart } from './simulation-part.ts';

const usualWeeks = 500;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    seed: { type: 'string' },
    requests: { type: 'string', default: '20000' },
    kills: { type: 'string', default: '100' },
    consumers: { type: 'string', default: '30' },
    sequences: { type: 'string', default: '10000' },
    answers: { type: 'string', default: '20000' },
    sequence: { type: 'string' },
    tries: { type: 'string', default: '200' },
    weeks: { type: 'string' },
    journeys: { type: 'string', default: '100' },
    points: { type: 'string', default: '100' },
    rounds: { type: 'string', default: '40' },
    engine: { type: 'string', default: 'sqlite' },
  },
});
const seed = Number(values.seed ?? 1);
const engine = values.engine === 'postgres' ? 'postgres' : 'sqlite';
const isOneWeek = values.seed !== undefined && values.weeks === undefined;

await runParts(
  [
    fuzzPart({ seed, requests: Number(values.requests) }),
    merchantPart({ seed, requests: Number(values.requests) }),
    killPart({ seed, kills: Number(values.kills) }),
    crashPointsPart({ seed, points: Number(values.points), engine }),
    diskPart({ seed, rounds: Number(values.rounds) }),
    networkPart({ seed, consumers: Number(values.consumers) }),
    racesPart({ tries: Number(values.tries) }),
    linksPart({ seed, sequences: Number(values.sequences) }),
    lenderPart({
      seed,
      answers: Number(values.answers),
      sequence: values.sequence === undefined ? undefined : Number(values.sequence),
    }),
    simulationPart({ seed, weeks: isOneWeek ? undefined : Number(values.weeks ?? usualWeeks) }),
    plantedPart(),
    browserPart({ seed, journeys: Number(values.journeys) }),
  ],
  positionals,
);
