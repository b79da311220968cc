import { availableParallelism } from 'node:os';
import { fuzz } from '../fuzz/fuzz.ts';
import { inThread } from '../in-thread.ts';
import { fuzzMerchantApi } from '../merchant/fuzz-merchant.ts';
import { emptyReport, fuzzAddresses, type HostileReport } from './fuzz-addresses.ts';

/** Requests of a batch to each kind of address; a batch has services of its own. */
export interface Batch {
  /** Every address of BFF and lending service, hosted pages among them. */
  readonly addresses: number;
  /** Calls of the lending API and of the merchant API that were right before a change or some. */
  readonly lending: number;
  readonly merchant: number;
}

export const usualBatch: Batch = { addresses: 7_000, lending: 2_000, merchant: 1_000 };

/** Fewer fresh calls than the parts of their own prepare, which is what takes their time. */
const uses = { GET: 100, POST: 40, PATCH: 40 } as const;
const requestsPerSale = 500;

export interface HostileBatchReport extends HostileReport {
  readonly seed: number;
  /** One line an answer that is not of its form. */
  readonly unfit: readonly string[];
}

export async function runBatch(seed: number, batch: Batch): Promise<HostileBatchReport> {
  const addresses = await fuzzAddresses({ seed, requests: batch.addresses });
  const lending = await fuzz({ seed, requests: batch.lending, uses, isInProcess: true });
  const merchant = await fuzzMerchantApi({ seed, requests: batch.merchant, requestsPerSale });
  const total = { ...emptyReport(), seed, unfit: [...lending.unfit, ...merchant.unfit] };
  for (const report of [addresses, { ...lending, echoes: [] }, merchant]) addTo(total, report);
  return total;
}

/** Counts a report into another one. */
export function addTo(total: HostileReport, report: HostileReport): void {
  total.requests += report.requests;
  total.serverErrors.push(...report.serverErrors);
  total.echoes.push(...report.echoes);
  total.slowestMs = Math.max(total.slowestMs, report.slowestMs);
  for (const [status, times] of Object.entries(report.statuses)) {
    total.statuses[status] = (total.statuses[status] ?? 0) + times;
  }
}

/** Batches of these seeds as they are over, by as many threads as there are processors. */
export async function* runBatchesInThreads(
  seeds: readonly number[],
): AsyncGenerator<HostileBatchReport[]> {
  const threads = availableParallelism();
  for (let at = 0; at < seeds.length; at += threads) {
    yield await Promise.all(seeds.slice(at, at + threads).map(runInThread));
  }
}

function runInThread(seed: number): Promise<HostileBatchReport> {
  return inThread(new URL('./worker.ts', import.meta.url), seed);
}
