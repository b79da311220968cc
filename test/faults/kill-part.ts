import { setTimeout as sleep } from 'node:timers/promises';
import type { Figure, Part } from '../bench/part.ts';
import { serve } from '../helpers/serve.ts';
import { Consumers } from './consumers.ts';
import { Random } from './fuzz/random.ts';
import { readLedger } from './ledger.ts';

const CONSUMERS_AT_ONCE = 8;
/** A lost answer is settled when the time of its call has passed, and only while somebody is up. */
const PATIENCE_MS = 300_000;

/** SIGKILL at random times while consumers walk through BFF and lending service, both on SQLite. */
export function killPart({ seed, kills }: { seed: number; kills: number }): Part {
  return {
    name: 'kills',
    title: `kill -9 of BFF and lending service under load (seed ${seed})`,
    async run() {
      const product = await serve();
      try {
        const consumers = new Consumers(product, { patienceMs: PATIENCE_MS });
        let killed = 0;
        const walking = consumers.keepWalking(CONSUMERS_AT_ONCE, () => killed >= kills);
        const random = new Random(seed);
        for (; killed < kills; killed += 1) {
          await sleep(50 + random.below(950));
          await product.kill();
          await product.start();
        }
        await walking;
        await product.stop();
        for (const line of consumers.gaveUp) console.error(line);
        return figures(consumers, readLedger(product.dataDir, consumers.acknowledged), killed);
      } finally {
        await product.remove();
      }
    },
  };
}

function figures(
  { acknowledged, arrived, gaveUp }: Consumers,
  ledger: ReturnType<typeof readLedger>,
  killed: number,
): Figure[] {
  const count = (name: string, value: number) => ({ name, value, unit: '' });
  const doubled = ledger.pulledTwice.length + ledger.chargedTwice.length;
  return [
    count('kills', killed),
    count('consumers who came to the outcome of their charge', arrived),
    { ...count('consumers who did not', gaveUp.length), atMost: 0 },
    count('acknowledged: applications, acceptances, approvals', acknowledged.count),
    { ...count('acknowledged and lost', ledger.lost.length), atMost: 0 },
    { ...count('soft pulls or charges doubled', doubled), atMost: 0 },
    count('charges in the lender’s books', ledger.approvedCharges),
  ];
}
