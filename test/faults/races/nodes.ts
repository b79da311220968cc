import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { BffConfig } from '../../../server/bff/context.ts';
import type { TestBff } from '../../helpers/bff.ts';
import { hourMs } from '../../helpers/durations.ts';
import { startTestbed, type Testbed } from '../../helpers/testbed.ts';

/** The BFFs that race: one process on SQLite, which lets no second one in, two on PostgreSQL. */
export interface RaceNodes {
  readonly testbed: Testbed;
  /** The same one twice on SQLite. */
  readonly bffs: readonly [TestBff, TestBff];
  /** Hour by hour, what is due in each. */
  pass(hours: number): Promise<void>;
  close(): Promise<void>;
}

export interface NodeSettings {
  lenderUrl: string;
  databaseUrl: string;
  folder: string;
  config: Pick<BffConfig, 'bffPublicUrl' | 'linkAllowedOrigins'>;
}

export interface NodeRequest {
  id: number;
  tickMs: number;
  runsDue: boolean;
}

export interface NodeAnswer {
  id: number;
  url?: string;
}

export async function startRaceNodes(): Promise<RaceNodes> {
  const testbed = await startTestbed({ isRunning: false });
  const { bff, lending } = testbed;
  const other = await startOther(testbed);
  const bffs = [bff, other?.bff ?? bff] as const;
  return {
    testbed,
    bffs,
    pass: async (hours) => {
      for (let hour = 0; hour < hours; hour += 1) {
        bff.tick(hourMs);
        lending.tick(hourMs);
        await Promise.all([bff.runDue(), other?.pass(hourMs)]);
      }
    },
    close: async () => {
      await other?.close();
      await testbed.close();
    },
  };
}

interface OtherNode {
  bff: TestBff;
  pass(milliseconds: number): Promise<void>;
  close(): Promise<void>;
}

async function startOther({ bff, proxy, lenderUrl }: Testbed): Promise<OtherNode | undefined> {
  const { databaseUrl, folder } = bff.storage;
  if (databaseUrl === undefined) return undefined;
  const config = { bffPublicUrl: bff.url, linkAllowedOrigins: [lenderUrl] };
  const settings: NodeSettings = { lenderUrl: proxy.url, databaseUrl, folder, config };
  const program = join(import.meta.dirname, 'node-process.ts');
  const child = fork(program, [JSON.stringify(settings)], { execArgv: [] });
  const { url = '' } = await answerOf(child, 0);
  let last = 0;
  return {
    bff: asTestBff(bff, url),
    pass: async (tickMs) => {
      last += 1;
      child.send({ id: last, tickMs, runsDue: true } satisfies NodeRequest);
      await answerOf(child, last);
    },
    close: async () => {
      child.disconnect();
      await once(child, 'exit');
    },
  };
}

/** @throws when the process has ended before it answers */
function answerOf(child: ChildProcess, id: number): Promise<NodeAnswer> {
  return new Promise((resolve, reject) => {
    const stop = () => {
      child.off('message', hear);
      child.off('exit', fail);
    };
    const hear = (answer: NodeAnswer) => {
      if (answer.id !== id) return;
      stop();
      resolve(answer);
    };
    const fail = () => {
      stop();
      reject(new Error('the other process has ended'));
    };
    child.on('message', hear);
    child.once('exit', fail);
  });
}

/** The process as tests ask a BFF: pages and merchants' servers use these and nothing else of it. */
function asTestBff({ url: publicUrl, now, context }: TestBff, url: string): TestBff {
  const request = (path: string, init: RequestInit) => fetch(`${url}${path}`, init);
  return { app: { request }, url: publicUrl, now, context } as unknown as TestBff;
}
