import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { freePorts } from '../helpers/free-ports.ts';
import { scratchRoot } from '../helpers/scratch.ts';
import { type Product, serve } from '../helpers/serve.ts';
import { applicantMaker, applicationRequest, openCheckouts } from './checkouts.ts';
import { LoadGenerator, type LoadRequest } from './load/load.ts';
import { median } from './median.ts';
import type { Figure, Part } from './part.ts';
import { cpuMs } from './process-usage.ts';
import { startSideProcess } from './side-process.ts';

/** Until the code of both is compiled as it stays. */
const warmUp = 6_000;
/** So many that a neighbour of the machine does not decide. */
const rounds = 15;
const requestsARound = 1_000;
const concurrency = 16;

/** What the BFF costs on a soft pull beside the least that a backend could do, turn by turn. */
export const hop: Part = {
  name: 'hop',
  title: 'CPU of one application on its way to the lender (stub lender, 16 connections)',
  async run() {
    await using running = new AsyncDisposableStack();
    const ports = await freePorts(3);
    const [lenderPort, proxyPort, keepingPort] = ports.map(String) as [string, string, string];
    const lenderUrl = `http://127.0.0.1:${lenderPort}`;
    const folder = join(import.meta.dirname, 'hop');
    const data = await mkdtemp(join(await scratchRoot(), 'hop-'));
    running.defer(() => rm(data, { recursive: true }));
    const startSide = async (name: string, ...args: string[]) => {
      const side = await startSideProcess(join(folder, name), args);
      running.defer(() => side.stop());
      return side;
    };
    await startSide('stub-lender.ts', lenderPort);
    const proxy = await startSide('bare-proxy.ts', proxyPort, lenderUrl);
    const keeping = await startSide('bare-proxy.ts', keepingPort, lenderUrl, join(data, 'kept.db'));
    const bff = await serve({ environment: { SERVE: 'bff', LENDING_BASE_URL: lenderUrl } });
    running.defer(() => bff.remove());
    const load = new LoadGenerator();
    running.defer(() => load.stop());
    const applicant = await applicantMaker(bff);
    return figures(
      await measure(
        {
          proxy: throughProxy(proxyPort, proxy.pid, applicant),
          keeping: throughProxy(keepingPort, keeping.pid, applicant),
          bff: await throughBff(bff, load),
        },
        load,
      ),
    );
  },
};

/** The bare proxy, the same that keeps what nobody may forget, and the BFF. */
const names = ['proxy', 'keeping', 'bff'] as const;
type Name = (typeof names)[number];

/** One of those that are compared. */
interface Side {
  pid: number;
  origin: string;
  requests(count: number): Promise<LoadRequest[]>;
}

async function throughBff(bff: Product, load: LoadGenerator): Promise<Side> {
  const applicant = await applicantMaker(bff);
  // Nobody applies more than a person may in a day.
  let serial = 0;
  return {
    pid: bff.pid,
    origin: bff.bffUrl,
    requests: async (count) => {
      const sessions = await openCheckouts(bff, load, count);
      return sessions.map((session) => {
        serial += 1;
        return applicationRequest(bff, session, applicant(serial));
      });
    },
  };
}

function throughProxy(port: string, pid: number, applicant: (serial: number) => unknown): Side {
  const headers = { 'content-type': 'application/json', authorization: `Bearer ${'a'.repeat(43)}` };
  return {
    pid,
    origin: `http://127.0.0.1:${port}`,
    requests: async (count) =>
      Array.from({ length: count }, (_, index) => ({
        method: 'POST',
        path: '/application',
        headers,
        body: JSON.stringify(applicant(index)),
      })),
  };
}

interface Round {
  cpuMsARequest: number;
  p50Ms: number;
}

type Measured = Record<Name, Round[]>;

async function measure(sides: Record<Name, Side>, load: LoadGenerator): Promise<Measured> {
  const measured: Measured = { proxy: [], keeping: [], bff: [] };
  for (const side of Object.values(sides)) await round(side, load, warmUp);
  for (let turn = 0; turn < rounds; turn += 1) {
    for (const name of names) {
      measured[name].push(await round(sides[name], load, requestsARound));
    }
  }
  return measured;
}

async function round(side: Side, load: LoadGenerator, count: number): Promise<Round> {
  const requests = await side.requests(count);
  const before = await cpuMs(side.pid);
  const { p50Ms } = await load.sendExpecting(200, { origin: side.origin, requests, concurrency });
  return { cpuMsARequest: ((await cpuMs(side.pid)) - before) / count, p50Ms };
}

function figures({ proxy, keeping, bff }: Measured): Figure[] {
  const cpu = (all: Round[]) => median(all.map(({ cpuMsARequest }) => cpuMsARequest));
  const p50 = (all: Round[]) => median(all.map(({ p50Ms }) => p50Ms));
  return [
    { name: 'bare proxy (hono, undici, zod), CPU a request', value: cpu(proxy), unit: 'ms' },
    { name: 'the same, which keeps the least, CPU a request', value: cpu(keeping), unit: 'ms' },
    { name: 'BFF, durable, CPU a request', value: cpu(bff), unit: 'ms' },
    {
      name: 'proxy that keeps the least beside bare proxy',
      value: cpu(keeping) / cpu(proxy),
      unit: '×',
    },
    { name: 'BFF beside bare proxy', value: cpu(bff) / cpu(proxy), unit: '×', atMost: 1.8 },
    { name: 'bare proxy, p50', value: p50(proxy), unit: 'ms' },
    { name: 'BFF, p50', value: p50(bff), unit: 'ms' },
  ];
}
