import type { Figure, Part } from '../bench/part.ts';
import { serve } from '../helpers/serve.ts';
import { Consumers } from './consumers.ts';
import { Random } from './fuzz/random.ts';
import { type Ledger, readSqliteLedger } from './ledger.ts';
import { type Fate, startLossyProxy } from './lossy-proxy.ts';

const longestMs = 300_000;
const lostShare = 0.2;
const fates: readonly Fate[] = ['lose_request', 'lose_answer', 'cut_answer'];

/** Every fifth request between BFF and lender is lost, or its answer is, or half of it. */
export function networkPart({
  seed,
  consumers: wanted,
}: {
  seed: number;
  consumers: number;
}): Part {
  return {
    name: 'network',
    title: `A network between BFF and lender that loses every fifth call (seed ${seed})`,
    async run() {
      const lender = await serve({ environment: { SERVE: 'lending' } });
      const random = new Random(seed);
      const met: Record<Fate, number> = { pass: 0, lose_request: 0, lose_answer: 0, cut_answer: 0 };
      const proxy = await startLossyProxy(lender.lendingUrl, () => {
        const fate = random.chance(lostShare) ? random.pick(fates) : 'pass';
        met[fate] += 1;
        return fate;
      });
      const bff = await serve({
        environment: {
          SERVE: 'bff,demo',
          LENDING_BASE_URL: proxy.url,
          LINK_ALLOWED_ORIGINS: lender.lendingUrl,
        },
      });
      try {
        const { bffUrl, demoUrl } = bff;
        const addresses = { bffUrl, demoUrl, lendingUrl: lender.lendingUrl };
        const consumers = new Consumers(addresses, { patienceMs: longestMs });
        await Promise.all(Array.from({ length: wanted }, () => consumers.walk()));
        await bff.stop();
        await lender.stop();
        for (const line of consumers.gaveUp) console.error(line);
        return figures(
          consumers,
          await readSqliteLedger(lender.dataDir, consumers.acknowledged),
          met,
        );
      } finally {
        await proxy.close();
        await bff.remove();
        await lender.remove();
      }
    },
  };
}

function figures(
  { arrived, gaveUp }: Consumers,
  ledger: Ledger,
  met: Record<Fate, number>,
): Figure[] {
  const count = (name: string, value: number) => ({ name, value, unit: '' });
  return [
    count('calls that came through', met.pass),
    count('calls lost before they arrived', met.lose_request),
    count('answers lost or cut after the lender had acted', met.lose_answer + met.cut_answer),
    count('consumers who came to the outcome of their charge', arrived),
    { ...count('consumers who did not', gaveUp.length), atMost: 0 },
    { ...count('people pulled more than once', ledger.pulledTwice.length), atMost: 0 },
    { ...count('loans charged more than once', ledger.chargedTwice.length), atMost: 0 },
    { ...count('acknowledged and lost', ledger.lost.length), atMost: 0 },
  ];
}
