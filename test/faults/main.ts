// npm run faults [-- part... --seed 1]: what must hold when requests go wild, strangers ask, credentials
// are forged, servers die, disks fill, networks lose calls, callbacks come in any order, streams are cut,
// nodes are restarted and replaced, links are stolen, calls race each other, a lender answers anything
// and browsers have trouble. Prints a table a part and writes .bench/<part>.json. How much of each is an
// option of its own, below. `--sequence` runs that one of the lender's alone; `simulation --seed 31` that
// week alone, with its history.
import { join } from 'node:path';
import { runParts } from '../bench/run-parts.ts';
import { asleepPart } from './asleep-part.ts';
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
import { standstillPart } from './standstill-part.ts';
import { streamsPart } from './streams-part.ts';

const usualWeeks = 500;

// The products that parts start share what Node makes of the sources.
process.env.NODE_COMPILE_CACHE ??= join(import.meta.dirname, '../../node_modules/.cache/compiled');
// What a part has started ends with it.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => process.exit(1));

await runParts({
  name: 'npm run faults',
  options: {
    seed: null,
    requests: 20_000,
    applications: 2_000,
    kills: 100,
    writes: 1_000,
    cases: 288,
    sequences: 10_000,
    answers: 20_000,
    sequence: null,
    tries: 200,
    weeks: null,
    orders: 720,
    forgeries: 100_000,
    listeners: 1_000,
    drops: 20_000,
    restarts: 20,
    timers: 100_000,
    journeys: 100,
    points: 100,
    seconds: 60,
    minutes: 2,
    rounds: 40,
    step: 1,
    engine: ['sqlite', 'postgres'],
  },
  parts: ({ seed: given, weeks, ...sizes }) => {
    const seed = given ?? 1;
    const isOneWeek = given !== undefined && weeks === undefined;
    return [
      fuzzPart({ seed, requests: sizes.requests }),
      merchantPart({ seed, requests: sizes.requests }),
      authorizationPart({ seed, requests: sizes.requests }),
      canariesPart({ seed, applications: sizes.applications }),
      hostilePart({ seed, requests: sizes.requests }),
      killPart({ seed, kills: sizes.kills, engine: sizes.engine, writes: sizes.writes }),
      crashPointsPart({ seed, points: sizes.points, engine: sizes.engine }),
      diskPart({ seed, rounds: sizes.rounds }),
      networkPart({ seed, cases: sizes.cases }),
      overloadPart({ seed, seconds: sizes.seconds }),
      standstillPart({ seconds: sizes.seconds }),
      racesPart({ tries: sizes.tries }),
      asleepPart({ seed, timers: sizes.timers }),
      rollingPart({ restarts: sizes.restarts, step: sizes.step }),
      linksPart({ seed, sequences: sizes.sequences }),
      lenderPart({ seed, answers: sizes.answers, sequence: sizes.sequence }),
      soakPart({ minutes: sizes.minutes }),
      simulationPart({ seed, weeks: isOneWeek ? undefined : (weeks ?? usualWeeks) }),
      plantedPart(),
      callbacksPart({ seed, orders: sizes.orders }),
      forgedPart({ seed, forgeries: sizes.forgeries }),
      streamsPart({
        seed,
        listeners: sizes.listeners,
        drops: sizes.drops,
        restarts: sizes.restarts,
      }),
      browserPart({ seed, journeys: sizes.journeys }),
    ];
  },
});
