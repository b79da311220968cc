import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { CheckoutClient } from '../../helpers/checkout-client.ts';
import { sampleOrder } from '../../helpers/sample-order.ts';
import { scratchRoot } from '../../helpers/scratch.ts';
import { serve } from '../../helpers/serve.ts';
import { type Mistake, withMistake } from '../plant.ts';
import { Tracer } from './strace.ts';

const calls = ['pwrite64', 'fsync', 'fdatasync', 'write', 'writev'] as const;

/**
 * Follows the system calls of the product during one application. What is written and not synced is
 * gone after a power loss, which no `kill -9` shows: the system keeps it for the next process.
 * @returns which part answered before what it had written was synced, a sentence each
 */
export async function answersBeforeTheirSync(mistake?: Mistake): Promise<string[]> {
  await using running = new AsyncDisposableStack();
  const folder = await mkdtemp(join(await scratchRoot(), 'synced-'));
  running.defer(() => rm(folder, { recursive: true, force: true }));
  const environment = { SERVE: 'bff,lending', ...withMistake(mistake) };
  const product = await serve({ environment, root: folder });
  running.defer(() => product.remove());
  const client = new CheckoutClient({ bffUrl: product.bffUrl, origin: product.demoUrl });
  await client.open(await sampleOrder(product.bffUrl));

  const logFile = join(folder, 'strace.log');
  const tracer = await Tracer.attach([product.pid], { calls }, { logFile });
  await client.apply({ email: 'consumer@example.test', ssn: '900-10-0001', sms_consent: false });
  await tracer.detach();
  const lines = (await readFile(logFile, 'utf8')).split('\n');
  return [
    ...unsynced(lines, { part: 'bff', port: new URL(product.bffUrl).port }),
    ...unsynced(lines, { part: 'lending', port: new URL(product.lendingUrl).port }),
  ];
}

/** Of the last answer of a part, known by the port of its socket: to the page, or to the soft pull. */
function unsynced(
  lines: readonly string[],
  { part, port }: { part: string; port: string },
): string[] {
  const answer = new RegExp(`^writev?\\(\\d+<TCP\\S*:${port}->.*"HTTP/1\\.1 20[01] `);
  const at = lines.findLastIndex((line) => answer.test(line));
  if (at < 0) return [`${part} did not answer`];
  const before = lines.slice(0, at).filter((line) => line.includes(`/${part}.db-wal>`));
  const written = before.findLastIndex((line) => line.startsWith('pwrite64('));
  if (written < 0) return [`${part} had written nothing before it answered`];
  const isSynced = before.slice(written).some((line) => /^f(?:data)?sync\(.* = 0$/.test(line));
  return isSynced ? [] : [`${part} had not synced what it wrote before it answered`];
}
