import { DUE_WORK_SCHEDULED } from '../../server/platform/due-work/due-work.ts';
import { startTestBff, type TestBff } from './bff.ts';
import { openDatabaseGate } from './database-gate.ts';
import { MerchantServer } from './merchant-server.ts';
import type { PageAnswer } from './shop-page.ts';

/**
 * What another node of the same BFF answers a merchant's server, when its PostgreSQL is gone as soon as
 * the call has committed work that will be due.
 */
export async function answeredCutOff(
  { storage, context }: Pick<TestBff, 'storage' | 'context'>,
  call: (server: MerchantServer) => Promise<PageAnswer>,
): Promise<PageAnswer> {
  const gate = await openDatabaseGate(storage.databaseUrl ?? '');
  const node = await startTestBff({
    storage: { ...storage, databaseUrl: gate.url },
    config: { merchants: context.merchants.listed },
  });
  node.database.events.once(DUE_WORK_SCHEDULED, () => void gate.shut());
  try {
    return await call(new MerchantServer(node));
  } finally {
    await node.close();
    await gate.shut();
  }
}
