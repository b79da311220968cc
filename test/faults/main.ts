// npm run faults [-- part... --seed 1]: what must hold when requests go wild, strangers ask, credentials
// are forged, servers die, disks fill, networks lose calls, callbacks come in any order, streams are cut,
// nodes are restarted and replaced, links are stolen, calls race each other, a lender answers anything
// and browsers have trouble. Prints a table a part and writes .bench/<part>.json. How much of each is an
// option of its own, below. `--sequence` runs that one of the lender's alone; `simulation --seed 31` that
// week alone, with its history.
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { runParts } from '../bench/run-parts.ts';
import { authorizationPart } from './authorization-part.ts';
import { browserPart } from './browser-part.ts';
import { callbacksPart } from './callbacks-part.ts';
import { canariesPart } from './canaries-part.ts';
import { crashPointsPart } from './crash-points-part.ts';
import { diskPart } from './disk-part.ts';
import { forgedPart } from './forged-part.ts';
import { fuzzPart } from './fuzz-part.ts';
import { hostilePart } from './hostile-part.ts';
import { killPart } from './kill-part.ts';
import { lenderPart } from './lender-part.ts';
import { linksPart } from './links-part.ts';
import { merchantPart } from './merchant-part.ts';
import { networkPart } from './network-part.ts';
import { overloadPart } from './overload-part.ts';
import { plantedPart } from './planted-part.ts';
import { racesPart } from './races-part.ts';
import { rollingPart } from './rolling-part.ts';
import { simulationPart } from './simulation-part.ts';
import { soakPart } from './soak-part.ts';
import { streamsPart } from './streams-part.ts';

const usualWeeks = 500;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    seed: { type: 'string' },
    requests: { type: 'string', default: '20000' },
    applications: { type: 'string', default: '2000' },
    kills: { type: 'string', default: '100' },
    writes: { type: 'string', default: '1000' },
    cases: { type: 'string', default: '288' },
    sequences: { type: 'string', default: '10000' },
    answers: { type: 'string', default: '20000' },
    sequence: { type: 'string' },
    tries: { type: 'string', default: '200' },
    weeks: { type: 'string' },
    orders: { type: 'string', default: '720' },
    forgeries: { type: 'string', default: '100000' },
    listeners: { type: 'string', default: '1000' },
    drops: { type: 'string', default: '20000' },
    restarts: { type: 'string', default: '20' },
    journeys: { type: 'string', default: '100' },
    points: { type: 'string', default: '100' },
    seconds: { type: 'string', default: '60' },
    minutes: { type: 'string', default: '2' },
    rounds: { type: 'string', default: '40' },
    step: { type: 'string', default: '1' },
    engine: { type: 'string', default: 'sqlite' },
  },
});
const seed = Number(values.seed ?? 1);
const engine = values.engine === 'postgres' ? 'postgres' : 'sqlite';
const isOneWeek = values.seed !== undefined && values.weeks === undefined;

// The products that parts start share what Node makes of the sources.
process.env.NODE_COMPILE_CACHE ??= join(import.meta.dirname, '../../node_modules/.cache/compiled');
// What a part has started ends with it.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => process.exit(1));

await runParts(
  [
    fuzzPart({ seed, requests: Number(values.requests) }),
    merchantPart({ seed, requests: Number(values.requests) }),
    authorizationPart({ seed, requests: Number(values.requests) }),
    canariesPart({ seed, applications: Number(values.applications) }),
    hostilePart({ seed, requests: Number(values.requests) }),
    killPart({ seed, kills: Number(values.kills), engine, writes: Number(values.writes) }),
    crashPointsPart({ seed, points: Number(values.points), engine }),
    diskPart({ seed, rounds: Number(values.rounds) }),
    networkPart({ seed, cases: Number(values.cases) }),
    overloadPart({ seed, seconds: Number(values.seconds) }),
    racesPart({ tries: Number(values.tries) }),
    rollingPart({ restarts: Number(values.restarts), step: Number(values.step) }),
    linksPart({ seed, sequences: Number(values.sequences) }),
    lenderPart({
      seed,
      answers: Number(values.answers),
      sequence: values.sequence === undefined ? undefined : Number(values.sequence),
    }),
    soakPart({ minutes: Number(values.minutes) }),
    simulationPart({ seed, weeks: isOneWeek ? undefined : Number(values.weeks ?? usualWeeks) }),
    plantedPart(),
    callbacksPart({ seed, orders: Number(values.orders) }),
    forgedPart({ seed, forgeries: Number(values.forgeries) }),
    streamsPart({
      seed,
      listeners: Number(values.listeners),
      drops: Number(values.drops),
      restarts: Number(values.restarts),
    }),
    browserPart({ seed, journeys: Number(values.journeys) }),
  ],
  positionals,
);
