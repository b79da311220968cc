import { setTimeout as sleep } from 'node:timers/promises';
import { serve } from '../helpers/serve.ts';
import { applicantMaker, applicationRequest, openCheckouts } from './checkouts.ts';
import { LoadGenerator } from './load/load.ts';
import type { Part } from './part.ts';
import { residentBytes } from './process-usage.ts';

const checkouts = 10_000;
const batch = 1_000;
const settleMs = 5_000;
const mostMegabytes = 250;

/** Resident memory of the whole product in one process, as `npm start` runs it. */
export const memory: Part = {
  name: 'memory',
  title: `Resident memory, idle and after ${checkouts.toLocaleString('en-US')} checkouts`,
  async run() {
    const product = await serve();
    const load = new LoadGenerator();
    try {
      await sleep(settleMs);
      const idle = await residentBytes(product.pid);
      const applicant = await applicantMaker(product);
      for (let done = 0; done < checkouts; done += batch) {
        const sessions = await openCheckouts(product, load, batch);
        const requests = sessions.map((session, index) =>
          applicationRequest(product, session, applicant(done + index)),
        );
        await load.sendExpecting(200, { origin: product.bffUrl, requests, concurrency: 16 });
      }
      await sleep(settleMs);
      const after = await residentBytes(product.pid);
      return [
        { name: 'idle', value: idle / 1e6, unit: 'MB', atMost: mostMegabytes },
        { name: 'after the checkouts', value: after / 1e6, unit: 'MB', atMost: mostMegabytes },
      ];
    } finally {
      load.stop();
      await product.remove();
    }
  },
};
