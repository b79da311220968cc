import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { LoadRequest } from './load.ts';

/** So many requests a second, whatever becomes of them. */
export interface RatePlan {
  origin: string;
  /** Taken one after the other; what is answered 429 or 503 is sent again. */
  requests: readonly LoadRequest[];
  /** Each begins as the one before ends, however many answers are still to come. */
  steps: readonly RateStep[];
  /** Open at a time; what would be more is not sent. */
  connections: number;
  /** After which a request counts as failed. */
  timeoutMs: number;
}

export interface RateStep {
  perSecond: number;
  seconds: number;
}

/** What was sent in a second, and what came back in it. */
export interface RateSecond {
  sent: number;
  /** 2xx. */
  good: number;
  /** 429 and 503. */
  shed: number;
  /** Any other answer, none in time, or a broken connection. */
  failed: number;
  /** Of them so many of each kind: a status, or the code of an error. */
  failures: Record<string, number>;
  slowestGoodMs: number;
}

/**
 * Sends them from a process of its own.
 * @returns each second of the steps, and last what came back after all of them
 */
export async function sendAtRate(plan: RatePlan): Promise<RateSecond[]> {
  const child = fork(join(import.meta.dirname, 'rate-process.ts'), {
    execArgv: [],
    serialization: 'advanced',
  });
  try {
    child.send(plan);
    const [seconds] = await once(child, 'message');
    return seconds as RateSecond[];
  } finally {
    child.kill();
  }
}
