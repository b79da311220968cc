import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { LendingContext } from '../../../../../server/lending/context.ts';
import { recordEvent } from '../../../../../server/lending/operations/callbacks.ts';
import { deliveryHandlers } from '../../../../../server/lending/work.ts';
import { DueWorkRunner } from '../../../../../server/platform/due-work/runner.ts';
import type {
  CallbackClient,
  CallbackResult,
} from '../../../../../server/platform/outbound/callback-client.ts';
import { makeTestContext, testSponsor } from '../../test-context.ts';
import { aCancellation } from './a-cancellation.ts';

const other = { ...testSponsor, id: 'sponsor-two@example.test' };

async function recordFor(context: LendingContext, sponsorId: string, path: string) {
  const target_url = `https://hooks.example/${path}`;
  const cause = { sponsor_id: sponsorId, application_id: null, merchant_id: null, target_url };
  await context.database.transaction((tx) => recordEvent(context, tx, cause, aCancellation));
}

function runnerOf(context: LendingContext, callbacks: CallbackClient) {
  return new DueWorkRunner({
    database: context.database,
    handlers: deliveryHandlers(context, callbacks),
    now: (sponsorId) => context.clock.now(sponsorId),
    realNow: () => Date.now(),
    scopes: () => context.config.sponsors.map(({ id }) => id),
    onError: (error) => assert.fail(String(error)),
  });
}

describe('laneOf()', () => {
  it('keeps a sponsor’s callbacks going while another’s hang behind the same origin', async (t) => {
    const { context } = await makeTestContext(t);
    const both = { ...context, config: { ...context.config, sponsors: [testSponsor, other] } };
    const hung = Promise.withResolvers<CallbackResult>();
    const delivered = Promise.withResolvers<void>();
    const answered = { kind: 'answered', status: 200, reply: '' } as const;
    const runner = runnerOf(both, {
      post: ({ url }) => {
        if (!url.endsWith('healthy')) return hung.promise;
        delivered.resolve();
        return Promise.resolve(answered);
      },
      close: () => Promise.resolve(),
    });
    for (let count = 0; count < 20; count += 1) await recordFor(both, testSponsor.id, 'hangs');
    await recordFor(both, other.id, 'healthy');
    await runner.start();
    await delivered.promise;
    hung.resolve(answered);
    await runner.stop();
  });
});
