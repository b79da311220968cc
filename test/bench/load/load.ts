import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

export interface LoadRequest {
  method: 'GET' | 'POST' | 'PATCH';
  path: string;
  headers?: Readonly<Record<string, string>>;
  body?: string;
}

export interface LoadPlan {
  origin: string;
  requests: readonly LoadRequest[];
  /** How many are under way at any time; each has a connection of its own. */
  concurrency: number;
  /** True if the answers' bodies are wanted, in the order of the requests. */
  keepAnswers?: boolean;
}

export interface LoadResult {
  seconds: number;
  perSecond: number;
  p50Ms: number;
  p99Ms: number;
  /** How many answers had which status; 0 stands for a broken connection. */
  statuses: Record<number, number>;
  /** What the first answer with each status said. */
  firstBodies: Record<number, string>;
  answers: string[];
}

/** A process that sends requests, so that what it costs is not counted with what is measured. */
export class LoadGenerator {
  readonly #child = fork(join(import.meta.dirname, 'load-process.ts'), {
    // Those of a test are not its own.
    execArgv: [],
    serialization: 'advanced',
  });

  get pid(): number {
    return this.#child.pid ?? 0;
  }

  async send(plan: LoadPlan): Promise<LoadResult> {
    this.#child.send(plan);
    const [result] = await once(this.#child, 'message');
    return result as LoadResult;
  }

  /** Sends and insists that every answer has this status. */
  async sendExpecting(status: number, plan: LoadPlan): Promise<LoadResult> {
    const result = await this.send(plan);
    if (result.statuses[status] !== plan.requests.length) {
      const [first] = plan.requests;
      const { [status]: _, ...others } = result.firstBodies;
      throw new Error(
        `${first?.method} ${plan.origin}${first?.path} answered ${JSON.stringify(result.statuses)} instead of ${status}: ${JSON.stringify(others)}`,
      );
    }
    return result;
  }

  stop(): void {
    this.#child.kill();
  }
}
