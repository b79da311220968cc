import type { TestContext } from 'node:test';
import type { LendingContext, Sponsor } from '../../../server/lending/context.ts';
import { createLendingMetrics } from '../../../server/lending/metrics.ts';
import type { OutgoingMessage, Providers } from '../../../server/lending/providers/providers.ts';
import { sampleTexts } from '../../../server/lending-api/texts/sample-texts.ts';
import { noProxies } from '../../../server/platform/http/client-address.ts';
import { seededIds } from '../../../server/platform/ids.ts';
import { createLogger } from '../../../server/platform/logging.ts';
import { openLendingDatabase } from './store/lending-database.ts';

export const testSponsor: Sponsor = {
  id: 'sponsor@example.test',
  name: 'Sponsor',
  passwordSha256: '',
  features: { allow_soft_pull_process: true, allow_approve_on_behalf: false },
  callback: { username: 'callbacks', password: 'secret' },
};

/** What operations are handed, over an empty database and a messenger that the test scripts. */
export async function makeTestContext(t: TestContext) {
  const { database, sealer, close } = await openLendingDatabase();
  t.after(close);
  const fixture = {
    now: Date.UTC(2026, 2, 2, 15),
    sent: [] as OutgoingMessage[],
    sendOutcome: 'sent' as 'sent' | 'bounced' | 'failed',
  };
  const messenger: Providers['messenger'] = {
    smsReach: () => Promise.resolve('reachable'),
    send: (message) => {
      fixture.sent.push(message);
      return Promise.resolve(fixture.sendOutcome);
    },
  };
  const context: LendingContext = {
    config: {
      environment: 'sandbox',
      publicUrl: 'http://localhost:8788',
      sponsors: [testSponsor],
      callbackAllowedHosts: ['localhost'],
      trustedProxies: noProxies,
      loanTerms: { hardInquiryOnAccept: false, finalChargeClosesWindow: true },
      texts: sampleTexts,
    },
    database,
    sealer,
    clock: { now: () => fixture.now, refresh: () => Promise.resolve() },
    ids: seededIds('test'),
    log: createLogger({ level: 'silent' }),
    // The operations under test reach for no other provider.
    providers: { messenger } as Providers,
    inFlight: new Map(),
    metrics: createLendingMetrics(),
  };
  return { context, fixture };
}
